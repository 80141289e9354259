import type { TurnRecord } from '#lib/domain/chats/author.ts';
import { storedAuthor } from '#lib/domain/chats/author.ts';
import { chunk } from '#lib/domain/conversations/transcript.ts';
import { keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { query } from '#lib/store/operations/query.ts';
import { queryAll } from '#lib/store/operations/query-pages.ts';
import type { Item } from '#lib/store/table.ts';

/** A turn as it is stored, without fields that most turns lack. */
type StoredTurn = Pick<TurnRecord, 'index' | 'role' | 'text'> & Partial<TurnRecord>;

const stored = ({ start_ms, end_ms, tool_calls, metadata, author, ...turn }: TurnRecord): StoredTurn => ({
  ...turn,
  ...(author !== undefined && { author: storedAuthor(author) }),
  ...(start_ms !== null && { start_ms }),
  ...(end_ms !== null && { end_ms }),
  ...(tool_calls.length > 0 && { tool_calls }),
  ...(Object.keys(metadata).length > 0 && { metadata }),
});

const whole = ({
  start_ms = null,
  end_ms = null,
  tool_calls = [],
  metadata = {},
  ...turn
}: StoredTurn): TurnRecord => ({ ...turn, start_ms, end_ms, tool_calls, metadata });

/** Turns as items, in chunks of limited size. */
export const turnsItems = (
  conversationId: string,
  turns: readonly TurnRecord[],
  chunkBytes?: number,
): Item[] =>
  chunk(turns, chunkBytes).map((together) => ({
    ...keyOf('turns', conversationId, together[0]?.index ?? 0),
    turns: JSON.stringify(together.map(stored)),
  }));

/** The same item with other turns. */
export const withTurns = (item: Item, turns: readonly TurnRecord[]): Item => ({
  ...item,
  turns: JSON.stringify(turns.map(stored)),
});

export const turnsFromItem = (item: Item): TurnRecord[] =>
  (JSON.parse(item.turns as string) as StoredTurn[]).map(whole);

/** No turn has a higher index. */
export const lastIndex = 99_999_999;

/** The turns in the newest stored items, in order. */
export const turnsOfNewest = async (
  conversationId: string,
  Limit: number,
  ConsistentRead = false,
): Promise<TurnRecord[]> => {
  const { items } = await query({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': keyOf('conversation', conversationId).pk,
      ':first': keyOf('turns', conversationId, 0).sk,
      ':last': keyOf('turns', conversationId, lastIndex).sk,
    },
    ScanIndexForward: false,
    Limit,
    ConsistentRead,
  });
  return items.toReversed().flatMap(turnsFromItem);
};

/** The stored items from the turn of one index up to another (exclusive), read consistently. */
const readTurnsItems = (conversationId: string, from: number, until: number): Promise<Item[]> =>
  queryAll({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':pk': keyOf('conversation', conversationId).pk,
      ':from': keyOf('turns', conversationId, from).sk,
      ':to': keyOf('turns', conversationId, until - 1).sk,
    },
    ConsistentRead: true,
  });

/** The stored turns from one index up to another (exclusive), read consistently. */
export const readTurns = async (conversationId: string, from: number, until: number): Promise<TurnRecord[]> =>
  (await readTurnsItems(conversationId, from, until)).flatMap(turnsFromItem);

/** The first items of turns. Almost all conversations have only these. */
export const readFirstTurns = (ids: readonly string[]): Promise<(Item | undefined)[]> =>
  batchGet(ids.map((id) => keyOf('turns', id, 0)));

/** All turns of a conversation, given their number and the item with the first ones. */
export const turnsFrom = async (
  id: string,
  first: Item | undefined,
  count: number,
): Promise<TurnRecord[]> => {
  const turns = first ? turnsFromItem(first) : [];
  return turns.length >= count ? turns : [...turns, ...(await readTurns(id, turns.length, lastIndex + 1))];
};

/** The items of all turns. */
export const readAllTurnsItems = (conversationId: string): Promise<Item[]> =>
  readTurnsItems(conversationId, 0, lastIndex + 1);

export const readAllTurns = (conversationId: string): Promise<TurnRecord[]> =>
  readTurns(conversationId, 0, lastIndex + 1);

/** The item that contains a turn, read consistently; undefined: there is none. */
export const readChunkOf = async (conversationId: string, index: number): Promise<Item | undefined> => {
  const { items } = await query({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :index',
    ExpressionAttributeValues: {
      ':pk': keyOf('conversation', conversationId).pk,
      ':first': keyOf('turns', conversationId, 0).sk,
      ':index': keyOf('turns', conversationId, index).sk,
    },
    ConsistentRead: true,
    ScanIndexForward: false,
    Limit: 1,
  });
  return items[0];
};

/** The first index of the chunk that contains a turn. */
export const chunkOf = async (conversationId: string, index: number): Promise<number> => {
  const holding = await readChunkOf(conversationId, index);
  return (holding && turnsFromItem(holding)[0]?.index) ?? index;
};
