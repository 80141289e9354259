"""Iterates over the answers of a chat, with and without asyncio, and prints what it found."""

import asyncio
import json
import os

from voice_agent_platform import ApiProblem, AsyncClient, Client, StreamError
from voice_agent_platform.generated import ChatEvent

BASE, KEY, CHAT = os.environ["BASE_URL"], os.environ["API_KEY"], os.environ["CONVERSATION_ID"]
CUT_OFF = os.environ["CUT_OFF_URL"]

client = Client(BASE, api_key=KEY)
asked = list(client.chats.stream.events(CHAT, {"text": "Can you find free slots?"}))
last = asked[-1]
calls = [call["name"] for call in last["tool_calls"]] if last["type"] == "done" else []


async def answer() -> list[ChatEvent]:
    async with AsyncClient(BASE, api_key=KEY) as other:
        return [event async for event in other.chats.stream.events(CHAT, {"text": "Thank you."})]


answered = asyncio.run(answer())
words = "".join(event["text"] for event in answered if event["type"] == "delta")
done = answered[-1]

for event in client.chats.stream.events(CHAT, {"text": "One more thing."}):
    if event["type"] == "accepted":
        turn = event["turn"]
        break
stored = client.chats.messages(CHAT, after=turn, wait=20)["data"]

cut = []
try:
    for event in Client(CUT_OFF).chats.stream.events(CHAT, {"text": "Hello"}):
        cut.append(event["text"] if event["type"] == "delta" else event["type"])
except StreamError as error:
    cut.append(type(error).__name__)


async def be_cut_off() -> None:
    async with AsyncClient(CUT_OFF) as other:
        try:
            async for event in other.chats.stream.events(CHAT, {"text": "Hello"}):
                cut.append(event["text"] if event["type"] == "delta" else event["type"])
        except StreamError as error:
            cut.append(type(error).__name__)


asyncio.run(be_cut_off())
client.chats.end(CHAT)
refused = ""
try:
    list(client.chats.stream.events(CHAT, {"text": "Hello"}))
except ApiProblem as problem:
    refused = problem.code

print(
    json.dumps(
        {
            "types": [event["type"] for event in asked],
            "calls": calls,
            "whole": done["type"] == "done" and done["message"] == words,
            "stored": [turn["role"] for turn in stored] == ["agent"],
            "cut": cut,
            "refused": refused,
        }
    )
)
