import { invalid } from '#lib/contract/errors.ts';
import type { Position } from '#lib/contract/page.ts';
import type { ConversationFilters, ListedConversation } from '#lib/conversations/conversations.ts';
import { conversationFromEntry, conversationQuery, placesOf } from '#lib/conversations/conversations.ts';
import { inBatches } from '#lib/domain/batches.ts';
import type {
  OpenSegment,
  Proposal,
  Question,
  ReadParts,
  Requirement,
} from '#lib/domain/search/candidates.ts';
import { propose, requirePrefix, requireTerm } from '#lib/domain/search/candidates.ts';
import { matchTurns } from '#lib/domain/search/matches.ts';
import { termOf } from '#lib/domain/search/postings.ts';
import type { Phrase, Term } from '#lib/domain/search/words.ts';
import {
  excludesWord,
  maxTerms,
  minPrefix,
  parseQuery,
  requiredTokens,
  tokenPrefix,
  unitsOf,
} from '#lib/domain/search/words.ts';
import { idIn, keyOf } from '#lib/store/keys.ts';
import type { FacetsAsked } from '#lib/store/lists/facets.ts';
import type { ListQuery, Page, PageRequest } from '#lib/store/lists/listing.ts';
import { confirmed, entryHas, entryKey, sortRange } from '#lib/store/lists/listing.ts';
import { singleValues } from '#lib/store/lists/plan.ts';
import type { ListOwner } from '#lib/store/lists/shards.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import type { Item, Key } from '#lib/store/table.ts';
import { readFresh } from './fresh-documents.ts';
import type { SegmentEntry } from './owner-index.ts';
import { readOwnerIndex } from './owner-index.ts';
import { areIndexed, facetTerms, searchTextFromItem } from './search-text.ts';
import type { OnCall } from './segments.ts';
import { openSegments, readParts, SegmentGone } from './segments.ts';

/*
 * Finds conversations by their words, in most cases within six calls of DynamoDB: fresh documents, the list
 * of segments and their roots locate the words. Then follow the lists of words, the next documents in them,
 * and finally the conversations. Each conversation is compared with its text and its listing entry, which
 * covers conditions that the index lacks. If too few match, further ones follow until the page is full.
 */

/** The maximum number of calls per request, provided that it makes progress. */
const maxCalls = 12;

/** DynamoDB's maximum for one read. */
const readAtOnce = 100;

/** The maximum number of conversations to propose at once. */
const mostWanted = 400;

/** The number of segments to open concurrently, in addition to those at the start of the search. */
const openedAtOnce = 32;

/** A parsed query. */
interface Query {
  /** All of its words, by which an index finds conversations. */
  readonly terms: readonly Term[];
  /** Those that can be anywhere. */
  readonly words: readonly Term[];
  readonly phrases: readonly Phrase[];
}

/** Parses the words of a query. A fault refers to the given place in the request. */
export const parseTerms = (
  words: string,
  at: { readonly parameter: string } | { readonly pointer: string } = { parameter: 'q' },
): Query => {
  const refuse = (detail: string) => invalid({ ...at, code: 'invalid', detail });
  const units = unitsOf(words);
  if (!units) throw refuse('must close each quotation mark');
  if (excludesWord(words)) throw refuse('must not have a word after a minus sign: words cannot be excluded');
  const terms = parseQuery(words);
  if (terms.length === 0) throw refuse('must have a word');
  if (terms.length > maxTerms) throw refuse(`must have at most ${maxTerms} words`);
  if (terms.some(({ text, prefix }) => prefix && [...text].length < minPrefix)) {
    throw refuse(`must have at least ${minPrefix} characters before *`);
  }
  return { terms, ...units };
};

const requirementsOf = (terms: readonly Term[], asked: FacetsAsked): Requirement[] => {
  const words = terms.flatMap((term) => {
    const tokens = requiredTokens(term);
    return tokens.length > 0
      ? tokens.map((token) => requireTerm(termOf(token)))
      : [requirePrefix(termOf(tokenPrefix(term)))];
  });
  // Of several values, a conversation has one, so none of them is required.
  const facets = facetTerms(singleValues(asked)).map(requireTerm);
  return [...new Map([...words, ...facets].map((one) => [`${one.low} ${one.high}`, one])).values()];
};

const refuseTest = ({ test }: Pick<ConversationFilters, 'test'>): void => {
  if (test !== 'true') return;
  const detail = 'words can be searched only within an organization for tests: name it with client_id';
  throw invalid({ parameter: 'test', code: 'invalid', detail });
};

/** The part of an index that a search has read. */
interface OpenIndex {
  readonly segments: readonly OpenSegment[];
  /** The place at which the segments that were not opened begin. */
  readonly undecided: string | undefined;
}

/**
 * Reads the fresh documents before the list of segments, so that documents moved in between are in the
 * segments. If there are many segments, opens the next ones in the requested order.
 */
const openIndex = async (
  owner: string,
  { order, low, high }: Question,
  onCall: OnCall,
): Promise<OpenIndex> => {
  onCall();
  const fresh = await readFresh(owner);
  onCall();
  const { segments } = await readOwnerIndex(owner);
  const descending = order === 'desc';
  const begin = ({ first, last }: SegmentEntry): string => (descending ? `${last}~` : first);
  const isHere = (segment: SegmentEntry) => (descending ? begin(segment) >= high : begin(segment) <= low);
  const within = segments
    .filter(({ first, last }) => first < high && last >= low)
    .sort((one, other) => (descending === begin(one) > begin(other) ? -1 : 1));
  const open = within.filter((segment, at) => at < openedAtOnce || isHere(segment));
  const next = within[open.length];
  return {
    segments: [
      ...fresh.map(({ key, content }) => ({ id: key.sk, first: content })),
      ...(await openSegments(
        open.map(({ id }) => id),
        onCall,
      )),
    ],
    undecided: next && begin(next),
  };
};

/** Limits a proposal to the places that unopened segments cannot add to. */
const limited = (proposal: Proposal, undecided: string | undefined, order: Question['order']): Proposal => {
  const { places, next } = proposal;
  if (undecided === undefined) return proposal;
  const nearest =
    next === undefined || (order === 'desc' ? undecided > next : undecided < next) ? undecided : next;
  return {
    places: places.filter((place) => (order === 'desc' ? place >= nearest : place < nearest)),
    next: nearest,
  };
};

/** A prepared search. */
interface Search {
  readonly owner: ListOwner;
  readonly query: Query;
  readonly asked: Omit<ListQuery, 'limit'>;
  /** Whether the index contains all conditions, so that almost all proposals match. */
  readonly isKnown: boolean;
}

/**
 * Compares the next conversations with the query, until a number of them match. Those that do not match are
 * undefined. If the index lacks a condition, entries are read first, and texts only where the entry matches.
 */
const examine = async (
  { owner, query: { words, phrases }, asked, isKnown }: Search,
  places: readonly string[],
  most: number,
  onCall: OnCall,
): Promise<(ListedConversation | undefined)[]> => {
  const read = async (keys: readonly Key[]) => {
    if (keys.length > 0) onCall();
    return batchGet(keys, { eventuallyConsistent: true });
  };
  const textKey = (place: string) => keyOf('search_text', idIn(place));
  const listKey = (place: string) => entryKey(owner, 'conversations', place);
  const { facets = {}, where = () => true, confirm } = asked;
  const isAsked = (entry: Item | undefined): entry is Item =>
    entry !== undefined && entryHas(entry, facets) && where(entry);
  const compare = (text: Item | undefined, entry: Item | undefined): ListedConversation | undefined => {
    if (!text || !isAsked(entry)) return undefined;
    const matches = matchTurns(searchTextFromItem(text).turns, words, phrases);
    return matches && { ...conversationFromEntry(entry), matches };
  };
  if (isKnown) {
    const items = await read([...places.map(textKey), ...places.map(listKey)]);
    return places.map((_, at) => compare(items[at], items[places.length + at]));
  }
  const entries = await read(places.map(listKey));
  const wanted = entries.filter(isAsked);
  if (confirm && wanted.some(confirm.isOpen)) onCall();
  const found: ReadonlySet<Item | undefined> = new Set(await confirmed(wanted, confirm));
  const asking = places.filter((_, at) => found.has(entries[at]));
  const chosen = asking.slice(0, most);
  const texts = await read(chosen.map(textKey));
  const textOf = new Map(chosen.map((place, at) => [place, texts[at]]));
  const further = asking[most];
  const until = further === undefined ? places.length : places.indexOf(further);
  return places.slice(0, until).map((place, at) => compare(textOf.get(place), entries[at]));
};

/** The place at which a search continues: before it in descending order, from it on in ascending order. */
interface SearchBound extends Position {
  readonly bound: string;
}

const boundAfter = (place: string, order: PageRequest['order']): SearchBound => ({
  bound: order === 'desc' ? place : `${place}~`,
});

/** A page of the conversations at known places that contain the words. */
const searchAmong = async (
  search: Search,
  all: readonly string[],
  { order, low, high }: Question,
  limit: number,
): Promise<Page<ListedConversation>> => {
  const places = all.filter((place) => place >= low && place < high).sort();
  if (order === 'desc') places.reverse();
  const found: [string, ListedConversation][] = [];
  for (const group of inBatches(places, readAtOnce / 2)) {
    const examined = await examine(search, group, group.length, () => {});
    for (const [at, item] of examined.entries()) if (item) found.push([group[at] as string, item]);
  }
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(([, item]) => item),
    ...(last && found.length > limit && { next: boundAfter(last[0], order) }),
  };
};

const searchOnce = async (
  search: Search,
  asked: Question,
  { limit, order }: PageRequest,
): Promise<Page<ListedConversation>> => {
  let calls = 0;
  const onCall: OnCall = () => {
    calls += 1;
  };
  const { segments, undecided } = await openIndex(search.owner.id, asked, onCall);
  const read: ReadParts = (parts) => readParts(parts, onCall);
  const atOnce = search.isKnown ? readAtOnce / 2 : readAtOnce;
  const callsToExamine = search.isKnown ? 1 : search.asked.confirm ? 3 : 2;
  const data: ListedConversation[] = [];
  let examined = 0;
  /** The number of conversations that fill the page, if as many match as before. */
  const estimate = (): number => Math.ceil(((limit - data.length) * (examined + 1)) / (data.length + 1));
  for (let question = asked; ; ) {
    const wanted = Math.min(estimate(), mostWanted);
    const { places, next } = limited(
      await propose({ ...question, wanted }, segments, read),
      undecided,
      order,
    );
    for (let at = 0; at < places.length; ) {
      const group = places.slice(at, at + Math.min(estimate(), atOnce));
      for (const item of await examine(search, group, limit - data.length, onCall)) {
        at += 1;
        examined += 1;
        if (item) data.push(item);
        if (data.length === limit) break;
      }
      const isLast = at === places.length && next === undefined;
      const isCut = data.length === limit || calls + callsToExamine > maxCalls;
      if (isCut && !isLast) return { data, next: boundAfter(places[at - 1] as string, order) };
    }
    if (next === undefined) return { data };
    // A further proposal takes up to two reads, and then its conversations are compared.
    if (calls + 2 + callsToExamine > maxCalls) return { data, next: { bound: next } satisfies SearchBound };
    question = { ...question, ...(order === 'desc' ? { high: next } : { low: next }) };
  }
};

/** The number of times that a search starts over because its segments were replaced. */
const maxAttempts = 5;

/**
 * A page of conversations that contain all the words, newest first by default. A page that was cut short
 * continues at `next`.
 */
export const searchConversations = async (
  owner: ListOwner,
  { q, ...filters }: ConversationFilters & { readonly q: string },
  paging: PageRequest,
): Promise<Page<ListedConversation>> => {
  const { order, limit, position } = paging;
  const query = parseTerms(q);
  const listed = conversationQuery(owner, filters, order);
  // The index of an organization has no conversations of organizations for tests below it.
  const { facets: { test: _test, ...facets } = {} } = listed;
  refuseTest(filters);
  const [low, high] = sortRange(listed);
  const { bound } = (position ?? {}) as Partial<SearchBound>;
  const question: Question = {
    requirements: requirementsOf(query.terms, facets),
    order,
    low: order === 'asc' ? (bound ?? low) : low,
    high: order === 'desc' ? (bound ?? high) : high,
    wanted: limit,
  };
  if (question.low >= question.high) return { data: [] };
  const search = {
    owner,
    query,
    asked: listed,
    isKnown: areIndexed(facets) && !listed.where && !listed.confirm,
  };
  if (filters.ids) return searchAmong(search, await placesOf(filters.ids, owner), question, limit);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await searchOnce(search, question, paging);
    } catch (error) {
      if (!(error instanceof SegmentGone) || attempt === maxAttempts) throw error;
    }
  }
};
