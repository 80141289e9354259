"""Never run: what type checkers conclude of the client."""

from collections.abc import AsyncIterator, Iterator
from typing import assert_type

from voice_agent_platform import AsyncClient, Client, WithResponse, upload_recording, verify_webhook
from voice_agent_platform.generated import Agent, AgentItem, AgentList, ChatEvent


def synchronous(client: Client) -> None:
    assert_type(client.agents.get("x"), Agent)
    assert_type(client.agents.get.with_response("x", if_none_match="y"), WithResponse[Agent])
    assert_type(client.agents.list(limit=2), AgentList)
    assert_type(client.agents.list.all(name="P"), Iterator[AgentItem])
    client.agents.create({})  # type: ignore[typeddict-item]
    client.agents.get(identifier="x")  # type: ignore[call-arg]
    client.conversations.list(status="over")  # type: ignore[arg-type]
    client.agents.get.all("x")  # type: ignore[attr-defined]
    upload_recording(client, "x", b"", "audio/wav")


async def asynchronous(client: AsyncClient) -> None:
    assert_type(await client.agents.get("x"), Agent)
    assert_type(await client.agents.get.with_response("x"), WithResponse[Agent])
    assert_type(client.agents.list.all(), AsyncIterator[AgentItem])
    await client.conversations.list(status="over")  # type: ignore[arg-type]
    await upload_recording(client, "x", b"", "audio/wav")


def webhook(body: bytes) -> None:
    message = verify_webhook(body, {}, "whsec_…")
    if message["type"] == "webhook.disabled":
        print(message["data"])


def stream(client: Client) -> None:
    for event in client.chats.stream.events("x", {"text": "Hello"}):
        assert_type(event, ChatEvent)
        if event["type"] == "delta":
            assert_type(event["text"], str)
    assert_type(client.chats.stream("x", {"text": "Hello"}), str)
