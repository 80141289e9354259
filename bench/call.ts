import { createClient } from '#lib/client.ts';
import { conversationFootprint, readConversation } from '#lib/data/conversations/conversations.ts';
import { conversationKey, record } from '#lib/data/keys.ts';
import { query } from '#lib/data/operations/query.ts';
import { indexConversations } from '#lib/data/search/search-index.ts';
import type { Item } from '#lib/data/table.ts';
import { tableDefinition } from '#lib/data/table-definition.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';
import { readDialogues, readRecorded, recordedIds, turnsOf } from '../test/support/dialogues.ts';
import { itemSize } from './item-size.ts';
import type { costOf as CostOf } from './measured.ts';
import type { UnitsUsed } from './routes.ts';
import { costIn } from './routes.ts';
import type { Landmarks } from './world.ts';

/** What one call of five minutes uses, from its record to somebody who listens to it. */
export interface CallFigures {
  readonly minutes: number;
  /** Of the spoken dialogues: how fast people talk, and what a second of their recordings weighs. */
  readonly words_a_minute: number;
  readonly recording_bytes_a_second: number;
  readonly words: number;
  readonly turns: number;
  readonly recording_bytes: number;
  /** A conversation that is over, with its turns. */
  readonly made: UnitsUsed;
  readonly indexed: UnitsUsed;
  readonly announced: UnitsUsed;
  /** What follows the upload. */
  readonly received: UnitsUsed;
  readonly read: UnitsUsed;
  readonly transcript: UnitsUsed;
  readonly listened: UnitsUsed;
  /** Of the answers with conversation and transcript. */
  readonly read_bytes: number;
  /** What stays in the table and its indexes, with the 100 bytes that DynamoDB adds to each item. */
  readonly items: number;
  readonly table_bytes: number;
}

const minutes = 5;
const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** How the spoken dialogues were spoken. */
const spoken = () => {
  const all = recordedIds.map(readRecorded);
  const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0);
  const seconds = sum(({ dialogue }) => dialogue.recording.duration_ms) / 1000;
  const words = sum(({ dialogue }) => dialogue.turns.reduce((total, { text }) => total + wordsIn(text), 0));
  return {
    words_a_minute: Math.round((words / seconds) * 60),
    recording_bytes_a_second: Math.round(sum(({ bytes }) => bytes.length) / seconds),
  };
};

/** Real dialogues one after the other, until as much was said as in a call. */
export const turnsOfWords = (words: number) => {
  const turns: ReturnType<typeof turnsOf> = [];
  let said = 0;
  for (const turn of readDialogues().flatMap(turnsOf)) {
    if (said >= words) break;
    said += wordsIn(turn.text);
    turns.push({ ...turn, index: turns.length });
  }
  return { turns, said };
};

/** The copies of an item in indexes: what each of them contains of it. */
const copiesOf = (item: Item): Item[] =>
  tableDefinition.indexes
    .filter(({ partitionKey, sortKey }) => item[partitionKey] !== undefined && item[sortKey] !== undefined)
    .map(({ partitionKey, sortKey, includes }) => {
      const contained = includes && ['pk', 'sk', partitionKey, sortKey, ...includes];
      return contained
        ? (Object.fromEntries(Object.entries(item).filter(([name]) => contained.includes(name))) as Item)
        : item;
    });

/** What stays of a conversation: its partition, its entries, its postings. What expires by itself is not counted. */
const stays = async (id: string): Promise<{ items: number; table_bytes: number }> => {
  const { items: own } = await query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': conversationKey(id).pk },
    ConsistentRead: true,
  });
  const of = (sk: string): Item[] => own.filter((item) => item.sk === sk);
  const entries = of(record).flatMap(conversationFootprint);
  const stored = [...own, ...entries].flatMap((item) => [item, ...copiesOf(item)]);
  return {
    items: stored.length,
    table_bytes: stored.reduce((sum, item) => sum + itemSize(item) + 100, 0),
  };
};

export const measureCall = async (
  { base_url, api_key }: PlatformDescription,
  { agent, location }: Landmarks,
  costOf: typeof CostOf,
): Promise<CallFigures> => {
  const { handler: recordingUploaded } = await import('#functions/events/recording-uploaded.ts');
  const api = createClient({ baseUrl: base_url, apiKey: api_key });
  const key = () => ({ idempotencyKey: crypto.randomUUID() });
  const pace = spoken();
  const { turns, said } = turnsOfWords(pace.words_a_minute * minutes);
  const recording_bytes = pace.recording_bytes_a_second * minutes * 60;
  const body = {
    agent_id: agent,
    client_id: location,
    status: 'completed' as const,
    outcome: 'success',
    sentiment: 'neutral' as const,
    caller: { number: '+14155550123' },
    summary: 'What was said, in a sentence or two.',
    duration_ms: minutes * 60_000,
    turns,
  };
  const units = async (task: () => Promise<unknown>): Promise<UnitsUsed> => {
    const { calls, readUnits, writeUnits } = await costOf(task);
    return { calls, readUnits, writeUnits };
  };
  // The first one lets every function know the key and the organizations.
  await api.conversations.create({ body });
  const made = await api.conversations.create.withResponse({ ...key(), body });
  const { id } = made.reply;
  const params = { conversation_id: id };
  const indexed = await units(() => indexConversations([id]));

  const audio = { content_type: 'audio/mpeg' as const, size_bytes: recording_bytes };
  const announced = await api.recordings.create.withResponse({ ...key(), params, body: audio });
  const recording = { key: (await readConversation(id))?.recording_key ?? '', size: recording_bytes };
  // As the bucket's event would have it: nothing that was uploaded would be looked at.
  const event = { detail: { object: recording } } as Parameters<typeof recordingUploaded>[0];
  const received = await units(() => recordingUploaded(event, { awsRequestId: 'bench' }));

  const asked = [
    () => api.conversations.get.withResponse({ params }),
    () => api.transcripts.get.withResponse({ params }),
    () => api.recordings.get.withResponse({ params }),
  ] as const;
  // Twice: the first may have to learn of the key.
  for (const ask of asked) await ask();
  const [read, transcript, listened] = [await asked[0](), await asked[1](), await asked[2]()];
  return {
    minutes,
    ...pace,
    words: said,
    turns: turns.length,
    recording_bytes,
    made: costIn(made.response),
    indexed,
    announced: costIn(announced.response),
    received,
    read: costIn(read.response),
    transcript: costIn(transcript.response),
    listened: costIn(listened.response),
    read_bytes: Buffer.byteLength(JSON.stringify(read.reply) + JSON.stringify(transcript.reply)),
    ...(await stays(id)),
  };
};
