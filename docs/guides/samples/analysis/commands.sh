# Run it in the project’s folder while `npm start` runs.
. docs/guides/samples/api.sh

# region client
CLIENT=$(api $BASE/v1/clients --json '{
  "name": "Harbor Dental",
  "type": "client",
  "settings": {"analysis": {"enabled": true, "tokens_per_month": 2000000}}
}' | field id)
# endregion

# region analyzer
ANALYZER=$(api $BASE/v1/analyzers --json '{
  "client_id": "'$CLIENT'",
  "name": "Service quality",
  "criteria": [{"name": "greeting", "kind": "contains", "speaker": "agent", "texts": ["Harbor Dental"]}],
  "fields": [{"name": "invoice", "type": "integer", "pattern": "invoice (\\d+)", "labels": true}],
  "success": {"rule": "all_required"}
}' | field id)
# endregion

# region call
AGENT=$(api $BASE/v1/agents --json '{"client_id": "'$CLIENT'", "name": "Pia"}' | field id)
CALL=$(api $BASE/v1/conversations --json '{
  "agent_id": "'$AGENT'",
  "status": "completed",
  "duration_ms": 42000,
  "turns": [
    {"role": "agent", "text": "Harbor Dental, this is Pia. How can I help you?"},
    {"role": "user", "text": "I have a question about invoice 4711."}
  ]
}' | field id)
# endregion

# region verdict
analysis() { api $BASE/v1/conversations/$CALL/analyses | field "data[0]?.$1"; }
until [ "$(analysis status)" = completed ]; do sleep 1; done
analysis "results[0].verdict"
analysis "fields[0].value"
# endregion

# region find
api -G $BASE/v1/conversations -d client_id=$CLIENT -d label=criterion.greeting:passed | field data.length
# endregion
