/** Rows as JSON, each on a line. */
export async function* encodeNdjson<Row>(pages: AsyncIterable<readonly Row[]>): AsyncGenerator<Buffer> {
  for await (const rows of pages) {
    if (rows.length > 0) yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  }
}
