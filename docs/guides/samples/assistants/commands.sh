# Run it in the project’s folder while `npm start` runs.
. docs/guides/samples/api.sh

# region key
CLIENT=$(api $BASE/v1/clients --json '{"name": "Harbor Dental", "type": "client"}' | field id)
ADMIN=$KEY
KEY=$(api $BASE/v1/api-keys --json '{
  "client_id": "'$CLIENT'",
  "name": "Assistant",
  "scopes": ["conversations:read", "usage:read"]
}' | field key)
mcp() { send $BASE/v1/mcp --json "$1"; }
mcp '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}' | field "result.tools.map(({ name }) => name).join('\n')"
# endregion

# region failed
mcp '{"jsonrpc": "2.0", "id": 2, "method": "tools/call",
  "params": {"name": "usage_own", "arguments": {"interval": "total"}}}' | field "result.structuredContent.rows[0].failed"
# endregion

# region chat
KEY=$ADMIN
AGENT=$(api $BASE/v1/agents --json '{"client_id": "'$CLIENT'", "name": "Pia", "prompt": "You are Pia."}' | field id)
KEY=$(api $BASE/v1/api-keys --json '{"client_id": "'$CLIENT'", "name": "Tester", "scopes": ["chats:write"]}' | field key)
CHAT=$(mcp '{"jsonrpc": "2.0", "id": 3, "method": "tools/call",
  "params": {"name": "chats_create", "arguments": {"agent_id": "'$AGENT'", "body": {}}}}' | field result.structuredContent.id)
mcp '{"jsonrpc": "2.0", "id": 4, "method": "tools/call",
  "params": {"name": "chats_send", "arguments": {"conversation_id": "'$CHAT'", "body": {"text": "Hello"}}}}' \
  | field result.structuredContent.message
# endregion
