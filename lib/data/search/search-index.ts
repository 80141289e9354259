import { isDeepStrictEqual } from 'node:util';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import type { SearchedTurn } from '#lib/domain/search/matches.ts';
import type { ConversationRecord } from '../conversations/conversations.ts';
import { conversationFromItem, isErasing } from '../conversations/conversations.ts';
import { readAllTurns } from '../conversations/turns.ts';
import { conversationKey, wordsKey } from '../keys.ts';
import { batchGet } from '../operations/batch-get.ts';
import { batchWrite } from '../operations/batch-write.ts';
import { get } from '../operations/get.ts';
import { putIf } from '../operations/put-if.ts';
import type { SearchText } from './search-text.ts';
import {
  fixedMembers,
  postingItems,
  postingKeys,
  searchTextFromItem,
  searchTextItem,
  tokensOf,
} from './search-text.ts';
import { countWords } from './word-frequencies.ts';

/** Whoever indexed a later state of the conversation has the word. */
const notNewer = (version: number) => ({
  ConditionExpression: 'attribute_not_exists(pk) OR version <= :version',
  ExpressionAttributeValues: { ':version': version },
});

/** What is searched of a conversation's turns. */
export const searchedTurns = async ({ id }: Pick<ConversationRecord, 'id'>): Promise<SearchedTurn[]> =>
  (await readAllTurns(id)).filter(({ text }) => text !== '').map(({ index, text }) => [index, text] as const);

/** What should be searched of a conversation: nothing before it is over. */
const wanted = async (
  conversation: ConversationRecord | undefined,
  known: SearchText | undefined,
): Promise<SearchText | undefined> => {
  const turns = conversation && isOver(conversation) ? await searchedTurns(conversation) : [];
  if (!conversation || turns.length === 0)
    return known && { ...known, turns: [], version: known.version + 1 };
  const { id, path, start_time, version } = conversation;
  return {
    id,
    path,
    start_time,
    fixed: fixedMembers(conversation),
    turns,
    stale: [],
    version,
    complete: false,
  };
};

const isSame = (one: SearchText, other: SearchText): boolean =>
  one.complete && isDeepStrictEqual(one.turns, other.turns) && isDeepStrictEqual(one.fixed, other.fixed);

const read = async (
  id: string,
): Promise<{ conversation: ConversationRecord | undefined; known: SearchText | undefined }> => {
  const [conversation, document] = await batchGet([conversationKey(id), wordsKey(id)]);
  return {
    conversation: conversation && !isErasing(conversation) ? conversationFromItem(conversation) : undefined,
    known: document && searchTextFromItem(document),
  };
};

/** Whether the document was written, or somebody else's later one stands. */
const write = async (document: SearchText): Promise<boolean> => {
  try {
    await putIf(searchTextItem(document), notNewer(document.version));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};

/** Somebody else changed the document while postings were written: those that are not in theirs go again. */
const yieldTo = async (mine: SearchText): Promise<void> => {
  const item = await get(wordsKey(mine.id));
  const theirs = item ? tokensOf(searchTextFromItem(item)) : new Set<string>();
  const surplus = [...tokensOf(mine)].filter((token) => !theirs.has(token));
  await batchWrite({ removals: postingKeys(mine, surplus) });
};

export interface IndexOptions {
  /** Writes every posting again, even if they should be there. */
  readonly anew?: boolean;
}

/**
 * Makes what is indexed of a conversation agree with what there is of it now; it may be done twice, at the same time,
 * or broken off and begun again. Nothing is indexed of a conversation that is not there, not over, or empty.
 */
export const indexConversation = async (id: string, { anew = false }: IndexOptions = {}): Promise<void> => {
  const { conversation, known } = await read(id);
  const target = await wanted(conversation, known);
  if (!target || (!anew && known && isSame(known, target))) return;

  const tokens = tokensOf(target);
  const before = known ? [...tokensOf(known), ...known.stale] : [];
  const stale = [...new Set(before)].filter((token) => !tokens.has(token));
  const working: SearchText = { ...target, stale, complete: false };
  if (!(await write(working))) return;
  await batchWrite({ puts: postingItems(working), removals: postingKeys(working, stale) });

  if (target.turns.length === 0) return batchWrite({ removals: [wordsKey(id)] });
  if (!(await write({ ...working, stale: [], complete: true }))) return yieldTo(working);
  if (!known) await countWords(tokens);
  // Erased while it was indexed, and perhaps after whoever follows the erasure found nothing to remove.
  const now = await get(conversationKey(id));
  if (!now || isErasing(now)) await indexConversation(id);
};
