// region backend
import { createInterface } from 'node:readline';
import type { ChatAnswer } from 'voice-agent-platform-client';
import { createClient, StreamError } from 'voice-agent-platform-client';

const baseUrl = process.env.BASE ?? '';
const backend = createClient({ baseUrl, apiKey: process.env.KEY ?? '' });

const chat = await backend.chats.create({
  params: { agent_id: process.env.AGENT ?? '' },
  body: { channel: 'web', variables: { name: 'Ada' } },
});
// endregion

// region page
const page = createClient({ baseUrl, apiKey: chat.session_token });
const params = { conversation_id: chat.id };

const show = (text: string | null): void => void process.stdout.write(text ?? '');

/** The functions of the page that the agent may call. */
const functions: Readonly<Record<string, (input: object) => unknown>> = {
  find_slots: () => ['Thursday, 9:30', 'Friday, 11:00'],
};

/** Shows the answer word by word, and returns the whole. */
const answerTo = async (text: string): Promise<ChatAnswer> => {
  const message = { params, body: { text }, idempotencyKey: crypto.randomUUID() };
  let shown = 0;
  const complete = (answer: ChatAnswer): ChatAnswer => {
    show(answer.message?.slice(shown) ?? null);
    return answer;
  };
  try {
    for await (const event of page.chats.stream.events(message)) {
      if (event.type === 'delta') {
        show(event.text);
        shown += event.text.length;
      }
      // An answer that was made before its connection was lost comes without parts.
      if (event.type === 'done') return complete(event);
    }
  } catch (error) {
    if (!(error instanceof StreamError)) throw error;
  }
  // The stream was cut off. The same key returns the answer that the platform has made nevertheless.
  return complete(await page.chats.send(message));
};

const converse = async (text: string): Promise<ChatAnswer> => {
  let answer = await answerTo(text);
  while (answer.tool_calls.length > 0) {
    const results = answer.tool_calls.map(({ id, name, arguments: input }) => ({
      id,
      result: functions[name]?.(input) ?? null,
    }));
    answer = await page.chats.sendResults({ params, body: { results } });
    show(answer.message);
  }
  show('\n');
  return answer;
};
// endregion

// region terminal
show(`${chat.message}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const { ended } = await converse(line);
  if (ended) break;
}
await page.chats.end({ params });
// endregion
