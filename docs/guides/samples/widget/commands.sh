# Run it in the project’s folder while `npm start` runs.
. docs/guides/samples/api.sh

# region create
CLIENT=$(api $BASE/v1/clients --json '{"name": "Harbor Dental", "type": "client"}' | field id)
AGENT=$(api $BASE/v1/agents --json '{
  "client_id": "'$CLIENT'",
  "name": "Eva",
  "first_message": "Hello {{name|there}}, this is Eva of Harbor Dental.",
  "prompt": "You are Eva, the receptionist of Harbor Dental."
}' | field id)
WIDGET=$(api $BASE/v1/widgets --json '{
  "agent_id": "'$AGENT'",
  "name": "Website",
  "origins": ["https://www.harbordental.example"],
  "public_variables": ["name"],
  "texts": {"en": {"title": "Ask Eva"}}
}' | field id)
# endregion

# region visit
VISIT='{"widget_id": "'$WIDGET'", "variables": {"name": "Ada"}}'
PAGE=https://www.harbordental.example
curl -s -H "Origin: $PAGE" $BASE/v1/live/widget-sessions --json "$VISIT" | field message
# endregion

# region signed
api -X PATCH $BASE/v1/widgets/$WIDGET --json '{"require_token": true}' | field require_token
STARTED=$(api $BASE/v1/agents/$AGENT/chats --json '{"widget_id": "'$WIDGET'", "variables": {"name": "Ada"}}')
CHAT=$(echo "$STARTED" | field id)
SESSION=$(echo "$STARTED" | field session_token)
# endregion
