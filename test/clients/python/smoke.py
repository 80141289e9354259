"""What an integrator would write in their first hour, with and without asyncio. Prints what was found as JSON."""

import asyncio
import json
import os
import sys

from voice_agent_platform import (
    ApiProblem,
    AsyncClient,
    Client,
    WebhookError,
    download_recording,
    upload_recording,
    verify_webhook,
)

# A recording is available about a second after its upload: on a busy machine, later.
options = {"base_url": os.environ["BASE_URL"], "api_key": os.environ["API_KEY"], "max_retries": 20}
client = Client(**options)
agent = client.agents.create({"name": "Pia", "tools": [{"name": "find_slot"}]})
for outcome in ["won", "lost", "won"]:
    conversation = client.conversations.create(
        {"agent_id": agent["id"], "status": "completed", "outcome": outcome}, idempotency_key=f"{agent['id']} {outcome}"
    )
won = list(client.conversations.list.all(agent_id=agent["id"], outcome="won", limit=1))

upload_recording(client, conversation["id"], b"ID3\x04", "audio/mpeg")
heard = download_recording(client, conversation["id"])

read = client.agents.get.with_response(agent["id"])
unchanged = client.agents.get.with_response(agent["id"], if_none_match=read.etag).status
client.agents.update(agent["id"], {"name": "Mia"}, if_match=read.etag)

try:
    client.agents.update(agent["id"], {"name": "Lia"}, if_match=read.etag)
    code = "changed"
except ApiProblem as problem:
    code = problem.code


async def second_hour() -> dict[str, object]:
    async with AsyncClient(**options) as client:
        created = await client.conversations.create({"agent_id": agent["id"], "status": "completed"})
        await upload_recording(client, created["id"], b"ID3\x04", "audio/mpeg")
        heard = await download_recording(client, created["id"])
        found = [item["id"] async for item in client.conversations.list.all(agent_id=agent["id"], limit=1)]
        return {"heard": len(heard), "found": len(found)}


webhook = json.loads(sys.stdin.read())
message = verify_webhook(webhook["body"], webhook["headers"], webhook["secret"])
try:
    verify_webhook(webhook["body"] + " ", webhook["headers"], webhook["secret"])
    forged = "accepted"
except WebhookError as error:
    forged = str(error)

# The two that were won were one request, sent twice.
found = {"won": len(won), "heard": len(heard), "unchanged": unchanged, "code": code, "type": message["type"]}
print(json.dumps({**found, "forged": forged, "asynchronous": asyncio.run(second_hour())}))
