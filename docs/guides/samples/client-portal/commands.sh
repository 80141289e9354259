# Run it in the project’s folder while `npm start` runs.
. docs/guides/samples/api.sh

# region reseller
RESELLER=$(api $BASE/v1/clients --json '{"name": "Voice Agency", "type": "reseller"}' | field id)
KEY=$(api $BASE/v1/api-keys --json '{
  "client_id": "'$RESELLER'",
  "name": "Portal backend",
  "scopes": ["clients:read", "clients:write", "agents:read", "agents:write", "conversations:read", "conversations:write",
    "recordings:read", "recordings:write", "keys:read", "keys:write"]
}' | field key)
# endregion

# region clients
DENTAL=$(api $BASE/v1/clients --json '{
  "name": "Harbor Dental",
  "type": "client",
  "settings": {"timezone": "America/New_York", "retention_days": 90}
}' | field id)
BAKERY=$(api $BASE/v1/clients --json '{"name": "Corner Bakery", "type": "client"}' | field id)
api "$BASE/v1/clients?type=client" | field data.length
# endregion

# region calls
for CLIENT in $DENTAL $BAKERY; do
  AGENT=$(api $BASE/v1/agents --json '{"client_id": "'$CLIENT'", "name": "Pia"}' | field id)
  CALL=$(api $BASE/v1/conversations --json '{
    "agent_id": "'$AGENT'",
    "status": "completed",
    "duration_ms": 61000,
    "outcome": "appointment_booked",
    "turns": [{"role": "user", "text": "Do you have time on Friday?"}]
  }' | field id)
done
# endregion

# region key
PORTAL_KEY=$(api $BASE/v1/api-keys --json '{
  "client_id": "'$DENTAL'",
  "name": "Portal: Harbor Dental",
  "scopes": ["clients:read", "conversations:read", "recordings:read"]
}' | field key)
# endregion

# region list
api $BASE/v1/conversations | field data.length
KEY=$PORTAL_KEY
api $BASE/v1/conversations | field data.length
# endregion

# region refused
send -o /dev/null -w '%{http_code}\n' $BASE/v1/clients/$BAKERY
# endregion

# region call
CALL=$(api "$BASE/v1/conversations?outcome=appointment_booked&limit=1" | field "data[0].id")
api $BASE/v1/conversations/$CALL/transcript | field "data[0].text"
# endregion

# region ticket
send $BASE/v1/live-tickets --json '{}' | field "url.replace(/.*[?]/, '').slice(0, 11)"
# endregion
