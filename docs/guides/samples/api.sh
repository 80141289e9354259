BASE=http://127.0.0.1:3000
KEY=$(node -p "require('./.local/platform.json').api_key")
ANSWER=$(mktemp)
send() { curl --silent --show-error -H "Authorization: Bearer $KEY" "$@"; }
api() {
  send --retry 3 --retry-all-errors -o "$ANSWER" -H "Idempotency-Key: $(node -p "crypto.randomUUID()")" "$@" \
    && cat "$ANSWER"
}
field() {
  node -p "const answer = JSON.parse(fs.readFileSync(0, 'utf8') || process.exit(1))
    if (answer.status >= 400) { console.error(answer); process.exit(1) }
    answer.$1"
}
