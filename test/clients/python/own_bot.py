"""Calls as frameworks would report them to the samples of the guide to own bots. Each line of input lets the call go on."""

import asyncio
import os
import sys
from typing import Any

from history import History
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
    conversation: Any = {"agent_id": agent_id, "provider": {"name": "twilio", "conversation_id": agent_id}}
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


async def main() -> None:
    async with AsyncClient(os.environ["BASE"], api_key=os.environ["KEY"], max_retries=8) as client:
        await globals()[sys.argv[1]](client, os.environ["AGENT_ID"])


asyncio.run(main())
