/** A body in the form that Twilio's API takes. A list repeats its name. */
export const formOf = (fields: Readonly<Record<string, string | readonly string[]>>) => ({
  body: Buffer.from(
    new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, one]),
      ),
    ).toString(),
  ),
  contentType: 'application/x-www-form-urlencoded',
});
