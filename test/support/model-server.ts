import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { LocalModel } from '#lib/local/platform.ts';
import { codec } from './spoken.ts';

/*
 * Answers as language models do, in the protocols of OpenAI's chat completions and of Bedrock's Converse.
 * A text that the request contains plans the answer, such as a word that only one test has put into an
 * agent's prompt.
 */

/** The text and the tool calls of one answer of a model. */
export interface Said {
  readonly text?: string;
  /** `<tomorrow>` in arguments is the day after the one that the request says it is. */
  readonly calls?: readonly { readonly name: string; readonly arguments: unknown }[];
  /** Null: it reports none. */
  readonly usage?: { readonly input: unknown; readonly output: unknown } | null;
  /** Whether it ends because its tokens are used up. */
  readonly isCutShort?: boolean;
  /** An exception with which Bedrock ends a stream after the words. */
  readonly exception?: 'throttlingException' | 'modelStreamErrorException';
  /** The milliseconds before it begins, and between two parts of a stream. */
  readonly pace?: { readonly first_ms: number; readonly part_ms: number };
}

/**
 * The server's failures. `silent`: there is no answer. `slow`: it comes, a space at a time, and never ends.
 * `cut`: half of it comes. `closed`: the connection is closed at once. `endless`: more comes than anybody can
 * hold. `talkative`: words come as events, without an end. `streamed`: it comes as events, which nobody
 * asked for. `broken`: half of the events come.
 */
export type Trouble = 'silent' | 'slow' | 'cut' | 'closed' | 'endless' | 'talkative' | 'streamed' | 'broken';

export type Answer =
  | Said
  | { readonly trouble: Trouble }
  | { readonly status: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> };

export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
  /** The time at which a paced answer began. */
  begun_at?: number;
}

const control = '/plans';

/** The key that the server's users have. */
export const modelKey = 'only-for-the-model-server';

/** A language model for a platform: the rehearsal unless an agent names the server's own. */
export const testModel = (endpoint: string): LocalModel => ({
  apiKey: modelKey,
  settings: {
    provider: 'openai_compatible',
    base_url: `${endpoint}/v1`,
    models: ['rehearsal', 'test-model'],
    prices: { 'test-model': { input: 2, output: 8, currency: 'USD' } },
    timeout_seconds: 15,
    max_tokens: 2000,
  },
});

const tomorrowIn = (request: string): string => {
  const [, today] = /Now it is \w+, (\d{4}-\d{2}-\d{2})/.exec(request) ?? [];
  if (today === undefined) return 'unknown';
  return new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
};

/** An answer of somebody who has read the request. */
const afterReading = <A>(answer: A, request: string): A =>
  JSON.parse(JSON.stringify(answer).replaceAll('<tomorrow>', () => tomorrowIn(request))) as A;

const openAi = ({ text, calls = [], usage = { input: 11, output: 7 }, isCutShort = false }: Said) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'test-model',
  choices: [
    {
      index: 0,
      finish_reason: isCutShort ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop',
      message: {
        role: 'assistant',
        content: text ?? null,
        ...(calls.length > 0 && {
          tool_calls: calls.map(({ name, arguments: given }, at) => ({
            id: `call_${at}`,
            type: 'function',
            function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) },
          })),
        }),
      },
    },
  ],
  ...(usage && { usage: { prompt_tokens: usage.input, completion_tokens: usage.output, total_tokens: 18 } }),
});

/** The same answer word by word, as events. Its tokens are reported only if the request asks for them. */
const openAiEvents = (said: Said, reportsUsage = false): string[] => {
  const { choices, usage, ...head } = openAi(said);
  const [{ finish_reason, message } = { finish_reason: 'stop', message: { content: null } }] = choices;
  const { tool_calls = [] } = message as { tool_calls?: object[] };
  const deltas = [
    { role: 'assistant', content: '' },
    ...(message.content?.match(/\S+\s*/g) ?? []).map((content) => ({ content })),
    ...tool_calls.map((call, index) => ({ tool_calls: [{ index, ...call }] })),
  ];
  const chunks = [
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] })),
    { choices: [{ index: 0, delta: {}, finish_reason }] },
    ...(reportsUsage && usage ? [{ choices: [], usage }] : []),
  ];
  const events = chunks.map((chunk) =>
    JSON.stringify({ ...head, object: 'chat.completion.chunk', ...chunk }),
  );
  return [...events, '[DONE]'].map((data) => `data: ${data}\n\n`);
};

const bedrock = ({ text, calls = [], usage = { input: 11, output: 7 } }: Said) => ({
  output: {
    message: {
      role: 'assistant',
      content: [
        ...(text === undefined ? [] : [{ text }]),
        ...calls.map(({ name, arguments: input }, at) => ({
          toolUse: { toolUseId: `tooluse_${at}`, name, input },
        })),
      ],
    },
  },
  stopReason: calls.length > 0 ? 'tool_use' : 'end_turn',
  ...(usage && { usage: { inputTokens: usage.input, outputTokens: usage.output, totalTokens: 18 } }),
  metrics: { latencyMs: 1 },
});

/** The same answer word by word, as Bedrock streams it in frames, which are padded. */
const bedrockFrames = ({ text = '', calls = [], usage, exception }: Said): Uint8Array[] => {
  const { stopReason, ...whole } = bedrock({ text, calls, ...(usage !== undefined && { usage }) });
  const frame = (name: string, payload: object, kind: 'event' | 'exception' = 'event') =>
    codec.encode({
      headers: {
        [`:${kind}-type`]: { type: 'string', value: name },
        ':content-type': { type: 'string', value: 'application/json' },
        ':message-type': { type: 'string', value: kind },
      },
      body: Buffer.from(JSON.stringify({ ...payload, p: 'abcdefghijkl' })),
    });
  const words = text.match(/\S+\s*/g) ?? [];
  const said = words.map((word) =>
    frame('contentBlockDelta', { contentBlockIndex: 0, delta: { text: word } }),
  );
  const begun = [frame('messageStart', { role: 'assistant' }), ...said];
  if (exception) return [...begun, frame(exception, { message: 'canary' }, 'exception')];
  const called = calls.flatMap(({ name, arguments: input }, at) => {
    const block = { contentBlockIndex: at + 1 };
    const start = { toolUse: { toolUseId: `tooluse_${at}`, name } };
    return [
      frame('contentBlockStart', { ...block, start }),
      frame('contentBlockDelta', { ...block, delta: { toolUse: { input: JSON.stringify(input) } } }),
      frame('contentBlockStop', block),
    ];
  });
  return [
    ...begun,
    ...(words.length > 0 ? [frame('contentBlockStop', { contentBlockIndex: 0 })] : []),
    ...called,
    frame('messageStop', { stopReason }),
    frame('metadata', { metrics: whole.metrics, ...(whole.usage && { usage: whole.usage }) }),
  ];
};

interface ConverseBody {
  readonly messages?: readonly { readonly role: string; readonly content: readonly object[] }[];
  readonly toolConfig?: object;
}

/** The reason for which Converse refuses a request; undefined: it takes it. */
const refusedByConverse = ({ messages = [], toolConfig }: ConverseBody): string | undefined => {
  const hasToolContent = messages.some(({ content }) =>
    content.some((block) => 'toolUse' in block || 'toolResult' in block),
  );
  if (hasToolContent && !toolConfig)
    return 'The toolConfig field must be defined when using toolUse and toolResult content blocks.';
  return messages.at(-1)?.role === 'assistant'
    ? 'This model does not support assistant message prefill.'
    : undefined;
};

const troubles: Readonly<Record<Trouble, (response: ServerResponse) => void>> = {
  silent: () => {},
  slow: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 50);
    response.on('close', () => clearInterval(timer));
  },
  cut: (response) => {
    const body = JSON.stringify(openAi({ text: 'Half of this' }));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.write(body.slice(0, body.length / 2), () => response.destroy());
  },
  closed: (response) => void response.destroy(),
  endless: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      while (!response.destroyed && response.write(' '.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  },
  talkative: (response) => {
    const [begin, words] = openAiEvents({ text: 'and-so-on-'.repeat(500) });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(begin);
    const timer = setInterval(() => response.write(words), 50);
    response.on('close', () => clearInterval(timer));
  },
  broken: (response) => {
    const events = openAiEvents({ text: 'Half of what I have to say' }).join('');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(events.slice(0, events.length / 2), () => response.destroy());
  },
  streamed: (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('data: {"choices":[{"delta":{"content":"Hello"}}]}\n\ndata: [DONE]\n\n');
  },
};

export const startModelServer = async (): Promise<{ endpoint: string; close: () => Promise<void> }> => {
  const plans = new Map<string, { contains: string; answers: Answer[]; asked: Asked[] }>();

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const path = request.url ?? '/';
    if (path === control) {
      const { id, plan } = JSON.parse(text) as { id: string; plan?: { contains: string; answers: Answer[] } };
      if (plan) plans.set(id, { ...plan, asked: [] });
      response.end(JSON.stringify(plans.get(id)?.asked ?? []));
      return;
    }
    const plan = [...plans.values()].find(({ contains }) => text.includes(contains));
    const asked: Asked = { path, headers: request.headers, body: JSON.parse(text) };
    plan?.asked.push(asked);
    const planned: Answer = (plan && (plan.answers.length > 1 ? plan.answers.shift() : plan.answers[0])) ?? {
      status: 500,
      body: 'Nothing is planned',
    };
    const answer = afterReading(planned, text);
    if ('trouble' in answer) return troubles[answer.trouble](response);
    if ('status' in answer) {
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
      response.end(answer.body);
      return;
    }
    if (answer.pace) {
      await wait(answer.pace.first_ms);
      asked.begun_at = Date.now();
    }
    if (path.startsWith('/v1/') && asked.body.stream) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const { include_usage } = (asked.body.stream_options ?? {}) as { include_usage?: boolean };
      for (const event of openAiEvents(answer, include_usage)) {
        response.write(event);
        if (answer.pace) await wait(answer.pace.part_ms);
      }
      response.end();
      return;
    }
    const refusal = path.startsWith('/v1/') ? undefined : refusedByConverse(asked.body);
    if (refusal !== undefined) {
      response.writeHead(400, { 'x-amzn-errortype': 'ValidationException' });
      response.end(JSON.stringify({ message: refusal }));
      return;
    }
    if (path.endsWith('/converse-stream')) {
      response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
      for (const frame of bedrockFrames(answer)) response.write(frame);
      response.end();
      return;
    }
    const said = path.startsWith('/v1/') ? openAi(answer) : bedrock(answer);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

const tell = async (endpoint: string, body: object): Promise<Asked[]> => {
  const response = await fetch(`${endpoint}${control}`, { method: 'POST', body: JSON.stringify(body) });
  return (await response.json()) as Asked[];
};

/**
 * Plans what is answered to requests that contain a text, one after the other, the last one for ever; gives
 * what was asked.
 */
export const planAnswers = async (
  endpoint: string,
  contains: string,
  answers: readonly Answer[],
): Promise<() => Promise<Asked[]>> => {
  const id = randomUUID();
  await tell(endpoint, { id, plan: { contains, answers } });
  return () => tell(endpoint, { id });
};
