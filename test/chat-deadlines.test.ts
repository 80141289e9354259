import type { Context } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { send, stream } from '#lib/contract/chats.ts';
import type { Route } from '#lib/contract/route.ts';
import type { ApiHandler } from '#lib/http/pipeline.ts';
import type { RestHandler } from '#lib/http/streamed.ts';
import { toContext } from '#lib/local/event.ts';
import { eventually } from './support/eventually.ts';
import { holdNext } from './support/fault-proxy.ts';
import { toolCallsOf } from './support/key-beginnings.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import type { Receiver } from './support/receiver.ts';
import { answering, startReceiver } from './support/receiver.ts';
import { requestEvent } from './support/request-event.ts';
import { tableOf } from './support/table.ts';
import type { Users } from './support/users.ts';
import { usersOf } from './support/users.ts';

/*
 * A function answers in a chat, calls a slow tool, and runs out of time. Time is faked and moves only when a
 * test advances it, so the results do not depend on the speed of the machine.
 */

let platform: OwnPlatform;
let users: Users;
let receiver: Receiver;
/** Speaks, and keeps a test waiting where that says so. */
let voice: Receiver;
let sending: ApiHandler;
let streaming: RestHandler;
/** Resolves when the server that never answers is called. */
let called = Promise.withResolvers<void>();

beforeAll(async () => {
  voice = await startReceiver(answering(200, { 'content-type': 'audio/mpeg' }, 'spoken'));
  platform = await startOwnPlatform({
    following: false,
    proxied: true,
    speech: {
      provider: 'openai_compatible',
      base_url: new URL('/v1', voice.url).href,
      model: 'tts',
      voice: 'alloy',
    },
  });
  users = usersOf(platform.description);
  // Receives calls, and never answers.
  receiver = await startReceiver(() => called.resolve());
  // The sources, because bundles have a client of the table of their own. Only now, because it takes its
  // settings from the environment.
  ({ handler: sending } = await import('#functions/chats/send.ts'));
  ({ handler: streaming } = await import('#functions/chats/stream.ts'));
});
afterAll(async () => {
  await receiver.close();
  await platform.close();
  await voice.close();
});
beforeEach(() => {
  called = Promise.withResolvers();
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A chat with an agent that calls the silent server. */
const slowChat = async (effect: 'read' | 'write', agent: object = {}, variables = {}) => {
  const { api, key } = await users.organization();
  const action = { type: 'http' as const, url: receiver.url, effect, timeout_seconds: 10 };
  const body = { name: 'Pia', tools: [{ name: 'cancel_order', description: 'Cancels', action }], ...agent };
  const { id: agent_id } = await api.agents.create({ body });
  const { id } = await api.chats.create({ params: { agent_id }, body: { variables } });
  return { api, id, key };
};

interface SlowChat {
  readonly id: string;
  readonly key: string;
}

const eventOf = (route: Route, { id, key }: SlowChat, more: object = {}) =>
  requestEvent(route, {
    key,
    params: { conversation_id: id },
    body: { text: 'Please cancel my order', ...more },
  });

const streamedText = async (chat: SlowChat, context: Context, more: object = {}): Promise<string> => {
  const { stream: parts } = await streaming(eventOf(stream, chat, more), context);
  let text = '';
  for await (const part of parts ?? []) text += part;
  return text;
};

const handlers = {
  whole: async (chat: SlowChat, context: Context) => {
    const { body = '' } = await sending(eventOf(send, chat), context);
    return body;
  },
  streamed: streamedText,
};

const isFree = async (id: string): Promise<void> => {
  const session = await tableOf(platform.description).get({ pk: `conversation#${id}`, sk: 'session' });
  expect(session?.busy_until).toBe(0);
};

const callsOf = ({ id }: { readonly id: string }) =>
  receiver.received.filter(({ text }) => text.includes(id));

/** The time that a function reserves for storing an answer. */
const reservedMs = 4000;

describe('A function with little time', { concurrent: false }, () => {
  test.for(['read', 'write'] as const)(
    'gives a tool that is slow to %s up in time for the answer to be stored',
    async (effect) => {
      const chat = await slowChat(effect);
      // Less than the server of the tool may take, which is 10 seconds.
      const context = toContext('chats.send', reservedMs + 5000);
      const answering = handlers.whole(chat, context);
      await called.promise;
      await vi.advanceTimersByTimeAsync(5000);
      const answered = JSON.parse(await answering);
      expect(context.getRemainingTimeInMillis()).toBe(reservedMs);
      const error = effect === 'read' ? 'too long' : 'outcome of this call is unknown';
      expect(answered.turns.at(-1).tool_calls).toMatchObject([{ error: expect.stringContaining(error) }]);
      await isFree(chat.id);
    },
  );

  test.for(['whole', 'streamed'] as const)(
    'does not begin what it has no time for: an answer that is %s',
    async (way) => {
      const chat = await slowChat('write');
      const text = await handlers[way](chat, toContext('chats.send', reservedMs + 400));
      expect(text).toContain('"code":"model_timed_out"');
      if (way === 'streamed') expect(text).toMatch(/event: error\ndata: .*\n\n$/);
      expect(callsOf(chat)).toEqual([]);
      await isFree(chat.id);
      const { data } = await chat.api.chats.messages({ params: { conversation_id: chat.id }, query: {} });
      expect(data).toEqual([]);
    },
  );

  test('still says why there is no answer, in words of the owner with a variable', async () => {
    const agent = { disclosure: '', failure_message: 'Sorry, {{name}}.' };
    const chat = await slowChat('read', agent, { name: 'Ada' });
    const asked = Promise.withResolvers<string>();
    const held = Promise.withResolvers<void>();
    voice.answer = async ({ text }, response) => {
      asked.resolve(text);
      await held.promise;
      response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('spoken');
    };
    const answer = streamedText(chat, toContext('chats.stream', reservedMs + 400), { speak: true });
    expect(await asked.promise).toContain('Sorry, Ada.');
    await vi.advanceTimersByTimeAsync(1000);
    held.resolve();
    const text = await answer;
    expect(text).toContain(`"data":"${Buffer.from('spoken').toString('base64')}"`);
    expect(text).toContain('"code":"model_timed_out"');
  });

  test('frees the chat after a note that was being written at the deadline, and makes no call', async () => {
    const chat = await slowChat('write');
    const context = toContext('chats.send', reservedMs + 5000);
    const { dynamodb_endpoint } = platform.description;
    const note = { key: toolCallsOf(chat.id), operation: 'TransactWriteItems' };
    const noting = await holdNext(dynamodb_endpoint, note);
    const answering = handlers.whole(chat, context);
    await noting.arrived(answering);
    const freeing = await holdNext(dynamodb_endpoint, { contains: chat.id, operation: 'PutItem' });
    await vi.advanceTimersByTimeAsync(5500);
    await noting.release();
    const notes = () => tableOf(platform.description).partitions(`tool_call#${chat.id}`);
    await eventually(async () => expect(await notes()).toHaveLength(1));
    await freeing.release();
    expect(await answering).toContain('"code":"model_timed_out"');
    await isFree(chat.id);
    const result = expect.stringContaining('the call was not made');
    await eventually(async () => expect(await notes()).toMatchObject([{ result }]));
    expect(callsOf(chat)).toEqual([]);
  });

  test('gives an answer up whatever it waits for', async () => {
    const { endsBy } = await import('#lib/chats/deadline.ts');
    const silent = async function* () {
      yield 'One moment.';
      await new Promise(() => {});
    };
    const heard: string[] = [];
    const listening = async () => {
      for await (const word of endsBy(Date.now(), silent())) heard.push(word);
    };
    const refused = expect(listening()).rejects.toMatchObject({ code: 'model_timed_out' });
    await vi.advanceTimersByTimeAsync(500);
    await refused;
    expect(heard).toEqual(['One moment.']);
  });
});
