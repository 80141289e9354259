/** An event of a streamed answer. */
export interface StreamEvent {
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const eventOf = (block: string): StreamEvent | undefined => {
  const [, name] = /^event: ?(.*)$/m.exec(block) ?? [];
  const [, data] = /^data: ?(.*)$/m.exec(block) ?? [];
  return name && data ? { name, data: JSON.parse(data) as StreamEvent['data'] } : undefined;
};

/** The events of an answer as they arrive. A refusal is one `error`. */
export const eventsOf = async function* (response: Response): AsyncGenerator<StreamEvent, void> {
  if (!response.ok || !response.body) {
    yield { name: 'error', data: (await response.json()) as StreamEvent['data'] };
    return;
  }
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const blocks = (text + decoder.decode(part.value, { stream: true })).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = eventOf(block);
      if (event) yield event;
    }
  }
};
