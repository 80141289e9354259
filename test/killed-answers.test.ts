import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { send, stream } from '#lib/contract/chats.ts';
import { create as complete } from '#lib/contract/completions.ts';
import { hourMs } from '#lib/domain/durations.ts';
import type { ApiAnswer } from '#lib/http/exchange.ts';
import { toContext } from '#lib/local/event.ts';
import { billedOrganization, monthFromNow } from './support/billing.ts';
import type { Task } from './support/interleave.ts';
import { interleaving, Killed } from './support/interleave.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import type { Receiver } from './support/receiver.ts';
import { answering, startReceiver } from './support/receiver.ts';
import { requestEvent } from './support/request-event.ts';
import { tableOf } from './support/table.ts';
import type { Users } from './support/users.ts';
import { usersOf } from './support/users.ts';
import { inOneMonth } from './support/whole-periods.ts';

/*
 * Answers with a tool that changes something, by functions that are killed at each of their steps: before
 * each call of the table, and after the call was carried out but before its answer arrived. The model and the
 * tool are asked in between.
 */

let platform: OwnPlatform;
let users: Users;
let receiver: Receiver;
let handlers: Record<Way, (event: never, context: Context) => Promise<ApiAnswer>>;
let interleave: ReturnType<typeof interleaving>;

type Way = 'whole' | 'streamed' | 'custom LLM';

beforeAll(async () => {
  platform = await startOwnPlatform({ following: false });
  users = usersOf(platform.description);
  receiver = await startReceiver(answering(200, { 'content-type': 'application/json' }, '{"ok":true}'));
  console.error = () => {};
  // Only now, because the table's client takes its settings from the environment.
  const { dynamodb } = await import('#lib/store/table.ts');
  interleave = interleaving(dynamodb);
  // The sources, because bundles have a client of the table of their own.
  handlers = {
    whole: (await import('#functions/chats/send.ts')).handler,
    streamed: (await import('#functions/chats/stream.ts')).handler,
    'custom LLM': (await import('#functions/completions/create.ts')).handler,
  };
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterAll(async () => {
  vi.useRealTimers();
  await receiver.close();
  await platform.close();
});

const routes = { whole: send, streamed: stream, 'custom LLM': complete };

type Asking = Parameters<typeof requestEvent>[1];

/** Asks a function, and reads its answer to the end. */
const ask = async (way: Way, asking: Asking) => {
  const event = requestEvent(routes[way], asking);
  const { stream: parts, body: whole = '' } = await handlers[way](event, toContext(way, 30_000));
  let text = whole;
  for await (const part of parts ?? []) text += part;
  return text;
};

/** The whole answer in a chat, however it came. */
const wholeIn = (text: string) =>
  JSON.parse(
    text.startsWith('event:') ? (/event: (?:done|error)\ndata: (.*)\n\n$/.exec(text)?.[1] ?? '{}') : text,
  );

const conversation_flow = {
  start: 'greet',
  nodes: [
    { id: 'greet', instruction: 'Greet', tools: null, transitions: [{ to: 'cancel', when: 'cancel order' }] },
    { id: 'cancel', instruction: 'Cancel', tools: null, transitions: [{ to: 'greet', when: 'more' }] },
  ],
};

/** An agent without a model, which calls the tool for each message that has the words of its name. */
const text = 'Please cancel order 12';

const deterministicAgent = () => {
  const action = { type: 'http' as const, url: receiver.url, effect: 'write' as const, timeout_seconds: 1 };
  return { name: 'Pia', conversation_flow, tools: [{ name: 'cancel_order', action }] };
};

const newAgent = async () => {
  const org = await users.organization();
  const { id } = await org.api.agents.create({ body: deterministicAgent() });
  return { ...org, agent_id: id };
};

/**
 * As many of its calls as a function makes before it is killed, and whether it learns of the last one. A call
 * that only reads leaves nothing: to be killed at it is to be killed at a write before or after it.
 */
const killings = (commands: readonly string[]): Pick<Task, 'calls' | 'after'>[] =>
  commands.flatMap((command, at) =>
    /Get|Query/.test(command)
      ? []
      : [{ after: { calls: at, happens: () => Promise.reject(new Killed()) } }, { calls: at + 1 }],
  );

/** Until chats of killed functions are free, and functions have forgotten what they have read. */
const later = () => vi.setSystemTime(Date.now() + 130_000);

/** The calls of a function that knows nothing yet. */
const run = async (task: Task): Promise<readonly string[]> => {
  later();
  const { commands } = await interleave(() => 0, [task]);
  later();
  return commands[0] ?? [];
};

const callsOf = (id: string) => receiver.received.filter(({ text: body }) => body.includes(id)).length;

describe('After a function was killed at any of its steps', { concurrent: false }, () => {
  test.for([
    ['whole', 'the same message'],
    ['streamed', 'the same message'],
    ['whole', 'another message'],
    ['streamed', 'another message'],
  ] as const)('in an answer that is %s, %s is answered, and nothing is done twice', async ([way, next]) => {
    const { api, key, agent_id } = await newAgent();
    const newChat = async () => {
      const { id: conversation_id } = await api.chats.create({ params: { agent_id }, body: {} });
      const headers = { 'idempotency-key': randomUUID() };
      return { key, params: { conversation_id }, headers, body: { text } };
    };
    const clean = await newChat();
    const steps = await run({ run: () => ask(way, clean) });
    expect(steps.length).toBeGreaterThan(6);
    const known: boolean[] = [];
    const again = next === 'the same message' ? {} : { headers: {} };
    for (const killing of killings(steps)) {
      const chat = await newChat();
      const { params } = chat;
      await run({ run: () => ask(way, chat), ...killing });
      const answer = wholeIn(await ask(way, { ...chat, ...again }));
      const where = JSON.stringify({ killing, answer });
      expect(answer, where).toMatchObject({ node: 'cancel', ended: false });
      if (next === 'the same message') expect(wholeIn(await ask(way, chat))).toEqual(answer);

      const { data: turns } = await api.chats.messages({ params, query: {} });
      expect(turns.slice(-answer.turns.length), where).toEqual(answer.turns);
      const roles = turns.map(({ role }) => role).join(' ');
      const possible = next === 'the same message' ? /^user agent$/ : /^(user |user agent |)user agent$/;
      expect(roles, where).toMatch(possible);
      const made = turns.filter(({ role }) => role === 'agent').flatMap(({ tool_calls }) => tool_calls);
      const succeeded = made.filter(({ error }) => error === null).length;
      const arrived = callsOf(params.conversation_id);
      known.push(succeeded === arrived);
      expect(made.length, where).toBe(turns.filter(({ role }) => role === 'agent').length);
      expect(arrived, where).toBeLessThanOrEqual(made.length);
      expect(succeeded, where).toBeLessThanOrEqual(arrived);

      const table = tableOf(platform.description);
      const pk = `conversation#${params.conversation_id}`;
      const session = await table.get({ pk, sk: 'session' });
      const { pending, steps: begun = [], messages } = JSON.parse(session?.fields);
      const said = turns.filter(({ role }) => role === 'user').length;
      expect([session?.busy_until, pending, begun, messages], where).toEqual([0, [], [], said]);
      const record = await table.get({ pk, sk: 'record' });
      expect(JSON.parse(record?.fields), where).toMatchObject({ chat_usage: { messages: said } });
    }
    // Only a call whose result was never noted is unknown.
    expect(known.filter((one) => !one)).toHaveLength(1);
  });

  test('in an answer of a custom LLM, the provider asks again, and nothing is done twice', async () => {
    const { key, agent_id } = await newAgent();
    const newCall = () => ({
      key,
      params: { agent_id },
      headers: { 'x-call-id': randomUUID() },
      body: { messages: [{ role: 'user', content: text }] },
    });
    const steps = await run({ run: () => ask('custom LLM', newCall()) });
    expect(steps.length).toBeGreaterThan(4);
    for (const killing of killings(steps)) {
      const call = newCall();
      await run({ run: () => ask('custom LLM', call), ...killing });
      const where = JSON.stringify(killing);
      expect(JSON.parse(await ask('custom LLM', call)), where).toMatchObject({
        choices: [
          { message: { content: expect.stringContaining('A tool answered') }, finish_reason: 'stop' },
        ],
      });
      expect(callsOf(call.headers['x-call-id']), where).toBeLessThanOrEqual(1);
    }
  });

  test.for([
    ['whole', 'the same message'],
    ['streamed', 'another message'],
  ] as const)(
    'in an answer that is %s, a plan that stops gives no more answers than it has, to %s',
    async ([way, next]) => {
      const reserved: boolean[] = [];
      const under = async (included_messages: number) => {
        // A plan counts by months, and the time passes quickly here.
        vi.setSystemTime(inOneMonth(Date.now(), hourMs));
        const { reseller, client, params, plan_id } = await billedOrganization(users, {
          included_messages,
          message_rate: '0.05',
          at_limit: 'stop',
        });
        const start_date = monthFromNow(0);
        await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date } });
        const { id: agent_id } = await client.api.agents.create({ body: deterministicAgent() });
        const newMessage = async () => {
          const { id: conversation_id } = await client.api.chats.create({ params: { agent_id }, body: {} });
          const headers = { 'idempotency-key': randomUUID() };
          return { key: client.key, params: { conversation_id }, headers, body: { text } };
        };
        return newMessage;
      };
      const clean = await (await under(3))();
      const steps = await run({ run: () => ask(way, clean) });
      for (const killing of killings(steps)) {
        const newMessage = await under(1);
        const killed = await newMessage();
        await run({ run: () => ask(way, killed), ...killing });
        const other = await newMessage();
        const replies = [wholeIn(await ask(way, next === 'the same message' ? killed : other))];
        for (let more = 0; more < 2; more += 1) replies.push(wholeIn(await ask(way, await newMessage())));

        const where = JSON.stringify({ killing, replies });
        const [first, ...refused] = replies;
        expect(refused, where).toMatchObject(refused.map(() => ({ code: 'usage_limit_reached' })));
        reserved.push(first.code === 'usage_limit_reached');
        const asked = [killed, other].filter(({ params }) => callsOf(params.conversation_id) > 0);
        expect(asked.length, where).toBeLessThanOrEqual(1);
      }
      // A function that ends after it has reserved a message keeps it, also from the same message.
      expect(new Set(reserved)).toEqual(new Set([true, false]));
    },
  );
});
