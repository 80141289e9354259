import { isDeepStrictEqual } from 'node:util';
import type { Turn } from '#lib/contract/transcripts.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { conversationFromItem, isErasing } from '#lib/conversations/conversation-record.ts';
import { readFirstTurns, turnsFrom } from '#lib/conversations/turns.ts';
import { inBatches } from '#lib/domain/batches.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import type { SearchedTurn } from '#lib/domain/search/matches.ts';
import type { IndexedDocument } from '#lib/domain/search/merge.ts';
import { sourceOf } from '#lib/domain/search/merge.ts';
import { forEachConcurrently } from '#lib/store/concurrently.ts';
import { keyOf, listSort } from '#lib/store/keys.ts';
import { ownersOf } from '#lib/store/lists/listing.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { batchWrite } from '#lib/store/operations/batch-write.ts';
import type { Item } from '#lib/store/table.ts';
import { taskItem } from '#lib/store/tasks/tasks.ts';
import { addToIndex } from './build.ts';
import { encodeFresh, freshItem } from './fresh-documents.ts';
import type { SearchText } from './search-text.ts';
import { facetTermsOf, searchTextFromItem, searchTextItem, termsOf } from './search-text.ts';

/** The turns of a conversation that are searched. */
export const searchedTurns = (turns: readonly Pick<Turn, 'index' | 'text'>[]): SearchedTurn[] =>
  turns.filter(({ text }) => text !== '').map(({ index, text }) => [index, text] as const);

/** The items of a conversation. */
interface StoredText {
  readonly id: string;
  /** Its record, or the stub of one that is being erased. */
  readonly record: Item | undefined;
  readonly text: Item | undefined;
}

/** The number of conversations per read, with two items each. */
const readAtOnce = 50;

const readStored = async (ids: readonly string[]): Promise<StoredText[]> => {
  const found: StoredText[] = [];
  for (const group of inBatches(ids, readAtOnce)) {
    const items = await batchGet(
      group.flatMap((id) => [keyOf('conversation', id), keyOf('search_text', id)]),
    );
    found.push(...group.map((id, index) => ({ id, record: items[index * 2], text: items[index * 2 + 1] })));
  }
  return found;
};

const isGone = ({ record }: StoredText): boolean => !record || isErasing(record);

/** A conversation to index. */
export interface IndexedText {
  readonly text: SearchText;
  readonly owners: readonly string[];
  readonly document: IndexedDocument;
}

/** The index entry of a conversation that has ended. */
export const indexedOf = (
  conversation: Pick<ConversationRecord, 'id' | 'version' | 'start_time' | 'path' | 'test_from'> &
    Parameters<typeof termsOf>[0],
  turns: readonly SearchedTurn[],
): IndexedText => {
  const { id, version, start_time, path, test_from } = conversation;
  return {
    text: { id, turns, facets: facetTermsOf(conversation), version },
    owners: ownersOf(path, test_from ?? 0),
    document: { sort: listSort(start_time, id), version, terms: termsOf(conversation, turns) },
  };
};

export interface IndexOptions {
  /** Indexes conversations even if nothing seems to have changed. */
  readonly again?: boolean;
}

/** A conversation that may need indexing. */
interface Candidate {
  readonly conversation: ConversationRecord;
  /** Its current index entry. */
  readonly known: SearchText | undefined;
}

/** A conversation is indexed only after it has ended. */
const candidateOf = (stored: StoredText): Candidate | undefined => {
  if (!stored.record || isGone(stored)) return undefined;
  const conversation = conversationFromItem(stored.record);
  if (!isOver(conversation) || conversation.turns === 0) return undefined;
  const known = stored.text && searchTextFromItem(stored.text);
  return known && known.version > conversation.version ? undefined : { conversation, known };
};

/**
 * The index entry to write for a conversation; undefined if it has no turns with text, or is indexed already.
 */
const wantedOf = async (
  { conversation, known }: Candidate,
  first: Item | undefined,
  { again = false }: IndexOptions,
): Promise<IndexedText | undefined> => {
  const turns = searchedTurns(await turnsFrom(conversation.id, first, conversation.turns));
  if (turns.length === 0) return undefined;
  const isKnown =
    isDeepStrictEqual(known?.turns, turns) && isDeepStrictEqual(known?.facets, facetTermsOf(conversation));
  return isKnown && !again ? undefined : indexedOf(conversation, turns);
};

const atOnce = 8;

/**
 * The documents of each owner. Owners with the same documents are grouped, so that these are encoded once.
 */
const byOwners = (all: readonly IndexedText[]): { owners: string[]; documents: IndexedDocument[] }[] => {
  const ofOwner = new Map<string, IndexedDocument[]>();
  for (const { owners, document } of all) {
    for (const owner of owners) {
      const known = ofOwner.get(owner);
      if (known) known.push(document);
      else ofOwner.set(owner, [document]);
    }
  }
  const same = Map.groupBy(ofOwner, ([, documents]) => documents.map(({ sort }) => sort).join(' '));
  return [...same.values()].map((group) => ({
    owners: group.map(([owner]) => owner),
    documents: group[0]?.[1] ?? [],
  }));
};

/**
 * On average, one conversation in this many creates a task that checks whether an owner has enough fresh
 * documents for a segment.
 */
const lookOneIn = 16;
/** Within this time, an owner gets only one such task. */
const lookEveryMs = 10_000;

const looksAt = (owner: string, documents: number): Item[] => {
  if (Math.random() >= documents / lookOneIn) return [];
  const due = new Date((Math.floor(Date.now() / lookEveryMs) + 1) * lookEveryMs).toISOString();
  return [taskItem({ kind: 'build_index', id: owner, group: owner, due })];
};

const writeDocuments = async (indexed: readonly IndexedText[]): Promise<void> => {
  const puts: Item[] = [];
  for (const { owners, documents } of byOwners(indexed)) {
    const bytes = await encodeFresh(documents);
    for (const owner of owners) {
      if (bytes) puts.push(freshItem(owner, bytes), ...looksAt(owner, documents.length));
      else await addToIndex(owner, sourceOf(documents));
    }
  }
  await batchWrite({ puts });
};

/** The present versions of conversations; undefined for those that are erased. */
const versionsOf = async (ids: readonly string[]): Promise<(number | undefined)[]> => {
  const records = await batchGet(
    ids.map((id) => keyOf('conversation', id)),
    { attributes: ['erasing', 'version'] },
  );
  return records.map((record) => (record && !isErasing(record) ? (record.version as number) : undefined));
};

/** Removes the texts of conversations that may have been erased while they were indexed. */
const removeTextsOfErased = async (ids: readonly string[]): Promise<void> => {
  const versions = await versionsOf(ids);
  const erased = ids.filter((_, index) => versions[index] === undefined);
  await batchWrite({ removals: erased.map((conversationId) => keyOf('search_text', conversationId)) });
};

interface FindOptions extends IndexOptions {
  /**
   * Receives the id of a conversation that cannot be read, and the error. Without it, the error is thrown.
   */
  readonly onFailure?: (id: string, error: unknown) => void;
}

const readIndexed = async (ids: readonly string[], options: FindOptions): Promise<IndexedText[]> => {
  const fail = (id: string, error: unknown): void => {
    if (!options.onFailure) throw error;
    options.onFailure(id, error);
  };
  const candidates: Candidate[] = [];
  const leftOver: string[] = [];
  for (const stored of await readStored(ids)) {
    if (isGone(stored) && stored.text) leftOver.push(stored.id);
    try {
      const candidate = candidateOf(stored);
      if (candidate) candidates.push(candidate);
    } catch (error) {
      fail(stored.id, error);
    }
  }
  const indexed: IndexedText[] = [];
  for (const group of inBatches(candidates, readAtOnce)) {
    const firsts = await readFirstTurns(group.map(({ conversation }) => conversation.id));
    await forEachConcurrently(group.entries(), atOnce, async ([index, candidate]) => {
      try {
        const wanted = await wantedOf(candidate, firsts[index], options);
        if (wanted) indexed.push(wanted);
      } catch (error) {
        fail(candidate.conversation.id, error);
      }
    });
  }
  if (leftOver.length > 0) await removeTextsOfErased(leftOver);
  return indexed;
};

/** The entries of conversations that have not changed since they were read. */
const unchangedOf = async (indexed: readonly IndexedText[]): Promise<IndexedText[]> => {
  const versions = await versionsOf(indexed.map(({ text }) => text.id));
  return indexed.filter(({ text }, index) => versions[index] === text.version);
};

/**
 * The index entries to write for conversations. A version must always have the same turns, because the state
 * with the highest version wins. Turns are read after the record, so conversations that changed in the
 * meantime are read again.
 */
export const findIndexed = async (
  ids: readonly string[],
  options: FindOptions = {},
): Promise<IndexedText[]> => {
  const found = await readIndexed(ids, options);
  const unchanged = await unchangedOf(found);
  if (unchanged.length === found.length) return found;
  const kept = new Set(unchanged);
  const changed = found.filter((one) => !kept.has(one)).map(({ text }) => text.id);
  return [...unchanged, ...(await findIndexed(changed, options))];
};

/**
 * Writes the index entries of conversations: first the documents, then the texts. A conversation is found
 * only once its text is there, so a run that was interrupted in between writes the documents again.
 *
 * The texts are written together and without a condition, so they may replace those of a later version. The
 * versions are therefore read again afterwards, and a text of an older version is replaced.
 */
export const writeIndexed = async (
  indexed: readonly IndexedText[],
  options: FindOptions = {},
): Promise<void> => {
  if (indexed.length === 0) return;
  await writeDocuments(indexed);
  await batchWrite({ puts: indexed.map(({ text }) => searchTextItem(text)) });
  const versions = await versionsOf(indexed.map(({ text }) => text.id));
  const changed = indexed.filter(({ text }, index) => versions[index] !== text.version);
  if (changed.length === 0) return;
  const ids = changed.map(({ text }) => text.id);
  await removeTextsOfErased(ids);
  await writeIndexed(await findIndexed(ids, { ...options, again: true }), options);
};

/** Writes the index entries of conversations that only the caller knows so far. */
export const writeNewlyIndexed = async (indexed: readonly IndexedText[]): Promise<void> => {
  if (indexed.length === 0) return;
  await writeDocuments(indexed);
  await batchWrite({ puts: indexed.map(({ text }) => searchTextItem(text)) });
};

/**
 * Makes the index entries of conversations match their present state. It can be repeated, run concurrently,
 * and run again after an interruption.
 */
export const indexConversations = async (ids: readonly string[]): Promise<void> =>
  writeIndexed(await findIndexed([...new Set(ids)]));
