# Run it in the project’s folder while `npm start` runs.
. docs/guides/samples/api.sh

# region organization
SAMPLES=docs/guides/samples/migrating
CLIENT=$(api $BASE/v1/clients --json '{"name": "Harbor Dental", "type": "client"}' | field id)
# endregion

# region agent
AGENT=$(api $BASE/v1/agents --json '{
  "client_id": "'$CLIENT'",
  "name": "Pia",
  "provider": {"name": "vapi", "agent_id": "c5a1c2d0-6f60-4b3f-9f4c-0c6c3f7b1a2e"}
}' | field id)
# endregion

# region elevenlabs
node $SAMPLES/elevenlabs.mjs $AGENT < $SAMPLES/elevenlabs.json | api $BASE/v1/conversations --json @- | field transcript.turns
# endregion

# region vapi
node $SAMPLES/vapi.mjs $AGENT < $SAMPLES/vapi.json | api $BASE/v1/conversations --json @- | field duration_ms
# endregion

# region retell
node $SAMPLES/retell.mjs $AGENT < $SAMPLES/retell.json | api $BASE/v1/conversations --json @- | field sentiment
# endregion

# region again
node $SAMPLES/retell.mjs $AGENT < $SAMPLES/retell.json | send -o /dev/null -w '%{http_code}\n' $BASE/v1/conversations --json @-
# endregion

# region check
api "$BASE/v1/conversations?client_id=$CLIENT&start_after=2025-11-01T00:00:00Z" | field data.length
api "$BASE/v1/conversations?client_id=$CLIENT&sentiment=negative" | field "data[0].summary"
# endregion
