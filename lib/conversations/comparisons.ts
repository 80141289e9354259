import { hash } from 'node:crypto';
import type { active, ConversationItem, list } from '#lib/contract/conversations.ts';
import type { FiltersOf } from '#lib/contract/page.ts';
import { excludedValue, namesValues, noValue } from '#lib/contract/page.ts';
import { durationOf } from '#lib/domain/conversations/conversation.ts';
import { answersTerm, placedWords } from '#lib/domain/search/words.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { ListCriteria } from '#lib/store/lists/listing.ts';
import type { Item } from '#lib/store/table.ts';
import type { ConversationRecord } from './conversation-record.ts';
import { conversationFromItem, isErasing } from './conversation-record.ts';

/*
 * The filters that no index serves. They are compared with entries, and with the records of those whose
 * entries leave the answer open (docs/decisions/listing-entries.md).
 */

/** The fields that these filters compare, and that entries show. */
export interface ComparedFields
  extends Pick<
    ConversationItem,
    'agent_id' | 'caller' | 'channel' | 'direction' | 'end_reason' | 'outcome' | 'sentiment' | 'status'
  > {
  readonly duration_ms: number | null;
  readonly audio: ConversationItem['audio'];
  readonly provider_name: string | null;
  readonly successful: boolean | null;
  readonly tags: readonly string[];
  readonly reviewed: object | null;
  readonly handling: ConversationItem['handling'];
}

interface ComparedConversation extends ComparedFields {
  /**
   * Whether the metadata has a pair. An entry has only hashes, so it can be wrong about a pair that the
   * metadata lacks.
   */
  readonly hasPair: (key: string, value: string) => boolean;
  /** Absent: an entry does not show it. */
  readonly updated_at?: string;
  /** The same of a label. */
  readonly hasLabel: (label: string) => boolean;
}

type Filters = FiltersOf<typeof list.query> & FiltersOf<typeof active.query>;

/** Whether a filter finds what has these values: any that it names, or none that it excludes. */
const among = (own: readonly string[], asked: string | readonly string[]): boolean => {
  const has = (value: string): boolean => (value === noValue ? own.length === 0 : own.includes(value));
  const words = [asked].flat();
  const excluded = words.flatMap((word) => excludedValue(word) ?? []);
  return excluded.length > 0 ? !excluded.some(has) : words.some(has);
};

const valuesOf = (...values: readonly (string | null | undefined)[]): string[] =>
  values.filter((value) => typeof value === 'string');

/** Whether each of these words is the beginning of a word of a name. */
const isNamed = (name: string | null | undefined, words: string): boolean => {
  const inName = placedWords(name ?? '');
  return placedWords(words).every((word) =>
    inName.some((one) => answersTerm(one, { ...word, prefix: true })),
  );
};

const comparison = {
  caller_name: ({ caller }, words) => isNamed(caller?.name, words),
  agent_id: ({ agent_id }, values) => among([agent_id], values),
  caller: ({ caller }, value) => among(valuesOf(caller?.number, caller?.id), value),
  channel: ({ channel }, values) => among([channel], values),
  direction: ({ direction }, values) => among(valuesOf(direction), values),
  end_reason: ({ end_reason }, values) => among(valuesOf(end_reason), values),
  outcome: ({ outcome }, values) => among(valuesOf(outcome), values),
  provider: ({ provider_name }, values) => among(valuesOf(provider_name), values),
  sentiment: ({ sentiment }, values) => among(valuesOf(sentiment), values),
  status: ({ status }, values) => among([status], values),
  duration_min_ms: ({ duration_ms }, least) => duration_ms !== null && duration_ms >= least,
  duration_max_ms: ({ duration_ms }, most) => duration_ms !== null && duration_ms <= most,
  has_recording: ({ audio }, wanted) => (audio.status === 'available') === wanted,
  successful: ({ successful }, wanted) =>
    among(successful === null ? [] : [String(successful)], String(wanted)),
  tag: ({ tags }, wanted) => among(tags, wanted),
  reviewed: ({ reviewed }, wanted) => (reviewed !== null) === wanted,
  handling: ({ handling }, values) => among(valuesOf(handling), values),
  metadata: ({ hasPair }, pair) => Object.entries(pair).every(([key, value]) => hasPair(key, value)),
  updated_after: ({ updated_at }, from) => updated_at === undefined || updated_at >= from,
  label: ({ hasLabel }, labels) => labels.every(hasLabel),
} satisfies {
  readonly [F in keyof Filters]?: (compared: ComparedConversation, value: NonNullable<Filters[F]>) => boolean;
};

/** The filters that are compared. */
export type ComparedFilter = keyof typeof comparison;

/** The filters that an index serves, unless they exclude values or ask for none. */
const servedFilters = [
  'agent_id',
  'caller',
  'channel',
  'end_reason',
  'outcome',
  'sentiment',
  'status',
] as const;
export type ServedFilter = (typeof servedFilters)[number];

const isServed = (name: string, value: unknown): boolean =>
  servedFilters.some((one) => one === name) && namesValues(value);

/** The filters without those that no index can serve, because they exclude values or ask for none. */
export const servedBy = <F extends { readonly [N in ServedFilter | 'tag']?: unknown }>(filters: F): F => {
  const isWord = (name: string, value: unknown): boolean =>
    ['tag', ...servedFilters].includes(name) && value !== undefined && !namesValues(value);
  return Object.fromEntries(Object.entries(filters).filter(([name, value]) => !isWord(name, value))) as F;
};

/** The filters by fields that entries of an earlier version do not contain. */
const recentFilters: readonly ComparedFilter[] = [
  'provider',
  'successful',
  'metadata',
  'label',
  'updated_after',
];

/** Filters whose answer an entry leaves open, because it has only hashes, or nothing. */
const openFilters: readonly ComparedFilter[] = ['metadata', 'label', 'updated_after'];

/** 12 bits of a hash of a pair or a label. One of 80 entries with 50 others has the same by chance. */
const hashOf = (compared: readonly string[]): string =>
  hash('sha256', JSON.stringify(compared), 'base64url').slice(0, 2);

/** The pairs of metadata and the labels as an entry contains them: their hashes. */
export const pairsOf = ({ metadata, labels }: Pick<ConversationRecord, 'metadata' | 'labels'>): string =>
  [...Object.entries(metadata), ...(labels ?? []).map((label) => [label])].map(hashOf).sort().join('');

/** Whether there is the hash of a pair or a label among those of an entry. */
const mayHave = (pairs: string, compared: readonly string[]): boolean => {
  const wanted = hashOf(compared);
  for (let at = 0; at < pairs.length; at += 2) if (pairs.startsWith(wanted, at)) return true;
  return false;
};

const inRecord = (item: Item): ComparedConversation => {
  const record = conversationFromItem(item);
  return {
    ...record,
    duration_ms: durationOf(record),
    provider_name: record.provider?.name ?? null,
    successful: record.quality?.successful ?? null,
    hasPair: (key, value) => record.metadata[key] === value,
    hasLabel: (label) => record.labels?.includes(label) ?? false,
  };
};

/** Whether an earlier version wrote an entry, which then lacks the fields of recent filters. */
const isEarlier = ({ pairs }: Item): boolean => pairs === undefined;

/** The conditions of the filters that are compared; none if there are no such filters. */
export const comparing = (
  filters: { readonly [F in ComparedFilter]?: Filters[F] },
  fieldsOf: (entry: Item) => ComparedFields,
): Pick<ListCriteria, 'where' | 'confirm'> => {
  const asked = (Object.keys(comparison) as ComparedFilter[]).filter(
    (name) => filters[name] !== undefined && !isServed(name, filters[name]),
  );
  if (asked.length === 0) return {};
  const meets = (compared: ComparedConversation): boolean =>
    asked.every((name) =>
      (comparison[name] as (compared: ComparedConversation, value: unknown) => boolean)(
        compared,
        filters[name],
      ),
    );
  const inEntry = (entry: Item): ComparedConversation => ({
    ...fieldsOf(entry),
    hasPair: (key, value) => mayHave(entry.pairs as string, [key, value]),
    hasLabel: (label) => mayHave(entry.pairs as string, [label]),
  });
  const isRecent = asked.some((name) => recentFilters.includes(name));
  const isOpen = (entry: Item): boolean =>
    asked.some((name) => openFilters.includes(name)) || isEarlier(entry);
  return {
    where: (entry) => (isEarlier(entry) && isRecent) || meets(inEntry(entry)),
    ...(isRecent && {
      confirm: {
        isOpen,
        key: (id) => keyOf('conversation', id),
        holds: (record) => !isErasing(record) && meets(inRecord(record)),
      },
    }),
  };
};
