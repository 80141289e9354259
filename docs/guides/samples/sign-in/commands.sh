# Run it in the project’s folder while `npm start` runs.
. docs/guides/samples/api.sh

# region organization
CLIENT=$(api $BASE/v1/clients --json '{"name": "Harbor Dental", "type": "client"}' | field id)
# endregion

# region connection
CONNECTION=$(api $BASE/v1/connections --json '{
  "client_id": "'$CLIENT'",
  "name": "Harbor Dental",
  "issuer": "https://login.example",
  "oidc_client_id": "the id of the application",
  "client_secret": "the secret of the application"
}' | field id)
api $BASE/v1/connections/$CONNECTION | field "callback_url.split('/').at(-1)"
# endregion

# region invitation
INVITATION=$(api $BASE/v1/invitations --json '{
  "client_id": "'$CLIENT'",
  "connection_id": "'$CONNECTION'",
  "email": "pia@harbordental.example",
  "role": "admin"
}')
echo "$INVITATION" | field role
api "$BASE/v1/invitations?client_id=$CLIENT" | field data.length
# endregion
