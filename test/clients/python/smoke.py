"""What an integrator would write in their first hour. Prints what was found as JSON."""

import json
import os
import sys

from voice_agent_platform import (
    ApiProblem,
    Client,
    WebhookError,
    download_recording,
    upload_recording,
    verify_webhook,
)

# A recording is available about a second after its upload: on a busy machine, later.
client = Client(os.environ["BASE_URL"], api_key=os.environ["API_KEY"], max_retries=20)
agent = client.agents.create({"name": "Pia", "tools": [{"name": "find_slot"}]})
for outcome in ["won", "lost", "won"]:
    conversation = client.conversations.create(
        {"agent_id": agent["id"], "status": "completed", "outcome": outcome}, idempotency_key=f"{agent['id']} {outcome}"
    )
won = list(client.conversations.list_all(agent_id=agent["id"], outcome="won", limit=1))

upload_recording(client, conversation["id"], b"ID3\x04", "audio/mpeg")
heard = download_recording(client, conversation["id"])

try:
    client.conversations.get("conv_01kag3x5ntfyxs4v4yh2m8q9ab")
    code = "found"
except ApiProblem as problem:
    code = problem.code

webhook = json.loads(sys.stdin.read())
message = verify_webhook(webhook["body"], webhook["headers"], webhook["secret"])
try:
    verify_webhook(webhook["body"] + " ", webhook["headers"], webhook["secret"])
    forged = "accepted"
except WebhookError as error:
    forged = str(error)

# The two that were won were one request, sent twice.
print(json.dumps({"won": len(won), "heard": len(heard), "code": code, "type": message["type"], "forged": forged}))
