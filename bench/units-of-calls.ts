import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { keyOf, record } from '#lib/store/keys.ts';
import type { Item } from '#lib/store/table.ts';
import { tableDefinition } from '#lib/store/table-definition.ts';
import { sizeOf } from '../test/support/item-size.ts';
import type { UnitsUsed } from './figure.ts';
import { sum } from './figure.ts';
import type { MeasuredLocation, MeasuredPlatform } from './platform.ts';
import { costIn, noUnits, plus, turnsFrom } from './platform.ts';

/** The units of a call of five minutes, from its record to a listener. */
export interface CallUnits {
  readonly call: {
    readonly minutes: number;
    readonly words_a_minute: number;
    readonly recording_bytes_a_second: number;
    readonly words: number;
    readonly turns: number;
    readonly recording_bytes: number;
    /** A conversation that is over, with its turns. */
    readonly made: UnitsUsed;
    /** The units that an `external_id`, an `end_reason` and a tag add to a call with a provider's id. */
    readonly own_write_units: number;
    readonly indexed: UnitsUsed;
    readonly announced: UnitsUsed;
    /** The work that follows the upload. */
    readonly received: UnitsUsed;
    readonly read: UnitsUsed;
    readonly transcript: UnitsUsed;
    readonly listened: UnitsUsed;
    /** Of the answers with conversation and transcript. */
    readonly read_bytes: number;
    /** The items that remain in the table and its indexes, with the 100 bytes that DynamoDB adds to each. */
    readonly items: number;
    readonly table_bytes: number;
  };
  /** A call that is written while it is active: started, 20 turns in five requests, ended. */
  readonly life: { readonly started: UnitsUsed; readonly appended: UnitsUsed; readonly ended: UnitsUsed };
}

const minutes = 5;

/** Of the four spoken dialogues: how fast people talk, and what a second of their recordings weighs. */
const pace = { words_a_minute: 141, recording_bytes_a_second: 4006 };

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

/** The items that a conversation leaves: its partition and its entries. Items that expire are not counted. */
const stays = async (id: string): Promise<{ items: number; table_bytes: number }> => {
  const { conversationFootprint } = await import('#lib/conversations/conversations.ts');
  const { query } = await import('#lib/store/operations/query.ts');
  const { items: own } = await query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keyOf('conversation', id).pk },
    ConsistentRead: true,
  });
  const entries = own.filter(({ sk }) => sk === record).flatMap(conversationFootprint);
  const stored = [...own, ...entries].flatMap((item) => [item, ...copiesOf(item)]);
  return {
    items: stored.length,
    table_bytes: sum(stored.map((item) => sizeOf(marshall(item, { removeUndefinedValues: true })) + 100)),
  };
};

export const measureCall = async (
  { operator: api, costOf }: MeasuredPlatform,
  { agent, location }: MeasuredLocation,
): Promise<CallUnits> => {
  const { handler: recordingUploaded } = await import('#functions/events/recording-uploaded.ts');
  const { readConversation } = await import('#lib/conversations/conversations.ts');
  const { indexConversations } = await import('#lib/search/search-index.ts');
  const key = () => ({ idempotencyKey: randomUUID() });
  const { turns, said } = turnsFrom(0, pace.words_a_minute * minutes);
  const recording_bytes = pace.recording_bytes_a_second * minutes * 60;
  const over = {
    status: 'completed' as const,
    outcome: 'success',
    sentiment: 'neutral' as const,
    summary: 'What was said, in a sentence or two.',
  };
  const started = { agent_id: agent.id, client_id: location.client.id, caller: { number: '+14155550123' } };
  const body = { ...started, ...over, duration_ms: minutes * 60_000, turns };

  // The first one makes the function learn of the key.
  await api.conversations.create({ body });
  const made = await api.conversations.create.withResponse({ ...key(), body });
  const withProvider = async (conversation_id: string, more = {}): Promise<number> => {
    const provider = { name: 'retell', conversation_id };
    const sent = { ...key(), body: { ...body, provider, ...more } };
    return costIn((await api.conversations.create.withResponse(sent)).response).writeUnits;
  };
  const own = { external_id: 'order-4711', end_reason: 'user_hangup', tags: ['vip'] };
  const own_write_units = (await withProvider('call-2', own)) - (await withProvider('call-1'));
  const { id } = made.reply;
  const params = { conversation_id: id };
  const indexed = await costOf(() => indexConversations([id]));
  const audio = { content_type: 'audio/mpeg' as const, size_bytes: recording_bytes };
  const announced = await api.recordings.create.withResponse({ ...key(), params, body: audio });
  const recording = { key: (await readConversation(id))?.recording_key ?? '', size: recording_bytes };
  // As the bucket's event would have it: nothing that was uploaded would be looked at.
  const event = { detail: { object: recording } } as Parameters<typeof recordingUploaded>[0];
  const received = await costOf(() => recordingUploaded(event, { awsRequestId: 'bench' }));
  const asked = [
    () => api.conversations.get.withResponse({ params }),
    () => api.transcripts.get.withResponse({ params }),
    () => api.recordings.get.withResponse({ params }),
  ] as const;
  // Twice: the first may have to learn of the key.
  for (const ask of asked) await ask();
  const [read, transcript, listened] = [await asked[0](), await asked[1](), await asked[2]()];

  const begun = await api.conversations.create.withResponse({ ...key(), body: started });
  const live = { conversation_id: begun.reply.id };
  let appended = noUnits;
  for (let at = 0; at < 20; at += 4) {
    const four = turns.slice(at, at + 4).map(({ role, text }) => ({ role, text }));
    const sent = { ...key(), params: live, body: { turns: four } };
    const { response } = await api.transcripts.append.withResponse(sent);
    appended = plus(appended, costIn(response));
  }
  const ended = await api.conversations.update.withResponse({ ...key(), params: live, body: over });
  return {
    call: {
      minutes,
      ...pace,
      words: said,
      turns: turns.length,
      recording_bytes,
      made: costIn(made.response),
      own_write_units,
      indexed,
      announced: costIn(announced.response),
      received,
      read: costIn(read.response),
      transcript: costIn(transcript.response),
      listened: costIn(listened.response),
      read_bytes: Buffer.byteLength(JSON.stringify(read.reply) + JSON.stringify(transcript.reply)),
      ...(await stays(id)),
    },
    life: { started: costIn(begun.response), appended, ended: costIn(ended.response) },
  };
};
