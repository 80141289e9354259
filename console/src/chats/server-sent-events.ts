/** One event of a stream, with its data as it was sent. */
export interface ServerSentEvent {
  readonly name: string;
  readonly data: unknown;
}

const eventIn = (block: string): ServerSentEvent | undefined => {
  const fields = block.split('\n').map((line) => [line.split(':', 1)[0], line.replace(/^\w*: ?/, '')]);
  const field = (wanted: string) => fields.find(([name]) => name === wanted)?.[1];
  const data = field('data');
  return data === undefined ? undefined : { name: field('event') ?? 'message', data: JSON.parse(data) };
};

/** The events of an answer as they arrive. Comments, which keep the connection open, are left out. */
export async function* eventsOf(response: Response): AsyncGenerator<ServerSentEvent, void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const blocks = (rest + part.value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = eventIn(block);
      if (event) yield event;
    }
  }
}
