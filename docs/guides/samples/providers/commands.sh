# Run it in the project’s folder while `npm start` runs.
. docs/guides/samples/api.sh

# region setup
CLIENT=$(api $BASE/v1/clients --json '{"name": "Harbor Dental", "type": "client"}' | field id)
AGENT=$(api $BASE/v1/agents --json '{"name": "Pia", "client_id": "'$CLIENT'"}' | field id)
# endregion

# region connect
INTEGRATION=$(api $BASE/v1/integrations --json '{
  "client_id": "'$CLIENT'",
  "provider": "elevenlabs",
  "name": "ElevenLabs, production",
  "webhook_secret": "wsec_of_this_guide",
  "agents": [{"provider_agent_id": "agent_reception", "agent_id": "'$AGENT'"}]
}' | field id)
api $BASE/v1/integrations/$INTEGRATION | field "webhook_url.split('/').at(-1)"
# endregion

# region event
post() {
  NOW=$(date +%s)
  SIGNATURE=$(node -p "crypto.createHmac('sha256', 'wsec_of_this_guide').update('$NOW.').update(fs.readFileSync('$1')).digest('hex')")
  curl --silent $BASE/v1/integrations/$INTEGRATION/events -H "ElevenLabs-Signature: t=$NOW,v0=$SIGNATURE" --data-binary @$1
  echo
}
EVENT=docs/guides/samples/providers/event.json
post $EVENT
# endregion

# region processed
processed() { api "$BASE/v1/integrations/$INTEGRATION/events?status=processed" | field data.length; }
until [ "$(processed)" = 1 ]; do sleep 1; done
CALL=$(api $BASE/v1/integrations/$INTEGRATION/events | field "data[0].conversation_id")
api $BASE/v1/conversations/$CALL | field summary
api $BASE/v1/conversations/$CALL | field duration_ms
# endregion

# region again
post $EVENT
processed
api "$BASE/v1/conversations?client_id=$CLIENT" | field data.length
# endregion

# region unmapped
EVENING=$(mktemp)
sed 's/agent_reception/agent_evening/; s/conv_guide_1/conv_guide_2/' $EVENT > "$EVENING"
post "$EVENING"
parked() { api "$BASE/v1/integrations/$INTEGRATION/events?status=parked"; }
until [ "$(parked | field data.length)" = 1 ]; do sleep 1; done
parked | field "data[0].status_detail"
# endregion

# region map
api -X PUT $BASE/v1/integrations/$INTEGRATION --json '{"name": "ElevenLabs, production", "agents": [
  {"provider_agent_id": "agent_reception", "agent_id": "'$AGENT'"},
  {"provider_agent_id": "agent_evening", "agent_id": "'$AGENT'"}]}' | field agents.length
until [ "$(processed)" = 2 ]; do sleep 1; done
api "$BASE/v1/conversations?client_id=$CLIENT" | field data.length
# endregion
