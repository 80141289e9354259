# Run it in the project’s folder while `npm start` runs.
. docs/guides/samples/api.sh

# region agent
CLIENT=$(api $BASE/v1/clients --json '{"name": "Harbor Dental", "type": "client"}' | field id)
AGENT=$(api $BASE/v1/agents --json '{
  "client_id": "'$CLIENT'",
  "name": "Pia",
  "first_message": "Harbor Dental, this is Pia. How can I help you?",
  "tools": [{"name": "find_slots", "action": {"type": "page"}}],
  "conversation_flow": {
    "start": "greet",
    "nodes": [
      {"id": "greet", "instruction": "Greet.", "transitions": [{"to": "book", "when": "they want an appointment"}]},
      {"id": "book", "instruction": "Offer free slots.", "transitions": []}
    ]
  }
}' | field id)
# endregion

# region scenario
SCENARIO=$(api $BASE/v1/scenarios --json '{
  "client_id": "'$CLIENT'",
  "agent_id": "'$AGENT'",
  "name": "Books an appointment",
  "caller": {"kind": "script", "lines": ["Can you find slots? I would like an appointment."]},
  "tool_mocks": [{"name": "find_slots", "result": ["Thursday, 9:30"]}],
  "checks": [
    {"type": "reaches_node", "node": "book"},
    {"type": "says", "contains": ["transfer you"], "absent": true}
  ]
}' | field id)
# endregion

# region suite
SUITE=$(api $BASE/v1/test-suites --json '{
  "client_id": "'$CLIENT'",
  "name": "Reception",
  "scenario_ids": ["'$SCENARIO'"],
  "repeat": 5
}' | field id)
# endregion

# region run
run() {
  RUN=$(api $BASE/v1/agents/$AGENT/test-runs --json '{"suite_id": "'$SUITE'", "compare_with": "last_passed"}' | field id)
  until [ "$(api $BASE/v1/test-runs/$RUN | field status)" = completed ]; do sleep 1; done
  api $BASE/v1/test-runs/$RUN | field result
}
run
# endregion

# region gate
api $BASE/v1/agents/$AGENT/gate -X PUT --json '{"suite_id": "'$SUITE'"}' | field live_version
# endregion

# region change
api $BASE/v1/agents/$AGENT -X PATCH --json '{
  "conversation_flow": {
    "start": "greet",
    "nodes": [
      {"id": "greet", "instruction": "Greet.", "transitions": [{"to": "book", "when": "the moon is full"}]},
      {"id": "book", "instruction": "Offer free slots.", "transitions": []}
    ]
  }
}' | field version
run
api $BASE/v1/test-runs/$RUN | field "scenarios[0].change"
# endregion

# region failed
api $BASE/v1/test-runs/$RUN/items | field "data[0].checks[0].detail"
# endregion

# region live
send $BASE/v1/agents/$AGENT/live-version -X PUT --json '{"version": 2}' | node -p "JSON.parse(fs.readFileSync(0)).code"
api $BASE/v1/agents/$AGENT | field live_version
# endregion
