"""Calls as frameworks would report them to the samples of the guide to own bots. Each line of input lets the call go on."""

import asyncio
import os
import sys
import time
from datetime import UTC, datetime
from typing import Any

from history import History, resume
from voice_agent_platform import AsyncClient


def go_on() -> None:
    print("ready", flush=True)
    sys.stdin.readline()


async def call(client: AsyncClient, agent_id: str) -> None:
    """The platform starts only after the first two turns."""
    async with History(client, {"agent_id": agent_id}) as history:
        history.say("agent", "Hello!")
        history.say("user", "Hello!")
        await asyncio.to_thread(go_on)
        history.say("agent", "Goodbye!")


async def restarted_call(client: AsyncClient, agent_id: str) -> None:
    """The bot is restarted during a call, and its predecessor goes on for a moment."""
    conversation: Any = {
        "agent_id": agent_id,
        "provider": {"name": "twilio", "conversation_id": agent_id},
        # The carrier reports to both when the call began: without it, the second would begin another call.
        "start_time": datetime.now(UTC).isoformat(timespec="milliseconds"),
    }
    async with History(client, conversation) as first:
        first.say("agent", "Hello!")
        await asyncio.to_thread(go_on)
        async with History(client, conversation) as second:
            first.say("user", "Are you there?")
            second.say("agent", "Hello!")
            second.end_reason = "transferred"
        first.say("user", "Yes")
        first.end_reason = "transferred"


async def failing_call(client: AsyncClient, agent_id: str) -> None:
    async with History(client, {"agent_id": agent_id}) as history:
        history.say("agent", "Hello!")
        raise RuntimeError("The bot has a fault")


class Clock:
    """An hour ago, at which a call lasts 3.7 seconds. Pauses take no time."""

    def __init__(self) -> None:
        self.now = float(int(time.time()) - 3600)

    def read(self) -> float:
        return self.now

    async def pause(self, seconds: float) -> None:
        self.now += seconds


async def outage(client: AsyncClient, agent_id: str) -> None:
    """The platform is away from the middle of the call on."""
    clock = Clock()
    async with History(client, {"agent_id": agent_id}, clock=clock.read, pause=clock.pause) as history:
        clock.now += 0.5
        history.say("agent", "Hello!")
        await asyncio.to_thread(go_on)
        clock.now += 1.5
        history.say("user", "Goodbye!")
        clock.now += 1.5
        history.say("agent", "Goodbye!")
        clock.now += 0.2


async def restart(client: AsyncClient, agent_id: str) -> None:
    await resume(client)


async def main() -> None:
    async with AsyncClient(os.environ["BASE"], api_key=os.environ["KEY"], max_retries=int(os.environ.get("RETRIES", "8"))) as client:
        await globals()[sys.argv[1]](client, os.environ["AGENT_ID"])


asyncio.run(main())
