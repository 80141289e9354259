import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { ChatAnswer } from '#lib/contract/chats.ts';
import { send as route } from '#lib/contract/chats.ts';
import { toContext } from '#lib/local/event.ts';
import { interleaving } from './support/interleave.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { randomOf } from './support/random.ts';
import { tableOf } from './support/table.ts';
import { usersOf } from './support/users.ts';

const rounds = Number(process.env.ROUNDS ?? 160);

interface Sent {
  readonly text: string;
  readonly when_busy: 'refuse' | 'interrupt';
  readonly key: string | undefined;
}

interface Heard {
  readonly sent: Sent;
  readonly status: number;
  readonly body: ChatAnswer & { readonly code?: string };
}

test('of two messages at once, in any order of their reads and writes, none is lost, doubled or misplaced', async () => {
  const platform = await startOwnPlatform({ following: false });
  onTestFinished(() => platform.close());
  const users = usersOf(platform.description);
  const table = tableOf(platform.description);
  // Only now, because the table's client takes its settings from the environment.
  const { dynamodb } = await import('#lib/store/table.ts');
  // The source, and not its bundle, which has a client of the table of its own.
  const { handler } = await import('#functions/chats/send.ts');
  const interleave = interleaving(dynamodb);
  const org = await users.organization();
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia' } });
  await users.operator.clients.update({
    params: { client_id: org.client.id },
    body: { settings: { quotas: { chat_messages_per_day: 1_000_000, open_chats: 1_000_000 } } },
  });

  const send = async (conversation_id: string, sent: Sent): Promise<Heard> => {
    const { text, when_busy, key } = sent;
    const event = {
      version: '2.0',
      routeKey: route.key,
      rawPath: `/v1/conversations/${conversation_id}/messages`,
      rawQueryString: '',
      headers: {
        authorization: `Bearer ${org.key}`,
        'content-type': 'application/json',
        ...(key && { 'idempotency-key': key }),
      },
      pathParameters: { conversation_id },
      requestContext: {
        domainName: 'localhost',
        http: { method: 'POST', path: '/', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: '' },
        requestId: randomUUID(),
      },
      body: JSON.stringify({ text, when_busy }),
      isBase64Encoded: false,
    };
    const answer = await handler(event as never, toContext('chats.send', 30_000) as never);
    const { statusCode = 0, body = '' } = answer as { statusCode?: number; body?: string };
    return { sent, status: statusCode, body: JSON.parse(body) };
  };

  const outcomes = new Map<string, number>();
  const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);

  for (let seed = 1; seed <= rounds; seed += 1) {
    const random = randomOf(seed);
    const { id } = await org.api.chats.create({ params: { agent_id }, body: {} });
    const messages = ['One', 'Two'].map(
      (text): Sent => ({
        text,
        when_busy: random() < 0.5 ? 'refuse' : 'interrupt',
        key: random() < 0.7 ? randomUUID() : undefined,
      }),
    );
    // Left to chance, the second message rarely comes while the first is being answered. So in every other
    // round it comes once the first has claimed the chat, or just before its answer is stored.
    const claimed = (messages[0]?.key ? 4 : 3) + Math.floor(random() * 2);
    const { results } = await interleave(
      random,
      messages.map((message) => ({ run: () => send(id, message) })),
      seed % 2 === 0 ? ([calls = 0]) => (calls < claimed ? 0 : 1) : undefined,
    );
    const heard = results.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value as Heard;
    });
    for (const { status, body, sent } of heard) count(`${sent.when_busy} ${status} ${body.code ?? ''}`);
    // A refused user sends the same message again. An interrupted one asks, with its key, for the answer to
    // both.
    const again = ({ body: { code }, sent: { key } }: Heard) =>
      code === 'conversation_busy' || (code === 'answer_interrupted' && key !== undefined);
    for (const each of heard.filter(again)) {
      heard[heard.indexOf(each)] = await send(id, each.sent);
    }

    const params = { conversation_id: id };
    const { data: turns } = await org.api.chats.messages({ params, query: {} });
    const where = { seed, heard, turns };
    // An interrupted message without a key has no answer of its own, and is in the transcript.
    for (const { status, body, sent } of heard) {
      if (status !== 200)
        expect([sent.key, body.code], JSON.stringify(where)).toEqual([undefined, 'answer_interrupted']);
    }
    const said = turns.map(({ role, text }) => (role === 'user' ? text : role));
    const orders = ['One', 'Two'].flatMap((first) => {
      const second = first === 'One' ? 'Two' : 'One';
      return [
        [first, 'agent', second, 'agent'],
        [first, second, 'agent'],
      ];
    });
    expect(orders, JSON.stringify(where)).toContainEqual(said);
    expect(turns.map(({ index }) => index)).toEqual(turns.map((_, at) => at));
    // Each answer has the turns as the transcript has them, with the message that it answers.
    for (const { status, body, sent } of heard.filter(({ status }) => status === 200)) {
      expect(status).toBe(200);
      const from = body.turns[0]?.index ?? -1;
      expect(body.turns).toEqual(turns.slice(from, from + body.turns.length));
      expect(body.turns.map(({ text }) => text)).toContain(sent.text);
    }
    const session = await table.get({ pk: `conversation#${id}`, sk: 'session' });
    const { pending, messages: counted } = JSON.parse(session?.fields);
    expect([session?.busy_until, pending, counted], JSON.stringify(where)).toEqual([0, [], 2]);
    const record = await table.get({ pk: `conversation#${id}`, sk: 'record' });
    expect(JSON.parse(record?.fields)).toMatchObject({ turns: turns.length, chat_usage: { messages: 2 } });
    for (const one of heard.filter(({ sent, status }) => sent.key && status === 200)) {
      expect((await send(id, one.sent)).body).toEqual(one.body);
    }
  }
  if (process.env.ROUNDS) console.error([...outcomes].sort());
  // The rounds met each other in every way.
  const ways = [
    'refuse 200 ',
    'interrupt 200 ',
    'refuse 409 conversation_busy',
    'interrupt 409 answer_interrupted',
  ];
  for (const way of ways) expect(outcomes.get(way), way).toBeGreaterThan(0);
});
