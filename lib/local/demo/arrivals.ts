import { setTimeout } from 'node:timers/promises';
import type { Client } from '../client.ts';
import { ApiProblem, createClient } from '../client.ts';
import type { PlatformDescription } from '../platform.ts';
import { agents } from './agents.ts';
import type { DemoDialogue } from './dialogues.ts';
import { bodyOf, timed, uploadOnce } from './once.ts';
import { spokenCalls } from './spoken-calls.ts';

/*
 * Calls that arrive while somebody watches, sentence after sentence, as a provider reports them. At their end
 * they have a recording.
 */

/** So many calls go on at the same time. */
const lines = 2;
const betweenMs = 9000;
const lookMs = 2000;
/** A page that shows active calls reads them every two to four seconds. */
const watchedMs = 15_000;

export interface Arrivals {
  readonly description: PlatformDescription;
  /** When somebody last read the active calls. */
  readonly lastRead: () => number;
  readonly signal: AbortSignal;
}

const metadata = { demo: 'arrived' };

/** Calls that an earlier start left in the middle. */
const endEarlier = async (api: Client): Promise<void> => {
  const { data } = await api.conversations.list({
    query: { status: 'active', expand: ['details'], limit: '50' },
  });
  for (const { id, metadata: known } of data)
    if (known?.demo === metadata.demo)
      await api.conversations.update({
        params: { conversation_id: id },
        body: { status: 'failed', end_reason: 'connection_lost' },
      });
};

const agentAndClient = async (api: Client, { agent, organization }: DemoDialogue) => {
  const [client] = (await api.clients.list({ query: { name: organization } })).data;
  const [found] = (await api.agents.list({ query: { name: agents[agent].name } })).data;
  return client && found ? { client_id: client.id, agent_id: found.id } : undefined;
};

/** One call in its own time. */
const play = async (
  api: Client,
  dialogue: DemoDialogue,
  of: { readonly client_id: string; readonly agent_id: string },
  signal: AbortSignal,
): Promise<void> => {
  const begun = Date.now();
  const {
    turns: _turns,
    duration_ms: _duration,
    status,
    outcome,
    summary,
    sentiment,
    quality,
    ...body
  } = {
    duration_ms: undefined,
    ...bodyOf({ ...dialogue, hoursAgo: 0 }),
  };
  const { id } = await api.conversations.create({
    body: {
      ...body,
      ...of,
      metadata,
      status: 'active',
      end_reason: null,
      start_time: new Date(begun).toISOString(),
      provider: { ...body.provider, conversation_id: `${dialogue.key}-${begun}` },
    },
  });
  const params = { conversation_id: id };
  const until = (ms: number) => setTimeout(Math.max(0, begun + ms - Date.now()), undefined, { signal });
  for (const turn of timed(dialogue)) {
    await until(turn.end_ms);
    await api.transcripts.append({ params, body: { turns: [turn] } });
  }
  const { recording, end_reason } = dialogue;
  await until(recording?.duration_ms ?? 0);
  if (recording) await uploadOnce(api, id, recording, fetch);
  await api.conversations.update({
    params,
    body: {
      ...{ status, end_reason, outcome, summary, sentiment, quality },
      ...(recording && { duration_ms: recording.duration_ms }),
    },
  });
};

/** Lets calls arrive until the signal. */
export const arrive = async ({ description, lastRead, signal }: Arrivals): Promise<void> => {
  const api = createClient({ baseUrl: description.base_url, apiKey: description.api_key });
  await endEarlier(api);
  const calls = spokenCalls();
  let next = 0;
  const line = async (number: number): Promise<void> => {
    await setTimeout(number * betweenMs, undefined, { signal });
    for (;;) {
      if (Date.now() - lastRead() > watchedMs) {
        await setTimeout(lookMs, undefined, { signal });
        continue;
      }
      // Every fifth one, so that neighbors are of different agents.
      const dialogue = calls[(next++ * 5) % calls.length];
      const of = dialogue && (await agentAndClient(api, dialogue));
      try {
        if (dialogue && of) await play(api, dialogue, of, signal);
      } catch (error) {
        // Somebody has changed or erased what the call needs.
        if (!(error instanceof ApiProblem)) throw error;
      }
      await setTimeout(betweenMs, undefined, { signal });
    }
  };
  await Promise.all(Array.from({ length: lines }, (_, number) => line(number)));
};
