import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '#lib/build/bundles.ts';
import type { Client } from '#lib/local/client.ts';
import { ApiProblem, createClient } from '#lib/local/client.ts';

/** A step of the tour, and what it shows about a deployment. */
interface Step {
  readonly name: string;
  readonly shows: string;
  readonly run: () => Promise<void>;
}

/** The result of a step; `error` is absent if it passed. */
export interface StepResult {
  readonly name: string;
  readonly shows: string;
  readonly milliseconds: number;
  readonly error?: string;
}

export interface SmokeOptions {
  /** The API's address. */
  readonly url: string;
  /** A key that may create organizations. */
  readonly key: string;
  /** The console's address, if it is to be looked at. */
  readonly console?: string | undefined;
  /** The names of steps to leave out. */
  readonly skip?: readonly string[];
  /** The longest time for what follows a request. */
  readonly waitMs?: number;
  readonly onResult?: (result: StepResult) => void;
}

/**
 * `failed`: a step did; `left`: the organization of the tour could not be erased; `refused`: nothing was
 * created, because the platform was not reached or did not accept the key.
 */
export type SmokeOutcome = 'passed' | 'failed' | 'left' | 'refused';

const audio = join(root, 'lib/local/demo/reschedule.mp3');

const must = (condition: boolean, sentence: string): void => {
  if (!condition) throw new Error(sentence);
};

const said = (error: unknown): string => {
  if (error instanceof ApiProblem) return `${error.message} (${error.status}, request ${error.requestId})`;
  return error instanceof Error ? [error.message, error.cause].filter(Boolean).join(': ') : String(error);
};

/** Repeats a question until its answer is not undefined. */
const until = async <T>(what: string, waitMs: number, ask: () => Promise<T | undefined>): Promise<T> => {
  const end = Date.now() + waitMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`${what} after ${Math.round(waitMs / 1000)} seconds`);
    await wait(1000);
  }
};

/** The steps in an organization of their own, in their order: later ones use what earlier ones created. */
const stepsIn = (
  api: Client,
  client_id: string,
  { url, key, console, waitMs = 120_000 }: SmokeOptions,
): Step[] => {
  let agent_id = '';
  let conversation_id = '';
  let chat: Awaited<ReturnType<Client['chats']['create']>> | undefined;
  return [
    {
      name: 'routes',
      shows: 'an unknown path is refused by the platform itself',
      run: async () => {
        const response = await fetch(`${url}/v1/no-such-path`, {
          headers: { authorization: `Bearer ${key}` },
        });
        must(response.status === 404, `GET /v1/no-such-path was answered with ${response.status}`);
      },
    },
    {
      name: 'write',
      shows: 'routes write the table',
      run: async () => {
        ({ id: agent_id } = await api.agents.create({
          body: { name: 'Pia', client_id, prompt: 'You are Pia. Answer in one sentence.' },
        }));
        ({ id: conversation_id } = await api.conversations.create({
          body: {
            agent_id,
            status: 'completed',
            duration_ms: 24_587,
            turns: [
              { role: 'agent', text: 'Harbor Dental, this is Pia. How can I help you?', start_ms: 0 },
              { role: 'user', text: 'Hello, I have to reschedule my cleaning on Tuesday.', start_ms: 3000 },
            ],
          },
        }));
      },
    },
    {
      name: 'search',
      shows: 'the table’s stream reaches its followers',
      run: () =>
        until('The conversation was not found by its words', waitMs, async () => {
          const { data } = await api.conversations.list({ query: { client_id, q: 'reschedule' } });
          return data.some(({ id }) => id === conversation_id) || undefined;
        }).then(() => {}),
    },
    {
      name: 'usage',
      shows: 'conversations are counted',
      run: () =>
        until('The conversation was not counted', waitMs, async () => {
          const { rows } = await api.usage.get({ params: { client_id } });
          return rows.some(({ conversations }) => conversations > 0) || undefined;
        }).then(() => {}),
    },
    {
      name: 'recording',
      shows: 'an upload to the bucket is noticed, and can be played',
      run: async () => {
        const bytes = new Uint8Array(await readFile(audio));
        const params = { conversation_id };
        const { upload } = await api.recordings.create({
          params,
          body: { content_type: 'audio/mpeg', size_bytes: bytes.length },
        });
        const stored = await fetch(upload.url, {
          method: upload.method,
          headers: upload.headers,
          body: bytes,
        });
        must(stored.ok, `The upload was answered with ${stored.status}`);
        await until('The recording was not available', waitMs, async () => {
          const { audio } = await api.conversations.get({ params });
          return audio?.status === 'available' || undefined;
        });
        const { url: link } = await api.recordings.get({ params });
        const played = await (await fetch(link)).arrayBuffer();
        must(played.byteLength === bytes.length, `The link returned ${played.byteLength} bytes`);
      },
    },
    {
      name: 'chat',
      shows: 'an agent answers, with a language model or in a rehearsal',
      run: async () => {
        chat = await api.chats.create({ params: { agent_id }, body: {} });
        const { message } = await api.chats.send({
          params: { conversation_id: chat.id },
          body: { text: 'Hello' },
        });
        must(Boolean(message), 'The agent answered nothing');
      },
    },
    {
      name: 'stream',
      shows: 'an answer is streamed, through its own gateway',
      run: async () => {
        if (!chat) throw new Error('There is no chat');
        const response = await fetch(chat.stream_url, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ text: 'Hello again' }),
        });
        const text = await response.text();
        must(/^event: done$/m.test(text), `${chat.stream_url} was answered with ${response.status}`);
      },
    },
    {
      name: 'export',
      shows: 'a task reaches its queue and its function, which writes to the bucket',
      run: async () => {
        const { id } = await api.exports.create({ body: { client_id, resources: ['conversations'] } });
        const { files } = await until('The export was not complete', waitMs, async () => {
          const found = await api.exports.get({ params: { export_id: id } });
          must(found.status !== 'failed', 'The export failed');
          return found.status === 'completed' ? found : undefined;
        });
        const [file] = files;
        if (!file?.url) throw new Error('The export has no file');
        const text = Buffer.from(await (await fetch(file.url)).arrayBuffer());
        must(text.length > 0, 'The file of the export is empty');
      },
    },
    ...(console === undefined
      ? []
      : [
          {
            name: 'console',
            shows: 'the console’s page and its files are served',
            run: async () => {
              const page = await (await fetch(console)).text();
              const [, script = ''] = /<script[^>]+src="([^"]+)"/.exec(page) ?? [];
              const { status } = await fetch(new URL(script, console));
              must(script !== '' && status === 200, `The script ${script} was answered with ${status}`);
            },
          },
        ]),
  ];
};

const timed = async ({ name, shows, run }: Step): Promise<StepResult> => {
  const began = performance.now();
  const error = await run().then(() => undefined, said);
  const milliseconds = Math.round(performance.now() - began);
  return { name, shows, milliseconds, ...(error !== undefined && { error }) };
};

/**
 * The tour of the README against any platform: in an organization of its own, which it erases in the end,
 * whatever happened before.
 */
export const smoke = async (options: SmokeOptions): Promise<SmokeOutcome> => {
  const { url, key, skip = [], waitMs = 120_000, onResult = () => {} } = options;
  // A deployment that has just ended starts each function for the first time.
  const api = createClient({ baseUrl: url, apiKey: key, maxRetries: 2 });
  const results: StepResult[] = [];
  const take = async (step: Step): Promise<boolean> => {
    const result = await timed(step);
    results.push(result);
    onResult(result);
    return result.error === undefined;
  };

  let client_id = '';
  const isReached = await take({
    name: 'key',
    shows: 'the API answers, and accepts the key',
    run: async () => {
      const { status } = await api.service.health();
      must(status === 'ok', `GET /v1/health reported ${status}`);
      await api.me.get();
      const name = `Smoke test ${new Date().toISOString()}`;
      ({ id: client_id } = await api.clients.create({ body: { name, type: 'client' } }));
    },
  });
  if (!isReached) return 'refused';

  for (const step of stepsIn(api, client_id, options)) if (!skip.includes(step.name)) await take(step);
  const isErased = await take({
    name: 'erase',
    shows: 'the tour’s organization is erased, with all that it created',
    run: async () => {
      const params = { client_id };
      await api.clients.update({ params, body: { status: 'suspended' } });
      // A second pass looks for what arrived during the first one, so it takes more than a minute.
      await until('The organization was not erased', waitMs + 180_000, async () => {
        try {
          await api.clients.erase({ params });
          return undefined;
        } catch (error) {
          if (error instanceof ApiProblem && error.status === 404) return true;
          throw error;
        }
      });
    },
  });
  if (!isErased) return 'left';
  return results.some(({ error }) => error !== undefined) ? 'failed' : 'passed';
};
