BASE=http://127.0.0.1:3000
KEY=$(node -p "require('./.local/platform.json').api_key")
field() { node -p "JSON.parse(fs.readFileSync(0)).$1"; }
api() {
  curl --silent --show-error --fail --retry 3 --retry-all-errors \
    -H "Authorization: Bearer $KEY" -H "Idempotency-Key: $(node -p "crypto.randomUUID()")" "$@"
}
