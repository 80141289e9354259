"""Imports conversations and follows events, with and without asyncio, and prints what it found."""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from threading import Event

from voice_agent_platform import AsyncClient, Client
from voice_agent_platform.generated import ConversationInput

BASE, KEY, AGENT = os.environ["BASE_URL"], os.environ["API_KEY"], os.environ["AGENT_ID"]


def call(number: int) -> ConversationInput:
    return {"agent_id": AGENT, "status": "completed", "outcome": f"call_{number}"}


async def source() -> AsyncIterator[ConversationInput]:
    for number in range(130):
        yield call(number)


async def asynchronously() -> list[str | None]:
    async with AsyncClient(BASE, api_key=KEY) as client:
        return [result.id async for result in client.conversations.import_(source())]


client = Client(BASE, api_key=KEY)
first = [result.id for result in client.conversations.import_(map(call, range(130)))]
again = [result.id for result in client.conversations.import_(map(call, range(130)))]
(refused,) = client.conversations.import_([{"agent_id": "agent_01kag3x5ntfyxs4v4yh2m8q9ab"}])
(too_large,) = client.conversations.import_([{"agent_id": AGENT, "summary": "x" * 6_500_000}])

# Opens the queue, and stops before the first request for messages.
opened = Event()
opened.set()
list(client.events.follow(["conversation.ended"], stop=opened))
made = [client.conversations.create(call(1000 + number))["id"] for number in range(3)]
followed = []
for event in client.events.follow(["conversation.ended"]):
    if len(followed) == 1:
        break
    followed.append(event["data"]["id"])


async def follow_on() -> None:
    stop = asyncio.Event()
    async with AsyncClient(BASE, api_key=KEY) as other:
        async for event in other.events.follow(["conversation.ended"], stop=stop):
            followed.append(event["data"]["id"])
            if len(followed) == 3:
                stop.set()


asyncio.run(follow_on())
print(
    json.dumps(
        {
            "imported": len(set(first)),
            "again": again == first,
            "asynchronous": asyncio.run(asynchronously()) == first,
            "refused": refused.problem and refused.problem["code"],
            "too_large": [too_large.status, too_large.problem and too_large.problem["code"]],
            "followed": [made.index(identifier) + 1 for identifier in followed],
            "queues": [webhook["description"] for webhook in client.webhooks.list()["data"]],
        }
    )
)
