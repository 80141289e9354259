import { invalid } from '#lib/contract/errors.ts';
import type { Position } from '#lib/contract/page.ts';
import { inBatches } from '#lib/domain/batches.ts';
import type { OpenSegment, Proposal, Question, Requirement } from '#lib/domain/search/candidates.ts';
import { propose, requirePrefix, requireTerm } from '#lib/domain/search/candidates.ts';
import { matchTurns } from '#lib/domain/search/matches.ts';
import { termOf } from '#lib/domain/search/postings.ts';
import type { Term } from '#lib/domain/search/words.ts';
import { maxTerms, minPrefix, parseQuery, requiredTokens, tokenPrefix } from '#lib/domain/search/words.ts';
import type { ConversationFilters, ListedConversation } from '../conversations/conversations.ts';
import { conversationFromEntry, conversationQuery, placesOf } from '../conversations/conversations.ts';
import { idIn, searchTextKey } from '../keys.ts';
import type { FacetsAsked } from '../lists/facets.ts';
import type { ListQuery, Page, Paging } from '../lists/listing.ts';
import { confirmed, entryHas, entryKey, sortRange } from '../lists/listing.ts';
import { singleValues } from '../lists/plan.ts';
import type { ListOwner } from '../lists/shards.ts';
import { batchGet } from '../operations/batch-get.ts';
import type { Item } from '../table.ts';
import { readFresh } from './fresh-documents.ts';
import type { SegmentEntry } from './owner-index.ts';
import { readOwnerIndex } from './owner-index.ts';
import { areIndexed, facetTerms, searchTextFromItem } from './search-text.ts';
import { openSegments, readParts, SegmentGone } from './segments.ts';

/*
 * Finds conversations by their words, within six calls of DynamoDB: fresh documents, the list of segments and
 * their roots locate the words. Then follow the lists of words, the next documents in them, and finally the
 * conversations. Each conversation is compared with its text and its listing entry, which covers conditions
 * that the index lacks.
 */

/** The maximum number of calls per request, provided that it makes progress. */
const maxCalls = 6;

/** The number of conversations per call, with a text and an entry each. */
const examinedAtOnce = 50;

/** The number of segments to open concurrently, in addition to those at the start of the search. */
const openedAtOnce = 32;

/** The terms of a query. A fault refers to the given place in the request. */
export const parseTerms = (
  words: string,
  at: { readonly parameter: string } | { readonly pointer: string } = { parameter: 'q' },
): Term[] => {
  const refuse = (detail: string) => invalid({ ...at, code: 'invalid', detail });
  const terms = parseQuery(words);
  if (terms.length === 0) throw refuse('must have a word');
  if (terms.length > maxTerms) throw refuse(`must have at most ${maxTerms} words`);
  if (terms.some(({ text, prefix }) => prefix && [...text].length < minPrefix)) {
    throw refuse(`must have at least ${minPrefix} characters before *`);
  }
  return terms;
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

/** The part of an index that a search has read. */
interface OpenIndex {
  readonly segments: readonly OpenSegment[];
  readonly calls: number;
  /** The place at which the segments that were not opened begin. */
  readonly undecided: string | undefined;
}

/**
 * Reads the fresh documents before the list of segments, so that documents moved in between are in the
 * segments. If there are many segments, opens the next ones in the requested order.
 */
const openIndex = async (owner: string, { order, low, high }: Question): Promise<OpenIndex> => {
  const fresh = await readFresh(owner);
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
      ...(await openSegments(open.map(({ id }) => id))),
    ],
    calls: open.length > 0 ? 3 : 2,
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
  readonly terms: readonly Term[];
  readonly asked: Omit<ListQuery, 'limit'>;
  /** Whether the index contains all conditions, so that almost all proposals match. */
  readonly isKnown: boolean;
}

/** Reads conversations and compares them with the query. Those that do not match are undefined. */
const examine = async (
  { owner, terms, asked }: Search,
  places: readonly string[],
): Promise<(ListedConversation | undefined)[]> => {
  const items = await batchGet(
    [
      ...places.map((place) => searchTextKey(idIn(place))),
      ...places.map((place) => entryKey(owner, 'conversations', place)),
    ],
    { eventuallyConsistent: true },
  );
  const { facets = {}, where = () => true, confirm } = asked;
  const entries = items.slice(places.length);
  const wanted = entries.filter((entry) => entry !== undefined && entryHas(entry, facets) && where(entry));
  const found = new Set(await confirmed(wanted as Item[], confirm));
  return places.map((_, at) => {
    const [text, entry] = [items[at], entries[at]];
    if (!text || !entry || !found.has(entry)) return undefined;
    const matches = matchTurns(searchTextFromItem(text).turns, terms);
    return matches && { ...conversationFromEntry(entry), matches };
  });
};

/** The place at which a search continues: before it in descending order, from it on in ascending order. */
interface Bound extends Position {
  readonly bound: string;
}

const boundAfter = (place: string, order: Paging['order']): Bound => ({
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
  for (const group of inBatches(places, examinedAtOnce)) {
    for (const [at, item] of (await examine(search, group)).entries()) {
      if (item) found.push([group[at] as string, item]);
    }
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
  { limit, order }: Paging,
): Promise<Page<ListedConversation>> => {
  const { segments, undecided, ...open } = await openIndex(search.owner.id, asked);
  let { calls } = open;
  const read: typeof readParts = (parts) => {
    calls += 1;
    return readParts(parts);
  };
  const data: ListedConversation[] = [];
  for (let question = asked; ; ) {
    const missing = limit - data.length;
    const wanted = search.isKnown ? missing : Math.max(missing, examinedAtOnce);
    const { places, next } = limited(
      await propose({ ...question, wanted }, segments, read),
      undecided,
      order,
    );
    for (let at = 0; at < places.length; ) {
      const most = search.isKnown ? Math.min(limit - data.length, examinedAtOnce) : examinedAtOnce;
      const group = places.slice(at, at + most);
      calls += 1;
      for (const [index, item] of (await examine(search, group)).entries()) {
        at += 1;
        if (item) data.push(item);
        const isLast = at === places.length && next === undefined;
        const isCut = data.length === limit || (calls >= maxCalls && index === group.length - 1);
        if (isCut && !isLast) return { data, next: boundAfter(group[index] as string, order) };
      }
    }
    if (next === undefined) return { data };
    // A further proposal takes up to two reads, and then at least one to compare its conversations.
    if (calls + 3 > maxCalls) return { data, next: { bound: next } satisfies Bound };
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
  paging: Paging,
): Promise<Page<ListedConversation>> => {
  const { order, limit, position } = paging;
  const terms = parseTerms(q);
  const listed = conversationQuery(owner, filters, order);
  const { facets = {} } = listed;
  const [low, high] = sortRange(listed);
  const { bound } = (position ?? {}) as Partial<Bound>;
  const question: Question = {
    requirements: requirementsOf(terms, facets),
    order,
    low: order === 'asc' ? (bound ?? low) : low,
    high: order === 'desc' ? (bound ?? high) : high,
    wanted: limit,
  };
  if (question.low >= question.high) return { data: [] };
  const search = { owner, terms, asked: listed, isKnown: areIndexed(facets) && !listed.where };
  if (filters.ids) return searchAmong(search, await placesOf(filters.ids), question, limit);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await searchOnce(search, question, paging);
    } catch (error) {
      if (!(error instanceof SegmentGone) || attempt === maxAttempts) throw error;
    }
  }
};
