"""The conversation of one call, written to the platform while the call goes on."""

import asyncio
import logging
import uuid
from types import TracebackType
from typing import Literal, Self

import httpx
from voice_agent_platform import ApiProblem, AsyncClient, upload_recording
from voice_agent_platform.generated import ConversationInput, TurnInput


class History:
    """Sends turns in order from a task of its own, so that speech never waits for a request.

    A turn is kept until the platform has stored it. Its index makes sure that it is stored once.
    """

    def __init__(self, client: AsyncClient, conversation: ConversationInput) -> None:
        self.end_reason = "caller_hung_up"
        self._client = client
        self._conversation = conversation
        self._key = str(uuid.uuid4())
        self._id: str | None = None
        self._stored = 0
        self._unsent: list[TurnInput] = []
        self._news = asyncio.Event()
        self._over = False

    async def __aenter__(self) -> Self:
        self._news.set()
        self._writing = asyncio.create_task(self._write())
        return self

    def say(self, role: Literal["agent", "user"], text: str) -> None:
        self._unsent.append({"role": role, "text": text})
        self._news.set()

    async def upload(self, wav: bytes) -> None:
        await upload_recording(self._client, await self._created(), wav, "audio/wav")

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over = True
        self._news.set()
        await self._writing
        try:
            await self._send()
        finally:
            reason = "bot_failed" if error else self.end_reason
            await self._client.conversations.update(
                await self._created(), {"status": "completed", "end_reason": reason}
            )

    async def _write(self) -> None:
        while not self._over:
            await self._news.wait()
            self._news.clear()
            try:
                await self._send()
            except (ApiProblem, httpx.TransportError):
                logging.exception("The turns are sent again with the next one, or when the call ends")

    async def _send(self) -> None:
        conversation = await self._created()
        while self._unsent:
            sent = self._unsent[:100]
            turns: list[TurnInput] = [{**turn, "index": self._stored + at} for at, turn in enumerate(sent)]
            try:
                await self._client.transcripts.append(conversation, {"turns": turns})
                self._stored += len(sent)
                del self._unsent[: len(sent)]
            except ApiProblem as problem:
                if problem.code != "turn_conflict":
                    raise
                # Another program writes to the transcript too. Turns before the index are stored, the others follow its turns.
                del self._unsent[: problem.problem["index"] - self._stored]
                self._stored = await self._length(conversation)

    async def _created(self) -> str:
        if self._id is None:
            try:
                created = await self._client.conversations.create(self._conversation, idempotency_key=self._key)
                self._id = created["id"]
            except ApiProblem as problem:
                if problem.code != "conversation_exists":
                    raise
                # The bot was restarted during the call.
                self._stored = await self._length(problem.problem["conversation_id"])
                self._id = problem.problem["conversation_id"]
        return self._id

    async def _length(self, conversation: str) -> int:
        return (await self._client.conversations.get(conversation))["transcript"]["turns"]
