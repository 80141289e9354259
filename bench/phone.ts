import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Bundle } from '#lib/build/bundles.ts';
import { buildBundles } from '#lib/build/bundles.ts';
import { callSocketFunction } from '#lib/build/function-settings.ts';
import { toContext } from '#lib/local/event.ts';
import { startGateway } from '#lib/local/gateway.ts';
import type { PhoneLine } from '#lib/local/phone-line.ts';
import { callNumber, newLineAccount } from '#lib/local/phone-line.ts';
import { socketPath, startSockets } from '#lib/local/sockets.ts';
import { startLocal } from '../test/support/local-process.ts';
import { planAnswers, startModelServer, testModel } from '../test/support/model-server.ts';
import { usersOf } from '../test/support/users.ts';
import type { Figure, MeasuredGroup, UnitsUsed } from './figure.ts';
import { figure, median, milliseconds, rounded } from './figure.ts';
import { load } from './functions.ts';
import { costIn, createLocation, startMeasured } from './platform.ts';

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

/** The units of a call at a carrier. */
export interface PhoneUnits {
  readonly minutes: number;
  readonly exchanges: number;
  /** The messages of the carrier in an exchange: the words, and the reports of who speaks. */
  readonly frames: number;
  readonly used: UnitsUsed;
}

const minutes = 5;
const exchanges = 12;
const frames = 5;

const question = 'Where is my parcel?';
const sentences = ['Your parcel is in Berlin.', 'It will arrive on Tuesday before noon, says the carrier.'];
const text = sentences.join(' ');
const longQuestion = 'Tell me all that you know about my parcel.';
/** So many sentences more than the other answer has. */
const furtherSentences = 20;

const numbers = { from: '+441632960123', to: '+441632960999' } as const;

/** Serves the functions of calls from their sources, so that their units are counted in this process. */
const startCalls = async () => {
  const [answer, end, calls] = await Promise.all([
    import('#functions/phone-calls/answer.ts'),
    import('#functions/phone-calls/end.ts'),
    import('#functions/sockets/calls.ts'),
  ]);
  const handlers: Readonly<Record<string, Handler>> = {
    'phoneCalls.answer': answer.handler as Handler,
    'phoneCalls.end': end.handler as Handler,
    [callSocketFunction]: calls.handler as Handler,
  };
  const handlerOf = (id: string): Handler => handlers[id] as Handler;
  const sockets = await startSockets({
    invoke: (event) => handlerOf(callSocketFunction)(event, toContext(callSocketFunction, 29_000)),
    host: () => 'localhost',
  });
  const gateway = await startGateway({ invoke: handlerOf, upgrade: sockets.upgrade, port: 0 });
  process.env.SOCKET_URL = `${gateway.baseUrl.replace('http', 'ws')}${socketPath}`;
  process.env.SOCKET_CONNECTIONS_URL = sockets.connectionsUrl;
  return gateway;
};

type MeasuredModel = Awaited<ReturnType<typeof startModelServer>>;

/** An agent that a model answers for, at the number of an account. */
const phoneOf = async ({ api }: Pick<Awaited<ReturnType<typeof createLocation>>['location'], 'api'>) => {
  const { id: agent_id } = await api.agents.create({
    body: { name: 'Pia', prompt: 'You are Pia.', first_message: 'Hello.', model: { id: 'test-model' } },
  });
  const account = newLineAccount();
  const { account_id, auth_token: api_key } = account;
  const agents = [{ provider_agent_id: numbers.to, agent_id }];
  const { webhook_url } = await api.integrations.create({
    body: { provider: 'twilio', name: 'Phone', account_id, api_key, agents },
  });
  return { agent_id, account, webhook_url };
};

/** Measures the units of calls at a location at the fifth level. */
const measureUnits = async (model: MeasuredModel): Promise<MeasuredGroup<PhoneUnits>> => {
  await planAnswers(model.endpoint, longQuestion, [
    { text: `${text} ${'It is on its way to you. '.repeat(furtherSentences)}` },
  ]);
  const platform = await startMeasured({ model: testModel(model.endpoint) });
  const { costOf, providersOrigin } = platform;
  process.env.PROVIDER_URLS = JSON.stringify({ twilio: `${providersOrigin}/twilio` });
  const { location } = await createLocation(platform);
  const { api } = location;
  const { agent_id, account, webhook_url } = await phoneOf(location);
  const { baseUrl } = await startCalls();
  const voice_url = `${baseUrl}${new URL(webhook_url).pathname}`;
  const { now } = Date;
  let passed = 0;
  // Words are stored once their fate is known, some seconds later.
  Date.now = () => now() + passed;
  const speaks = (line: PhoneLine, name: 'clientSpeaking' | 'agentSpeaking', value: 'on' | 'off') => {
    line.send({ type: 'info', name, value });
    return wait(100);
  };
  const call = async (questions: readonly string[]): Promise<void> => {
    const line = await callNumber({ voice_url, ...account, ...numbers });
    await line.hear();
    for (const words of questions) {
      passed += (minutes * 60_000) / exchanges;
      await speaks(line, 'clientSpeaking', 'on');
      await speaks(line, 'clientSpeaking', 'off');
      line.say(words);
      await line.hear();
      await speaks(line, 'agentSpeaking', 'on');
      await speaks(line, 'agentSpeaking', 'off');
    }
    await line.hangUp();
  };
  // The first one makes the functions learn of the account.
  await call([question]);
  const asked = Array.from({ length: exchanges }, (_, at) => `${question} I ordered it ${at + 1} weeks ago.`);
  const used = await costOf(() => call(asked));
  const short = await costOf(() => call([question]));
  const long = await costOf(() => call([longQuestion]));
  const body = {
    agent_id,
    channel: 'phone' as const,
    direction: 'inbound' as const,
    caller: { number: numbers.from },
    provider: { name: 'twilio', conversation_id: randomUUID(), agent_id: numbers.to },
    status: 'completed' as const,
    end_reason: 'user_ended',
    duration_ms: minutes * 60_000,
    turns: asked.flatMap((words) => [
      { role: 'user' as const, text: words },
      { role: 'agent' as const, text },
    ]),
  };
  const reported = costIn(
    (await api.conversations.create.withResponse({ idempotencyKey: randomUUID(), body })).response,
  );
  const figures = [
    figure(
      `Write units of a call of five minutes and ${exchanges} exchanges at five levels; the same call, reported, takes ${reported.writeUnits}`,
      rounded(used.writeUnits),
      // 1.3 times the reported call, and those of an exchange in a chat.
      Math.floor(1.3 * reported.writeUnits + 12 * exchanges),
    ),
    figure('Read units of that call, an exchange', rounded(used.readUnits / exchanges)),
    figure(
      'Read units of a further sentence, before which it is read whether the caller has interrupted',
      rounded((long.readUnits - short.readUnits) / furtherSentences),
      1,
    ),
  ];
  const { readUnits, writeUnits, calls } = used;
  const rounds = { calls, readUnits: rounded(readUnits), writeUnits: rounded(writeUnits) };
  return { figures, data: { minutes, exchanges, frames, used: rounds } };
};

/** When the text that a model streams contains the first sentence, as a bare loop reads it. */
const readFirst = async (url: string): Promise<number> => {
  const ask = { model: 'test-model', stream: true, messages: [{ role: 'user', content: question }] };
  const { body } = await fetch(`${url}/chat/completions`, { method: 'POST', body: JSON.stringify(ask) });
  let first = 0;
  let read = '';
  for await (const piece of (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
    read += piece;
    const deltas = [...read.matchAll(/"content":"([^"]*)"/g)].map(([, words]) => words);
    if (deltas.join('').includes(`${sentences[0]} `)) first ||= Date.now();
  }
  return first;
};

/** When the first words of an answer arrive at the carrier. */
const hearFirst = async (line: PhoneLine): Promise<number> => {
  let first = 0;
  for (;;) {
    const { value } = await line.messages.next();
    if (value?.token) first ||= Date.now();
    if (!value || value.last) return first;
  }
};

/**
 * Measures the time to the first sentence with `npm start` in a separate process. A bare loop asks the same
 * model as often, in turn with the call, so that both meet the same machine.
 */
const measureFirst = async (model: MeasuredModel, size: number): Promise<Figure> => {
  const pace = { first_ms: 200, part_ms: 12 };
  const asked = await planAnswers(model.endpoint, question, [{ text, pace }]);
  const begun = async () => (await asked()).at(-1)?.begun_at ?? 0;
  const url = `${model.endpoint}/v1`;
  const directory = await mkdtemp(join(tmpdir(), 'phone-'));
  const { description, end } = await startLocal(directory, ['--model-url', url, '--model', 'test-model']);
  const { account, webhook_url } = await phoneOf((await createLocation(usersOf(description))).location);
  const line = await callNumber({ voice_url: webhook_url, ...account, ...numbers });
  await line.hear();
  const heard: number[] = [];
  const read: number[] = [];
  for (let at = 0; at < Math.max(5, size / 400); at += 1) {
    line.say(`${question} I ordered it ${at + 1} weeks ago.`);
    const first = await hearFirst(line);
    heard.push(first - (await begun()));
    const bare = await readFirst(url);
    read.push(bare - (await begun()));
  }
  await line.hangUp();
  await end('SIGTERM');
  await rm(directory, { recursive: true, force: true });
  return figure(
    `From the model’s first sentence, which a bare loop has read after ${Math.round(median(read))} ms, until it is posted: milliseconds`,
    milliseconds(heard.map((ms) => Math.max(0, ms - median(read)))),
    60,
  );
};

/**
 * Measures the cold start of the function of calls, in turn with that of the function that answers chats with
 * the same loop.
 */
const measureStart = async (): Promise<Figure> => {
  const bundles = await buildBundles();
  const [call, chat] = [callSocketFunction, 'chats.stream'].map((wanted) => {
    const bundle = bundles.find(({ id }) => id === wanted);
    if (!bundle) throw new Error(`There is no bundle of ${wanted}`);
    return bundle;
  }) as [Bundle, Bundle];
  const pairs = Array.from({ length: 15 }, () => [load(call), load(chat)] as const);
  return figure(
    'Cold start of the function of calls, relative to that which streams the answers of chats',
    rounded(median(pairs.map(([ms]) => ms)) / median(pairs.map(([, ms]) => ms))),
    1.1,
  );
};

/** Measures calls at a carrier, which a line plays as Twilio does, with its reports of who speaks. */
export const measure = async (size: number): Promise<MeasuredGroup<PhoneUnits>> => {
  const model = await startModelServer();
  const first = await measureFirst(model, size);
  const { figures, ...units } = await measureUnits(model);
  await model.close();
  return { figures: [first, ...figures, await measureStart()], ...units };
};
