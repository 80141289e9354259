# Run it in the project’s folder while `npm start` runs.
. docs/guides/samples/api.sh

# region setup
CLIENT=$(api $BASE/v1/clients --json '{"name": "Harbor Dental", "type": "client"}' | field id)
AGENT=$(api $BASE/v1/agents --json '{
  "client_id": "'$CLIENT'",
  "name": "Eva",
  "first_message": "Hello {{name}}, this is Eva of Harbor Dental.",
  "prompt": "You are Eva, the receptionist of Harbor Dental.",
  "tools": [
    {"name": "find_slots", "description": "Finds free slots", "action": {"type": "page"}},
    {"name": "get_person", "description": "Asks for a person", "action": {"type": "builtin", "name": "hand_over"}}
  ]
}' | field id)
KEY=$(api $BASE/v1/api-keys --json '{"client_id": "'$CLIENT'", "name": "Website", "scopes": ["chats:write"]}' | field key)
# endregion

# region start
STARTED=$(api $BASE/v1/agents/$AGENT/chats --json '{"channel": "web", "variables": {"name": "Ada"}}')
CHAT=$(echo "$STARTED" | field id)
SESSION=$(echo "$STARTED" | field session_token)
echo "$STARTED" | field message
# endregion

# region send
page() { KEY=$SESSION api "$@"; }
page $BASE/v1/conversations/$CHAT/messages --json '{"text": "Are you open today?"}' | field message
# endregion

# region stream
KEY=$SESSION send -N -H "Accept: text/event-stream" $BASE/v1/live/conversations/$CHAT/messages \
  --json '{"text": "And tomorrow?"}' | sed -n 's/^data: \({"conversation_id".*\)/\1/p' | field message
# endregion

# region tool
ASKED=$(page $BASE/v1/conversations/$CHAT/messages --json '{"text": "Can you find free slots?"}' | field "tool_calls[0].id")
page $BASE/v1/conversations/$CHAT/tool-results --json '{"results": [{"id": "'$ASKED'", "result": ["Thursday, 9:30"]}]}' \
  | field message
# endregion

# region handover
page $BASE/v1/conversations/$CHAT/messages --json '{"text": "Can I get a person, please?"}' | field handling
LAST=$(api $BASE/v1/conversations/$CHAT/messages | field "data.at(-1).index")
api $BASE/v1/conversations/$CHAT/replies --json '{"author": "Grace", "text": "Hello Ada, I have booked Thursday."}' | field author
page "$BASE/v1/conversations/$CHAT/messages?after=$LAST&wait=20" | field "data.map(({ author, text }) => author + ': ' + text).join()"
# endregion

# region end
api -X DELETE $BASE/v1/conversations/$CHAT/handover | field handling
page -X POST $BASE/v1/conversations/$CHAT/end | field status
# endregion
