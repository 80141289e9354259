import type { Conversation } from '#lib/contract/conversations.ts';
import { conversationFilters } from '#lib/contract/conversations.ts';
import type { Turn } from '#lib/contract/transcripts.ts';

/*
 * The answers that lists and search must give, found in memory from everything that was recorded, in the
 * plainest way. Only the names of the filters come from the contract, so that a new one is asked for without
 * a change here. Nothing is shared with the code that answers.
 */

/** A conversation, with what its list needs to know of it. */
export interface Recorded {
  readonly conversation: Conversation;
  /** The organizations above it. */
  readonly path: readonly string[];
  readonly turns: readonly Pick<Turn, 'text'>[];
}

type Filter = keyof typeof conversationFilters;

/** The filters that are not simply equal to a field of the conversation. */
const others = [
  'caller',
  'caller_name',
  'external_id',
  'tag',
  'reviewed',
  'start_after',
  'start_before',
  'q',
  'provider',
  'provider_conversation_id',
  'ids',
  'metadata',
  'duration_min_ms',
  'duration_max_ms',
  'has_recording',
  'successful',
  // Random worlds have no analyzers.
  'label',
  // Random worlds change nothing while they are asked.
  'updated_after',
  // Random worlds have no organizations for tests.
  'test',
] as const satisfies readonly Filter[];
export type SameAsField = Exclude<Filter, (typeof others)[number]>;

/** The filters of the contract that ask for any of several values of the field with their name. */
export const sameAsField = (Object.keys(conversationFilters) as Filter[]).filter(
  (filter): filter is SameAsField => !others.some((other) => other === filter),
);

/** One value, or several, of which a conversation must have one. */
type Value<F extends Filter> = F extends SameAsField | 'provider' | 'ids' | 'tag'
  ? string | readonly string[]
  : F extends 'metadata'
    ? Readonly<Record<string, string>>
    : string;

/** Whether somebody who asks for this wants what has these values. */
const wants = (
  asked: string | readonly string[],
  values: readonly (string | null | undefined)[],
): boolean => {
  const own = values.filter((value) => value != null);
  const isOwn = (word: string) => (word === 'null' ? own.length === 0 : own.includes(word));
  const words = [asked].flat();
  return words.some((word) => word.startsWith('not:'))
    ? words.every((word) => !isOwn(word.slice(4)))
    : words.some(isOwn);
};

export type Asked = { readonly [F in Filter]?: Value<F> | undefined } & {
  readonly order?: 'asc' | 'desc' | undefined;
};

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const wordsOf = (text: string): string[] => fold(text).match(/[\p{Script=Han}]+|[a-z0-9]+/gu) ?? [];

const occurs = (term: string, text: string): boolean => {
  const wanted = fold(term.replace('*', ''));
  return wordsOf(text).some((word) => {
    if (/\p{Script=Han}/u.test(wanted)) return word.includes(wanted);
    return term.endsWith('*') ? word.startsWith(wanted) : word === wanted;
  });
};

const termsOf = (q: string): string[] => q.match(/[\p{L}\p{N}\p{M}]+\*?/gu) ?? [];

/** The indexes of the turns that a search shows. */
export const matchesOf = ({ turns }: Recorded, q: string): number[] =>
  turns
    .flatMap(({ text }, index) => (termsOf(q).some((term) => occurs(term, text)) ? [index] : []))
    .slice(0, 10);

const isFound = ({ conversation, turns }: Recorded, q: string): boolean =>
  conversation.status !== 'active' &&
  termsOf(q).every((term) => turns.some(({ text }) => occurs(term, text)));

const isNamed = (name: string | null | undefined, asked: string): boolean =>
  wordsOf(asked).every((term) => occurs(`${term}*`, name ?? ''));

const passes = (recorded: Recorded, asked: Asked): boolean => {
  const { conversation: it } = recorded;
  const { tag, reviewed, start_after, start_before, caller, caller_name, external_id, q } = asked;
  const same = sameAsField.every((name) => {
    const value = asked[name];
    return value === undefined || wants(value, [it[name]]);
  });
  const { provider, provider_conversation_id, ids, metadata = {} } = asked;
  const { duration_min_ms, duration_max_ms, has_recording, successful } = asked;
  const lasted = it.duration_ms;
  return (
    same &&
    (tag === undefined || wants(tag, it.tags)) &&
    (reviewed === undefined || String(it.reviewed !== null) === reviewed) &&
    (caller === undefined || wants(caller, [it.caller?.number, it.caller?.id])) &&
    (caller_name === undefined || isNamed(it.caller?.name, caller_name)) &&
    (external_id === undefined || it.external_id === external_id) &&
    (start_after === undefined || it.start_time >= start_after) &&
    (start_before === undefined || it.start_time < start_before) &&
    (provider === undefined || wants(provider, [it.provider?.name])) &&
    (provider_conversation_id === undefined || it.provider?.conversation_id === provider_conversation_id) &&
    (ids === undefined || wants(ids, [it.id])) &&
    Object.entries(metadata).every(([key, value]) => it.metadata[key] === value) &&
    (duration_min_ms === undefined || (lasted !== null && lasted >= Number(duration_min_ms))) &&
    (duration_max_ms === undefined || (lasted !== null && lasted <= Number(duration_max_ms))) &&
    (has_recording === undefined || String(it.audio.status === 'available') === has_recording) &&
    (successful === undefined || wants(successful, [it.quality?.successful?.toString()])) &&
    (q === undefined || isFound(recorded, q))
  );
};

/**
 * The same question with the values of a conversation, and without filters by what it lacks, so that it is
 * found more often.
 */
export const likened = (asked: Asked, { conversation: it }: Recorded): Asked => {
  const [pair] = Object.entries(it.metadata);
  const own: Asked = {
    ...Object.fromEntries(sameAsField.map((name) => [name, it[name]])),
    caller: it.caller?.number ?? it.caller?.id ?? undefined,
    caller_name: it.caller?.name?.slice(0, 3),
    ids: [it.id],
    external_id: it.external_id ?? undefined,
    tag: it.tags[0],
    reviewed: String(it.reviewed !== null),
    start_after: it.start_time,
    start_before: new Date(Date.parse(it.start_time) + 1).toISOString(),
    provider: it.provider?.name,
    provider_conversation_id: it.provider?.conversation_id ?? undefined,
    metadata: pair && Object.fromEntries([pair]),
    duration_min_ms: it.duration_ms === null ? undefined : '0',
    duration_max_ms: it.duration_ms === null ? undefined : String(it.duration_ms),
    has_recording: String(it.audio.status === 'available'),
    successful: it.quality?.successful == null ? undefined : String(it.quality.successful),
  };
  const entries = Object.entries(asked).map(([name, value]) => [
    name,
    name in own ? own[name as Filter] : value,
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null));
};

/** The entries that a list of an organization must show, in its order; undefined: the platform's. */
export const expectedOf = (all: readonly Recorded[], owner: string | undefined, asked: Asked): Recorded[] => {
  const sort = ({ conversation: { start_time, id } }: Recorded) => `${start_time} ${id}`;
  const found = all
    .filter(({ path }) => owner === undefined || path.includes(owner))
    .filter((recorded) => passes(recorded, asked))
    .sort((one, other) => (sort(one) < sort(other) ? -1 : 1));
  return asked.order === 'asc' ? found : found.reverse();
};
