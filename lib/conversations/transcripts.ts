import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '#lib/contract/errors.ts';
import type { Position } from '#lib/contract/page.ts';
import type { Turn, TurnInput } from '#lib/contract/transcripts.ts';
import { deciderOf } from '#lib/domain/authority/writers.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { reaches } from '#lib/domain/caller.ts';
import type { TurnRecord } from '#lib/domain/chats/author.ts';
import { withAdded } from '#lib/domain/conversations/added-turns.ts';
import {
  exceedsLimits,
  maxTextBytes,
  maxTurns,
  textBytes,
  withIndexes,
} from '#lib/domain/conversations/transcript.ts';
import { withoutFields } from '#lib/domain/integrations/merge.ts';
import { depthOf, ownDepth } from '#lib/domain/organizations/depth.ts';
import { withAuthors } from '#lib/people/authors.ts';
import { keyOf, record, sortOf } from '#lib/store/keys.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { putNew } from '#lib/store/operations/put.ts';
import { query } from '#lib/store/operations/query.ts';
import type { Item } from '#lib/store/table.ts';
import type { ConversationRecord } from './conversation-record.ts';
import { conversationFromItem, isErasing } from './conversation-record.ts';
import { findConversation, replaceConversation, transcriptStatus } from './conversations.ts';
import { decidedOf } from './decided.ts';
import { chunkOf, lastIndex, readTurns, turnsFromItem, turnsItems } from './turns.ts';

/** The maximum number of DynamoDB pages per request. */
const maxPages = 4;

/** A conversation's record, its turns and items of other kinds share a partition. */
const holdsTurns = ({ sk }: Item): boolean => sk.startsWith(sortOf('turns', ''));

interface Chunks {
  readonly items: Item[];
  /** The sort key at which to continue; absent if there are no more turns. */
  readonly after?: string | undefined;
}

/** The items of a conversation's partition after a sort key, until they contain enough turns. */
const readChunks = async (conversationId: string, from: string, turns: number): Promise<Chunks> => {
  const { pk } = keyOf('conversation', conversationId);
  const items: Item[] = [];
  let after: string | undefined;
  let missing = turns;
  for (let page = 0; page < maxPages && missing > 0; page += 1) {
    const result = await query({
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': pk,
        ':from': from,
        ':to': keyOf('turns', conversationId, lastIndex).sk,
      },
      ConsistentRead: true,
      // Most turns are written in groups. For turns that were written one by one, the next page reads the
      // missing number.
      Limit: page === 0 ? 4 : missing,
      ...(after !== undefined && { ExclusiveStartKey: { pk, sk: after } }),
    });
    items.push(...result.items);
    for (const item of result.items.filter(holdsTurns)) missing -= turnsFromItem(item).length;
    after = result.more ? result.last?.sk : undefined;
    if (after === undefined) break;
  }
  return { items, after };
};

export interface TranscriptPage {
  readonly conversation: ConversationRecord;
  readonly turns: Turn[];
  readonly next?: Position | undefined;
}

/** A page of turns with their conversation. The first page reads both concurrently. */
export const findTranscript = async (
  caller: Caller,
  conversationId: string,
  { limit, position }: { readonly limit: number; readonly position?: Position | undefined },
): Promise<TranscriptPage | undefined> => {
  const from = position ? Number(position.chunk) : undefined;
  const first = position ? Number(position.turn) : 0;
  // One turn more than the page, to know whether there is another page.
  const wanted = limit + 1 + (first - (from ?? 0));
  const [chunks, known] = await Promise.all([
    readChunks(conversationId, from === undefined ? record : keyOf('turns', conversationId, from).sk, wanted),
    from === undefined ? undefined : findConversation(caller, conversationId),
  ]);
  const head = chunks.items.find((item) => item.sk === record && !isErasing(item));
  const conversation = head ? conversationFromItem(head) : known;
  if (!conversation || !reaches(caller, conversation.path)) return undefined;

  const placed = chunks.items
    .filter(holdsTurns)
    .flatMap((item) => {
      const turns = turnsFromItem(item);
      return turns.map((turn) => ({ turn, chunk: turns[0]?.index ?? 0 }));
    })
    .filter(({ turn }) => turn.index >= first);
  const turns = await withAuthors(placed.slice(0, limit).map(({ turn }) => turn));
  const beyond = placed[limit];
  if (beyond) return { conversation, turns, next: { chunk: beyond.chunk, turn: beyond.turn.index } };
  const last = placed.at(-1);
  // The limit of DynamoDB pages ended this page early. The next one begins with the following chunk.
  if (chunks.after !== undefined && last) {
    return { conversation, turns, next: { chunk: last.turn.index + 1, turn: last.turn.index + 1 } };
  }
  return { conversation, turns };
};

/** The stored turns in the range of turns that were sent again. */
const storedTurns = async (conversationId: string, from: number, until: number): Promise<TurnRecord[]> => {
  const first = await chunkOf(conversationId, from);
  const turns = await readTurns(conversationId, first, until);
  return turns.filter(({ index }) => index >= from && index < until);
};

export interface AppendedTurns {
  readonly conversation_id: string;
  readonly status: ReturnType<typeof transcriptStatus>;
  readonly turns: number;
}

type AppendFailure = 'transcript_gap' | 'turn_conflict' | 'transcript_full';

/**
 * The organization as whose addition turns are marked: one below the one that records the conversation;
 * undefined if there is none.
 */
const addedBy = async (
  { client_id }: Caller,
  conversation: ConversationRecord,
): Promise<string | undefined> => {
  const known = { decided: await decidedOf(conversation), own: ownDepth(conversation.path) };
  const isBelow = depthOf(client_id, conversation.path) > deciderOf('turns', known);
  return isBelow && client_id !== null ? client_id : undefined;
};

/** Appends the new turns. Turns that the transcript already contains must be equal. */
export const appendTurns = async (
  caller: Caller,
  conversation: ConversationRecord,
  input: readonly TurnInput[],
): Promise<Write<AppendedTurns, AppendFailure>> => {
  const { id, turns: next } = conversation;
  const turns = withIndexes(input, next);
  if (!Array.isArray(turns)) {
    const { at, index, expected } = turns;
    const pointer = `/turns/${at}/index`;
    throw new ApiError('transcript_gap', {
      detail: `The turn at ${pointer} has index ${index}, but the next one is ${expected}`,
      extensions: { next_index: next },
    });
  }

  const repeated = turns.filter(({ index }) => index < next);
  const fresh = turns.slice(repeated.length);
  if (repeated[0]) {
    const stored = await storedTurns(id, repeated[0].index, repeated[0].index + repeated.length);
    const asStored = (turn: Turn): unknown => JSON.parse(JSON.stringify(turn));
    const sent = stored.map(({ added_by: _added, unheard: _unheard, ...turn }) => turn);
    const different = repeated.find((turn, at) => !isDeepStrictEqual(asStored(turn), sent[at]));
    if (different) {
      throw new ApiError('turn_conflict', {
        detail: `The transcript has another turn at index ${different.index}`,
        extensions: { index: different.index },
      });
    }
  }

  const reply = (state: ConversationRecord): AppendedTurns => ({
    conversation_id: id,
    status: transcriptStatus(state),
    turns: state.turns,
  });
  if (fresh.length === 0) return { operations: [], reply: reply(conversation) };

  const total = next + fresh.length;
  const bytes = conversation.text_bytes + textBytes(fresh);
  if (exceedsLimits(total, bytes)) {
    throw new ApiError('transcript_full', {
      detail: `A transcript has at most ${maxTurns} turns with ${maxTextBytes} bytes of text`,
    });
  }
  const added_by = await addedBy(caller, conversation);
  const written = added_by === undefined ? fresh : fresh.map((turn) => ({ ...turn, added_by }));
  const items = turnsItems(id, written).map((item) => putNew(item, () => new Stale()));
  const { reported, added, path } = conversation;
  const change = {
    turns: total,
    text_bytes: bytes,
    // Later reports do not rewrite a transcript that somebody with the same authority has continued.
    ...(added_by === undefined
      ? reported && { reported: withoutFields(reported, ['turns']) }
      : { added: withAdded(added, depthOf(added_by, path), fresh.length) }),
  };
  const { operations, after } = replaceConversation(conversation, change, 'transcript.appended', items);
  return { operations, reply: reply(after) };
};
