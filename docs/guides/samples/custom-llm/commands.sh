# Run it in the project’s folder while `npm start` runs.
. docs/guides/samples/api.sh

# region setup
CLIENT=$(api $BASE/v1/clients --json '{"name": "Harbor Dental", "type": "client"}' | field id)
AGENT=$(api $BASE/v1/agents --json '{
  "client_id": "'$CLIENT'",
  "name": "Pia",
  "prompt": "You are Pia of Harbor Dental. You help with appointments.",
  "conversation_flow": {
    "start": "greet",
    "nodes": [
      {
        "id": "greet",
        "instruction": "Ask what the caller needs.",
        "transitions": [{ "to": "book", "when": "The caller wants an appointment" }]
      },
      {
        "id": "book",
        "instruction": "Offer Thursday at ten.",
        "transitions": [{ "to": "greet", "when": "Something else" }]
      }
    ]
  }
}' | field id)
VOICE_KEY=$(api $BASE/v1/api-keys --json '{
  "client_id": "'$CLIENT'",
  "name": "Voice provider",
  "scopes": ["chats:write"]
}' | field key)
# endregion

# region ask
ask() {
  KEY=$VOICE_KEY send -H "X-Call-Id: call-1" $BASE/v1/live/agents/$AGENT/chat/completions --json "$1"
}
ask '{"messages": [{"role": "user", "content": "I need an appointment"}]}' |
  field "choices[0].message.content"
# endregion

# region next
ask '{"messages": [
  {"role": "user", "content": "I need an appointment"},
  {"role": "assistant", "content": "Offer Thursday at ten."},
  {"role": "user", "content": "Hm"}
]}' | field "choices[0].message.content"
# endregion

# region stream
ask '{"stream": true, "messages": [{"role": "user", "content": "Hello"}]}' | tail -n 2 | head -n 1
# endregion
