import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocal } from '../test/support/local-process.ts';
import { planAnswers, startModelServer } from '../test/support/model-server.ts';
import { usersOf } from '../test/support/users.ts';
import type { MeasuredGroup, UnitsUsed } from './figure.ts';
import { figure, median, milliseconds, rounded, sum, timed } from './figure.ts';
import { costIn, createLocation, each, noUnits, plus } from './platform.ts';

/** The units of a chat of ten exchanges: all its requests, and an exchange on average. */
export interface ChatUnits {
  readonly exchanges: number;
  readonly created: UnitsUsed;
  readonly exchanged: UnitsUsed;
  readonly ended: UnitsUsed;
}

const exchanges = 10;
const question = 'Where is my parcel? I ordered it two weeks ago.';
const text = 'Your parcel is in Berlin. It will arrive on Tuesday before noon, says the carrier. '.repeat(2);
/** The pace of a small model: the first word after 200 ms, and 80 words a second. */
const pace = { first_ms: 200, part_ms: 12 };

/**
 * Measures chats with `npm start` in a separate process, at a location at the fifth level. A bare loop asks
 * the same model as often, in turn with the chat, so that both meet the same machine.
 */
export const measure = async (size: number): Promise<MeasuredGroup<ChatUnits>> => {
  const model = await startModelServer();
  const asked = await planAnswers(model.endpoint, question, [{ text, pace }]);
  const url = `${model.endpoint}/v1`;
  const directory = await mkdtemp(join(tmpdir(), 'chats-'));
  const { description, end } = await startLocal(directory, ['--model-url', url, '--model', 'test-model']);
  const { api } = (await createLocation(usersOf(description))).location;
  const body = { name: 'Pia', prompt: 'You are Pia.', model: { id: 'test-model' } };
  const { id: agent_id } = await api.agents.create({ body });
  const newChat = () => api.chats.create.withResponse({ params: { agent_id }, body: {} });
  const messageOf = (conversation_id: string) => ({
    params: { conversation_id },
    body: { text: question },
    idempotencyKey: randomUUID(),
  });
  const bare = async () => {
    const ask = { model: 'test-model', stream: true, messages: [{ role: 'user', content: question }] };
    await (await fetch(`${url}/chat/completions`, { method: 'POST', body: JSON.stringify(ask) })).text();
  };

  const firsts: number[] = [];
  const streamed: number[] = [];
  const bares: number[] = [];
  for (let chat = 0; chat < Math.max(1, size / 2000); chat += 1) {
    const { reply } = await newChat();
    for (let at = 0; at < exchanges; at += 1) {
      let first = 0;
      const exchange = async () => {
        for await (const { type } of api.chats.stream.events(messageOf(reply.id)))
          if (type === 'delta') first ||= Date.now();
      };
      streamed.push(await timed(exchange));
      firsts.push(first - ((await asked()).at(-1)?.begun_at ?? 0));
      bares.push(await timed(bare));
    }
    await api.chats.end({ params: { conversation_id: reply.id } });
  }

  const { reply, response: created } = await newChat();
  let used: UnitsUsed = noUnits;
  for (let at = 0; at < exchanges; at += 1)
    used = plus(used, costIn((await api.chats.send.withResponse(messageOf(reply.id))).response));
  const { response: ended } = await api.chats.end.withResponse({ params: { conversation_id: reply.id } });
  await model.close();
  await end('SIGTERM');
  await rm(directory, { recursive: true, force: true });

  const exchanged = each(used, exchanges);
  return {
    figures: [
      figure(
        'Write units and read units of an exchange at five levels',
        `${exchanged.writeUnits}, ${exchanged.readUnits}`,
        '12, 4',
      ),
      figure(
        'From the model’s first word until it is read in the stream: milliseconds',
        milliseconds(firsts),
        50,
      ),
      figure(
        `An exchange as a stream, relative to a bare loop over the same model, which takes ${Math.round(median(bares))} ms`,
        rounded(sum(streamed) / sum(bares)),
        1.3,
      ),
    ],
    data: {
      exchanges,
      created: costIn(created),
      exchanged,
      ended: costIn(ended),
    },
  };
};
