"""The conversation of one call, written to the platform while the call goes on."""

import asyncio
import json
import logging
import time
import uuid
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

import httpx
from voice_agent_platform import ApiProblem, AsyncClient, upload_recording
from voice_agent_platform.generated import ConversationInput, TurnInput

FOLDER = Path("unsent-calls")


class History:
    """Keeps a call until the platform has all of it: its start, its turns and its end, with their times.

    A task of its own sends them in order, so that speech never waits for a request. While the platform cannot be reached,
    it tries again, until `patience` seconds after the end of the call. What is left then stays in a file, and is sent by
    `resume` when the bot starts again.
    """

    def __init__(
        self,
        client: AsyncClient,
        conversation: ConversationInput | None = None,
        *,
        file: Path | None = None,
        patience: float = 600,
        clock: Callable[[], float] = time.time,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.end_reason = "caller_hung_up"
        self._client = client
        self._patience, self._clock, self._pause = patience, clock, pause
        self._id: str | None = None
        self._conversation: Any = {}
        self._unsent: list[TurnInput] = []
        self._stored: int | None = None
        self._end: Any = None
        self._news = asyncio.Event()
        key = str(uuid.uuid4())
        self._file = file or FOLDER / f"{key}.jsonl"
        if conversation is None:
            for line in self._file.read_text().splitlines():
                self._take(json.loads(line))
        else:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            # By its external_id, a later start finds the call, whatever has become of the first request.
            self._keep({"call": {"external_id": key, "start_time": _timestamp(clock()), **conversation}})
        self._began = datetime.fromisoformat(self._conversation["start_time"]).timestamp()

    async def __aenter__(self) -> Self:
        self._news.set()
        self._writing = asyncio.create_task(self._write())
        return self

    def say(self, role: Literal["agent", "user"], text: str) -> None:
        """Adds a turn that has just been spoken."""
        now = round((self._clock() - self._began) * 1000)
        self._keep({"turn": {"role": role, "text": text, "end_ms": now}})
        self._news.set()

    async def upload(self, wav: bytes) -> None:
        await upload_recording(self._client, await self._created(), wav, "audio/wav")

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._end is None:
            reason = "bot_failed" if error else self.end_reason
            end = {"status": "completed", "end_time": _timestamp(self._clock()), "end_reason": reason}
            self._keep({"end": end})
        self._news.set()
        await self._writing

    def _keep(self, line: dict[str, Any]) -> None:
        with self._file.open("a") as file:
            file.write(json.dumps(line) + "\n")
        self._take(line)

    def _take(self, line: dict[str, Any]) -> None:
        if "call" in line:
            self._conversation = line["call"]
        if "turn" in line:
            self._unsent.append(line["turn"])
        if "end" in line:
            self._end = line["end"]
        if "stored" in line:
            del self._unsent[: line["sent"]]
            self._stored = line["stored"]

    async def _write(self) -> None:
        seconds, gives_up = 1.0, None
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                await self._send()
                seconds = 1.0
                if self._end is not None:
                    self._file.unlink(missing_ok=True)
                    return
            except (ApiProblem, httpx.TransportError) as error:
                now = self._clock()
                if self._end is not None and gives_up is None:
                    gives_up = now + self._patience
                if not _passes(error) or (gives_up is not None and now > gives_up):
                    logging.exception("What is left of the call is in %s", self._file)
                    return
                logging.warning("The call is sent again in %s s: %s", seconds, error)
                await self._pause(seconds)
                seconds = min(seconds * 2, 30.0)
                self._news.set()

    async def _send(self) -> None:
        conversation = await self._created()
        while self._unsent:
            stored = self._stored or 0
            sent = self._unsent[:100]
            turns: list[TurnInput] = [{**turn, "index": stored + at} for at, turn in enumerate(sent)]
            try:
                await self._client.transcripts.append(conversation, {"turns": turns})
                self._keep({"stored": stored + len(sent), "sent": len(sent)})
            except ApiProblem as problem:
                if problem.code != "turn_conflict":
                    raise
                # Another program writes to the transcript too. Turns before the index are stored, the others follow its turns.
                self._keep({"stored": await self._length(conversation), "sent": problem.problem["index"] - stored})
        if self._end is not None:
            try:
                await self._client.conversations.update(conversation, self._end)
            except ApiProblem as problem:
                # Your organization, or one above it, has ended the call otherwise.
                if problem.code != "invalid_transition":
                    raise

    async def _created(self) -> str:
        if self._id is None:
            # A call that is over before the platform hears of it is recorded as one.
            conversation: Any = {**self._conversation, **(self._end or {})}
            key = f"{conversation['external_id']} {conversation.get('status', 'active')}"
            stored = 0
            try:
                id = (await self._client.conversations.create(conversation, idempotency_key=key))["id"]
            except ApiProblem as problem:
                # Another call under the same id is not this one, and its turns do not belong here.
                if not problem.problem.get("same_call"):
                    raise
                # The bot was restarted during the call, or sends what it could not send before.
                id = problem.problem["conversation_id"]
                stored = await self._length(id)
            self._id = id
            if self._stored is None:
                self._keep({"stored": stored, "sent": 0})
        return self._id

    async def _length(self, conversation: str) -> int:
        return (await self._client.conversations.get(conversation))["transcript"]["turns"]


async def resume(client: AsyncClient, folder: Path = FOLDER) -> None:
    """Sends what is left of calls that have ended, when the bot starts again."""
    for file in folder.glob("*.jsonl"):
        if '\n{"end": ' in file.read_text():
            async with History(client, file=file):
                pass


def _timestamp(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


def _passes(error: Exception) -> bool:
    """Whether the same request can succeed later."""
    if not isinstance(error, ApiProblem):
        return True
    return error.status in (408, 429) or error.status >= 500 or error.code == "request_in_flight"
