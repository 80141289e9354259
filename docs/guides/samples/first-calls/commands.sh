# Run it in the project’s folder while `npm start` runs.
. docs/guides/samples/api.sh

# region health
api $BASE/v1/health | field status
# endregion

# region setup
CLIENT=$(api $BASE/v1/clients --json '{"name": "Harbor Dental", "type": "client"}' | field id)
AGENT=$(api $BASE/v1/agents --json '{
  "client_id": "'$CLIENT'",
  "name": "Pia",
  "first_message": "Harbor Dental, this is Pia. How can I help you?"
}' | field id)
BOT_KEY=$(api $BASE/v1/api-keys --json '{
  "client_id": "'$CLIENT'",
  "name": "Bot",
  "scopes": ["agents:read", "conversations:read", "conversations:write", "recordings:write"]
}' | field key)
# endregion

# region bot
ADMIN=$KEY
KEY=$BOT_KEY
api $BASE/v1/me | field client.name
# endregion

# region create
CALL=$(api $BASE/v1/conversations --json '{
  "agent_id": "'$AGENT'",
  "direction": "inbound",
  "caller": {"number": "+12125550123"}
}' | field id)
api $BASE/v1/conversations/active | field data.length
# endregion

# region append
api $BASE/v1/conversations/$CALL/transcript --json '{"turns": [
  {"index": 0, "role": "agent", "text": "Harbor Dental, this is Pia. How can I help you?", "start_ms": 0},
  {"index": 1, "role": "user", "text": "Hello, I have to reschedule my cleaning on Tuesday.", "start_ms": 3600}
]}' | field turns
# endregion

# region end
api -X PATCH $BASE/v1/conversations/$CALL --json '{
  "status": "completed",
  "end_reason": "caller_hung_up",
  "outcome": "appointment_moved",
  "summary": "The caller moved a cleaning from Tuesday to Thursday."
}' | field status
# endregion

# region upload
FILE=lib/local/demo/reschedule.mp3
UPLOAD=$(api $BASE/v1/conversations/$CALL/audio --json '{
  "content_type": "audio/mpeg",
  "size_bytes": '$(wc -c < $FILE | tr -d ' ')'
}' | field upload.url)
curl --silent --show-error --fail -T $FILE -H "Content-Type: audio/mpeg" -H "If-None-Match: *" "$UPLOAD"
# endregion

# region find
api -G $BASE/v1/conversations -d outcome=appointment_moved | field "data[0].summary"
# endregion

# region webhook
KEY=$ADMIN
WEBHOOK=$(api $BASE/v1/webhooks --json '{
  "client_id": "'$CLIENT'",
  "events": ["conversation.ended"]
}' | field id)
api -X POST $BASE/v1/webhooks/$WEBHOOK/test | field event
api $BASE/v1/webhooks/$WEBHOOK/messages | field "data[0].status"
# endregion
