import { createClient } from '#lib/client.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';
import { readDialogues, turnsOf } from '../test/support/dialogues.ts';
import type { costOf as CostOf } from './measured.ts';
import type { UnitsUsed } from './routes.ts';
import { costIn } from './routes.ts';
import type { Landmarks } from './world.ts';

/** What a call uses that is written while it goes on: started, 20 turns in five requests, ended, recorded. */
export interface LifeFigures {
  readonly started: UnitsUsed;
  /** Of all five requests. */
  readonly appended: UnitsUsed;
  readonly ended: UnitsUsed;
  readonly announced: UnitsUsed;
  readonly received: UnitsUsed;
}

const none: UnitsUsed = { calls: 0, readUnits: 0, writeUnits: 0 };

const inSum = (one: UnitsUsed, other: UnitsUsed): UnitsUsed => ({
  calls: one.calls + other.calls,
  readUnits: one.readUnits + other.readUnits,
  writeUnits: one.writeUnits + other.writeUnits,
});

export const measureLife = async (
  { base_url, api_key }: PlatformDescription,
  { agent, location }: Landmarks,
  costOf: typeof CostOf,
): Promise<LifeFigures> => {
  const { handler: recordingUploaded } = await import('#functions/events/recording-uploaded.ts');
  const { readConversation } = await import('#lib/data/conversations/conversations.ts');
  const api = createClient({ baseUrl: base_url, apiKey: api_key });
  const key = () => ({ idempotencyKey: crypto.randomUUID() });
  const body = { agent_id: agent, client_id: location, caller: { number: '+14155550123' } };
  const turns = readDialogues()
    .flatMap(turnsOf)
    .slice(0, 20)
    .map(({ role, text }) => ({ role, text }));
  await api.conversations.create({ body });

  const started = await api.conversations.create.withResponse({ ...key(), body });
  const { id } = started.reply;
  const params = { conversation_id: id };
  let appended = none;
  for (let at = 0; at < turns.length; at += 4) {
    const { response } = await api.transcripts.append.withResponse({
      ...key(),
      params,
      body: { turns: turns.slice(at, at + 4) },
    });
    appended = inSum(appended, costIn(response));
  }
  const ended = await api.conversations.update.withResponse({
    ...key(),
    params,
    body: {
      status: 'completed',
      outcome: 'success',
      sentiment: 'neutral',
      summary: 'What was said, in a sentence.',
    },
  });
  const audio = { content_type: 'audio/mpeg' as const, size_bytes: 3 };
  const announced = await api.recordings.create.withResponse({ ...key(), params, body: audio });
  const recording = { key: (await readConversation(id))?.recording_key ?? '', size: audio.size_bytes };
  const event = { detail: { object: recording } } as Parameters<typeof recordingUploaded>[0];
  const { calls, readUnits, writeUnits } = await costOf(() =>
    recordingUploaded(event, { awsRequestId: 'bench' }),
  );
  return {
    started: costIn(started.response),
    appended,
    ended: costIn(ended.response),
    announced: costIn(announced.response),
    received: { calls, readUnits, writeUnits },
  };
};
