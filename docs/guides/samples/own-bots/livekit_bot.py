"""A bot of LiveKit Agents whose calls are recorded."""

import os
from contextlib import AsyncExitStack

from history import History
from livekit.agents import Agent, AgentSession, ConversationItemAddedEvent, JobContext
from livekit.agents.llm import ChatMessage
from voice_agent_platform import AsyncClient

BASE, KEY, AGENT_ID = (os.environ[name] for name in ("BASE", "KEY", "AGENT_ID"))


# region bot
async def entrypoint(ctx: JobContext) -> None:
    # Whatever was entered is left when the job ends, even if it fails.
    call = AsyncExitStack()
    ctx.add_shutdown_callback(call.aclose)
    client = await call.enter_async_context(AsyncClient(BASE, api_key=KEY))
    history = await call.enter_async_context(History(client, {"agent_id": AGENT_ID}))
    history.end_reason = "room_closed"

    await ctx.connect()
    session = AgentSession[None]()  # with the models of your bot

    @session.on("conversation_item_added")
    def on_item(event: ConversationItemAddedEvent) -> None:
        if isinstance(event.item, ChatMessage) and event.item.text_content:
            history.say("agent" if event.item.role == "assistant" else "user", event.item.text_content)

    await session.start(room=ctx.room, agent=Agent(instructions="…"))
# endregion
