import type { ConversationItem } from '#lib/contract/conversations.ts';
import { isPhoneNumber } from '#lib/contract/conversations.ts';
import { invalid } from '#lib/contract/errors.ts';
import type { Position } from '#lib/contract/page.ts';
import type { Match } from '#lib/domain/search/matches.ts';
import { matchTurns } from '#lib/domain/search/matches.ts';
import { mayHave } from '#lib/domain/search/signature.ts';
import type { WordFrequencies } from '#lib/domain/search/word-frequencies.ts';
import { frequencyOf, noFrequencies } from '#lib/domain/search/word-frequencies.ts';
import type { Term } from '#lib/domain/search/words.ts';
import { maxTerms, minPrefix, parseQuery, requiredTokens, tokenPrefix } from '#lib/domain/search/words.ts';
import type { ConversationEntry, ConversationFilters } from '../conversations/conversations.ts';
import { conversationFromEntry, conversationQuery } from '../conversations/conversations.ts';
import { listPartition, postingSort, wordPartition, wordsKey } from '../keys.ts';
import type { ListQuery, Page, Paging } from '../lists/listing.ts';
import { facetAttributesOf, maxPages, reader, sortRange } from '../lists/listing.ts';
import { batchGet } from '../operations/batch-get.ts';
import { query } from '../operations/query.ts';
import type { Item, Key } from '../table.ts';
import { fixedMember, searchTextFromItem } from './search-text.ts';
import { recentFrequencies } from './word-frequencies.ts';

/*
 * How conversations are found by their words, within four calls of DynamoDB:
 *
 * - by the postings of the word that is the rarest, as far as is known, newest first; each posting's signature tells which of its
 *   conversations cannot have the other words, or the agent, channel and caller that are asked for;
 * - beginnings only: by all postings that begin so, if there are few; they are put into the order of time here;
 * - else, or where a caller is asked for, by walking through the list.
 *
 * Whatever a plan proposes is compared with the text itself, so that all plans give the same answer.
 */

/** What is asked for, made ready for every plan. */
interface Search {
  readonly owner: string;
  readonly terms: readonly Term[];
  /** Tokens that every conversation that is found has. */
  readonly tokens: readonly string[];
  /** What else the signature of every conversation that is found has. */
  readonly fixed: readonly string[];
  readonly listed: Omit<ListQuery, 'limit'>;
  readonly limit: number;
}

/** A conversation that may be what is looked for: `<time>#<id>`, and its entry where a plan has read it already. */
interface Candidate {
  readonly sort: string;
  readonly entry?: Item;
}

/** What one step of a plan proposes. */
interface Proposal {
  /** In the order of the list. */
  readonly candidates: readonly Candidate[];
  /** Where the plan goes on after all of them; absent when there are no more. */
  readonly after?: string | undefined;
  /** What was found out meanwhile: the next page begins with it. */
  readonly learned?: Learned;
}

interface Learned {
  /** The word whose postings are read. */
  readonly by: string | undefined;
  /** How many in a hundred of them may be what is looked for. */
  readonly passing: number;
}

/** Calls of DynamoDB that a request has left. */
interface Budget {
  calls: number;
}

/** Proposes what comes next, of which so many are still missing on the page. */
type Plan = (after: string | undefined, budget: Budget, missing: number) => Promise<Proposal>;

const parseTerms = (words: string): Term[] => {
  const refuse = (detail: string) => invalid({ parameter: 'q', code: 'invalid', detail });
  const terms = parseQuery(words);
  if (terms.length === 0) throw refuse('must have a word');
  if (terms.length > maxTerms) throw refuse(`must have at most ${maxTerms} words`);
  if (terms.some(({ text, prefix }) => prefix && [...text].length < minPrefix)) {
    throw refuse(`must have at least ${minPrefix} characters before *`);
  }
  return terms;
};

const fixedOf = ({ agent_id, channel, caller }: ConversationFilters): string[] => [
  ...(agent_id ? [fixedMember('agent', agent_id)] : []),
  ...(channel ? [fixedMember('channel', channel)] : []),
  ...(caller ? [fixedMember(isPhoneNumber(caller) ? 'number' : 'caller', caller)] : []),
];

/** A document and an entry each, as many as one call reads. */
const examinedAtOnce = 50;

const entryKey = (owner: string, sort: string): Key => ({
  pk: listPartition(owner, 'conversations'),
  sk: sort,
});

const idOf = (sort: string): string => sort.slice(sort.indexOf('#') + 1);

/** Reads what candidates are and say, and keeps those that are what is looked for. */
const examine = async (
  { owner, terms, listed }: Search,
  candidates: readonly Candidate[],
): Promise<(ConversationItem | undefined)[]> => {
  const unread = candidates.filter(({ entry }) => !entry);
  const keys = [
    ...candidates.map(({ sort }) => wordsKey(idOf(sort))),
    ...unread.map(({ sort }) => entryKey(owner, sort)),
  ];
  const items = await batchGet(keys, { eventuallyConsistent: true });
  const entries = new Map(unread.map(({ sort }, at) => [sort, items[candidates.length + at]]));
  const asked = Object.entries(facetAttributesOf(owner, listed.facets ?? {}));

  return candidates.map(({ sort, entry: known }, at) => {
    const entry = known ?? entries.get(sort);
    const document = items[at];
    if (!entry || !document) return undefined;
    if (!asked.every(([attribute, value]) => entry[attribute] === value)) return undefined;
    const matches: Match[] | undefined = matchTurns(searchTextFromItem(document).turns, terms);
    return matches && { ...conversationFromEntry(entry as Item & ConversationEntry, owner), matches };
  });
};

/** Whether nearly every candidate is what is looked for: status, outcome and sentiment are only in the entry. */
const isCertain = ({ listed: { facets = {} }, tokens }: Search): boolean =>
  tokens.length > 0 && !facets.status && !facets.outcome && !facets.sentiment;

const descending = ({ listed }: Search): boolean => listed.order === 'desc';

interface Postings extends Proposal {
  /** How many postings were read for these candidates. */
  readonly read: number;
}

/** Postings of one token, as many as asked for, without those whose signature rules them out. */
const readPostings = async (
  search: Search,
  token: string,
  limit: number,
  after: string | undefined,
): Promise<Postings> => {
  const { owner, listed, tokens, fixed } = search;
  const [low, high] = sortRange(listed);
  const pk = wordPartition(owner, token);
  const page = await query({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :low AND :high',
    ExpressionAttributeValues: {
      ':pk': pk,
      ':low': postingSort(token, low),
      ':high': postingSort(token, high),
    },
    ScanIndexForward: !descending(search),
    Limit: limit,
    ...(after !== undefined && { ExclusiveStartKey: { pk, sk: postingSort(token, after) } }),
  });
  const sortOf = ({ sk }: Item) => sk.slice(token.length + 1);
  const others = [...tokens.filter((other) => other !== token), ...fixed];
  const candidates = page.items
    .filter(({ signature }) => others.every((member) => mayHave(signature as Uint8Array, member)))
    .map((item) => ({ sort: sortOf(item) }));
  const reached = page.more && page.last ? sortOf(page.last) : undefined;
  return { candidates, read: page.items.length, after: reached };
};

/** The rarest first, as far as is known; else the longest, which mostly is the rarest. */
const byRarity = (tokens: readonly string[], frequencies: WordFrequencies): string[] =>
  [...tokens].sort(
    (one, other) =>
      frequencyOf(frequencies, one) - frequencyOf(frequencies, other) ||
      other.length - one.length ||
      (one < other ? -1 : 1),
  );

/** Fewer conversations tell nothing of how rare a word is: then the postings have to. */
const tellingConversations = 50;

/** So many postings cost half a unit: enough to see which of two words is the rarer one. */
const probed = 16;
/** If fewer of a word's postings may have the other words too, another one is likely the rarer one here. */
const leastPassing = 0.25;

const byPostings = (search: Search, known: Learned | undefined, frequencies: WordFrequencies): Plan => {
  const { tokens, fixed, limit } = search;
  const [guess = '', second] = byRarity(tokens, frequencies);
  const isTold = frequencies.conversations >= tellingConversations;
  // Where a posting decides by itself, one more than the page tells whether there is another page.
  const decides = search.terms.length === 1 && fixed.length === 0 && isUnfiltered(search.listed);
  let by = known?.by ?? (second === undefined || isTold ? guess : undefined);
  /** Which part of the postings that were read may be what is looked for. */
  let passing = decides ? 1 : (known?.passing ?? 50) / 100;

  const read = (token: string, count: number, after: string | undefined, budget: Budget) => {
    budget.calls -= 1;
    return readPostings(search, token, count, after);
  };

  /**
   * Looks a little into both words. The one whose postings reach further for as many is the rarer one hereabouts, and
   * its postings decide about everything up to there.
   */
  const choose = async (other: string, after: string | undefined, budget: Budget): Promise<Postings> => {
    const one = await read(guess, probed, after, budget);
    by = guess;
    if (one.after === undefined) return one;
    const two = await read(other, probed, after, budget);
    const isRarer =
      two.after === undefined || (descending(search) ? two.after < one.after : two.after > one.after);
    if (isRarer) by = other;
    return isRarer ? two : one;
  };

  const most = limit * 16;
  /** Reads what should hold as many as are missing, going by those that passed so far. */
  const goOn = (missing: number, after: string | undefined, budget: Budget): Promise<Postings> => {
    const enough = decides ? missing + 1 : Math.ceil((missing * 1.1) / Math.max(passing, 0.05));
    return read(by ?? guess, Math.min(enough, most), after, budget);
  };

  return async (after, budget, missing) => {
    const candidates: Candidate[] = [];
    let count = 0;
    let reached = after;
    const take = (postings: Postings): void => {
      candidates.push(...postings.candidates);
      count += postings.read;
      reached = postings.after;
      passing = candidates.length / Math.max(1, count);
    };

    // What is proposed is still to be looked at, which is one call more.
    const isOpen = by === undefined && second !== undefined && budget.calls > 2;
    if (isOpen) take(await choose(second, after, budget));
    if (!isOpen || (reached !== undefined && budget.calls > 1 && candidates.length < missing)) {
      take(await goOn(missing - candidates.length, reached, budget));
    }
    if (second !== undefined && !isTold && passing < leastPassing) by = undefined;
    return { candidates, after: reached, learned: { by, passing: Math.round(passing * 100) } };
  };
};

const isUnfiltered = ({ facets = {} }: Pick<ListQuery, 'facets'>): boolean =>
  !Object.values(facets).some(Boolean);

const byWalking = (search: Search): Plan => {
  const read = reader(search.listed);
  return async (after, budget) => {
    budget.calls -= 1;
    // As many as one call reads the documents of.
    const { items, more, last } = await read(100, after);
    return {
      candidates: items.map((entry) => ({ sort: entry.sk, entry })),
      after: more ? last?.sk : undefined,
    };
  };
};

/** All postings that begin so, if two calls read them; undefined if there are more. */
const readBeginning = async (search: Search, term: Term, budget: Budget): Promise<Item[] | undefined> => {
  const beginning = tokenPrefix(term);
  const pk = wordPartition(search.owner, beginning);
  const items: Item[] = [];
  let last: Item | undefined;
  for (let call = 0; call < 2; call += 1) {
    budget.calls -= 1;
    const page = await query({
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :beginning)',
      ExpressionAttributeValues: { ':pk': pk, ':beginning': beginning },
      ...(last && { ExclusiveStartKey: { pk, sk: last.sk } }),
    });
    items.push(...page.items);
    if (!page.more) return items;
    last = page.last;
  }
  return undefined;
};

const byBeginnings = (search: Search): Plan => {
  const { listed, fixed, terms } = search;
  const [longest] = [...terms].sort((one, other) => other.text.length - one.text.length);
  const walk = byWalking(search);
  let walking = false;

  return async (after, budget, missing) => {
    const items = walking || !longest ? undefined : await readBeginning(search, longest, budget);
    if (!items) {
      walking = true;
      return walk(after, budget, missing);
    }
    const [low, high] = sortRange(listed);
    const sorts = items
      .filter(({ signature }) => fixed.every((member) => mayHave(signature as Uint8Array, member)))
      .map(({ sk }) => sk.slice(sk.indexOf('#') + 1))
      .filter((sort) => sort >= low && sort <= high)
      .filter((sort) => after === undefined || (descending(search) ? sort < after : sort > after));
    const ordered = [...new Set(sorts)].sort();
    if (descending(search)) ordered.reverse();
    return { candidates: ordered.map((sort) => ({ sort })) };
  };
};

const planFor = async (
  search: Search,
  { caller }: ConversationFilters,
  learned: Learned | undefined,
  budget: Budget,
): Promise<Plan> => {
  if (caller !== undefined) return byWalking(search);
  if (search.tokens.length === 0) return byBeginnings(search);
  if (search.tokens.length === 1) return byPostings(search, learned, noFrequencies);
  const { frequencies, calls } = await recentFrequencies();
  budget.calls -= calls;
  return byPostings(search, learned, frequencies);
};

/** So many candidates fit into a cursor, beside the longest word. */
const maxLeft = 16;

/**
 * Where the next page begins: with what was proposed and not looked at yet, as far as that fits into a cursor, so that
 * no posting is read twice; undefined if there is nothing more.
 */
const nextOf = (
  looked: Candidate | undefined,
  left: readonly Candidate[],
  { after, learned }: Proposal,
): Position | undefined => {
  // What a walk has read, it reads again: entries do not fit.
  const kept = left.filter(({ entry }) => !entry).slice(0, maxLeft);
  const reached = kept.length < left.length ? (kept.at(-1) ?? looked)?.sort : after;
  if (kept.length === 0 && reached === undefined) return undefined;
  return {
    ...(reached !== undefined && { after: reached }),
    ...(kept.length > 0 && { left: kept.map(({ sort }) => sort).join(' ') }),
    ...(learned?.by !== undefined && { by: learned.by, passing: learned.passing }),
  };
};

const learnedFrom = (position: Position | undefined): Learned | undefined => {
  const { by, passing } = (position ?? {}) as Partial<Learned>;
  return by === undefined || passing === undefined ? undefined : { by, passing };
};

/** What the page before had proposed and not looked at. */
const leftFrom = (position: Position | undefined): Proposal | undefined => {
  const { left, after } = (position ?? {}) as { left?: string; after?: string };
  const learned = learnedFrom(position);
  return left === undefined
    ? undefined
    : { candidates: left.split(' ').map((sort) => ({ sort })), after, ...(learned && { learned }) };
};

/** A page of conversations that have all the words, newest first. A page that is cut short goes on at `next`. */
export const searchConversations = async (
  owner: string,
  { q, ...filters }: ConversationFilters & { readonly q: string },
  { limit, position, order }: Paging,
): Promise<Page<ConversationItem>> => {
  const terms = parseTerms(q);
  const listed = conversationQuery(owner, filters, order);
  const search: Search = {
    owner,
    terms,
    tokens: [...new Set(terms.flatMap(requiredTokens))],
    fixed: fixedOf(filters),
    listed,
    limit,
  };
  // A time range that is empty; DynamoDB would refuse it.
  const [low, high] = sortRange(listed);
  if (low > high) return { data: [] };
  const budget: Budget = { calls: maxPages };
  const plan = await planFor(search, filters, learnedFrom(position), budget);
  const data: ConversationItem[] = [];
  let proposal = leftFrom(position);
  /** The one before, all of which was looked at. */
  let last: Proposal | undefined;

  // Each step of a plan is followed by at least one look at what it proposed.
  while (proposal || budget.calls >= 2) {
    const after = last ? last.after : (position?.after as string | undefined);
    proposal ??= await plan(after, budget, limit - data.length);
    const open = [...proposal.candidates];
    while (open.length > 0) {
      const most = open[0]?.entry ? examinedAtOnce * 2 : examinedAtOnce;
      const group = open.splice(0, isCertain(search) ? Math.min(most, limit - data.length) : most);
      budget.calls -= 1;
      for (const [at, item] of (await examine(search, group)).entries()) {
        if (item) data.push(item);
        const isEnough = data.length === limit;
        const isOver = budget.calls === 0 && at === group.length - 1;
        if (!isEnough && !isOver) continue;
        const next = nextOf(group[at], [...group.slice(at + 1), ...open], proposal);
        return { data, ...(next && { next }) };
      }
    }
    if (proposal.after === undefined) return { data };
    last = proposal;
    proposal = undefined;
  }
  const next = last && nextOf(undefined, [], last);
  return { data, ...(next && { next }) };
};
