import type { Channel, ConversationStatus, Direction, Sentiment } from 'voice-agent-platform-client';
import { dayIn, dayMs, momentsHere } from '../api/days.ts';
import { zoneHere } from '../api/zone.ts';

const texts = [
  'q',
  'name',
  'caller',
  'agent',
  'location',
  'status',
  'outcome',
  'successful',
  'channel',
  'direction',
  'provider',
  'sentiment',
  'ended',
  'tag',
  'label',
  'reviewed',
  'recording',
  'length',
  'ids',
  'own',
  'theirs',
  'metadata',
] as const;

/** A filter that is a text: `true` or `false` where the API has a truth value. */
export type Filter = (typeof texts)[number];

/** The filters that take several values, joined with commas, which are in none of the values. */
const several = [
  'agent',
  'status',
  'outcome',
  'channel',
  'direction',
  'provider',
  'sentiment',
  'ended',
  'tag',
  'ids',
] as const satisfies readonly Filter[];

type Several = (typeof several)[number];

export const takesSeveral = (name: Filter): name is Several => (several as readonly Filter[]).includes(name);

const names = [...texts, 'from', 'to', 'order', 'call'] as const;

/** The filters of the list as they appear in the address bar. */
export type ConversationSearch = {
  /**
   * Days `from` and `to`, both included, such as `2026-11-21`, in the time zone of the browser; the `order`;
   * the id of the `call` that is open beside the list.
   */
  readonly [N in (typeof names)[number]]?: string | undefined;
};

export const parseConversationSearch = (search: Record<string, unknown>): ConversationSearch =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );

/** The filters that are set, except the days. */
export const filtersIn = (search: ConversationSearch): readonly Filter[] =>
  texts.filter((name) => search[name]);

export const valuesIn = (value: string | undefined): readonly string[] =>
  value?.split(',').filter(Boolean) ?? [];

/** So many values does the API take for one filter. */
export const mostValues = 10;
const mostIds = 100;

/** The values with one more, or with one less if it was there. */
export const toggled = (value: string | undefined, one: string): string => {
  const values = valuesIn(value);
  const others = values.filter((other) => other !== one);
  return (others.length < values.length ? others : [...others, one]).join();
};

/** The search that a saved view keeps: all of it except the open call. */
export const viewOf = ({ call: _open, ...search }: ConversationSearch): ConversationSearch => search;

let last: ConversationSearch = {};

/** Keeps the list as it is seen, for the way back from the page of a call. */
export const rememberList = (search: ConversationSearch): void => {
  last = viewOf(search);
};

export const lastList = (): ConversationSearch => last;

const defined = <T extends object>(values: T): { [N in keyof T]?: NonNullable<T[N]> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [N in keyof T]?: NonNullable<T[N]>;
  };

/** The lengths of calls to choose from. */
const lengths = {
  brief: { duration_max_ms: 30_000 },
  minute: { duration_min_ms: 60_000 },
  fiveMinutes: { duration_min_ms: 300_000 },
  tenMinutes: { duration_min_ms: 600_000 },
} as const;

export type Length = keyof typeof lengths;
export const lengthNames = Object.keys(lengths) as readonly Length[];

/** `key=value` as a filter of the API. */
const pairIn = (text: string | undefined): Readonly<Record<string, string>> | undefined => {
  const [, key, value] = /^([^=]+)=(.+)$/.exec(text ?? '') ?? [];
  return key && value ? { [key]: value } : undefined;
};

type Truth = 'true' | 'false' | undefined;

const anyOf = <V extends string = string>(value: string | undefined): readonly V[] | undefined => {
  const values = valuesIn(value);
  return values.length > 0 ? (values as readonly string[] as readonly V[]) : undefined;
};

/** The same as parameters of the API. */
export const toQuery = (search: ConversationSearch, client_id: string | undefined) =>
  defined({
    client_id: search.location ?? client_id,
    q: search.q,
    caller_name: search.name,
    caller: search.caller,
    agent_id: anyOf(search.agent),
    status: anyOf<ConversationStatus>(search.status),
    outcome: anyOf(search.outcome),
    successful: search.successful as Truth,
    channel: anyOf<Channel>(search.channel),
    direction: anyOf<Direction>(search.direction),
    provider: anyOf(search.provider),
    sentiment: anyOf<Sentiment>(search.sentiment),
    end_reason: anyOf(search.ended),
    tag: anyOf(search.tag),
    label: search.label ? [search.label] : undefined,
    reviewed: search.reviewed as Truth,
    has_recording: search.recording as Truth,
    ...lengths[search.length as Length],
    ids: anyOf(search.ids),
    external_id: search.own,
    provider_conversation_id: search.theirs,
    metadata: pairIn(search.metadata),
    ...momentsHere(search),
    order: search.order === 'asc' ? ('asc' as const) : undefined,
  });

/**
 * A phone number as people write it, in E.164 form. Undefined for one without its country code, and for all
 * other texts.
 */
export const numberOf = (typed: string): string | undefined => {
  const plain = typed.replaceAll(/[\s().\-/]/g, '').replace(/^00/, '+');
  return /^\+[1-9]\d{5,14}$/.test(plain) ? plain : undefined;
};

/** Whether a text is a number without its country code. */
export const isNational = (typed: string): boolean => /^0[1-9][\d\s().\-/]{5,}$/.test(typed.trim());

const fields = { external_id: 'own', provider_conversation_id: 'theirs' } as const;

/**
 * A typed line that names a field of the API, such as `external_id=4711` or `metadata.campaign=fall`, or is
 * ids of calls.
 */
const fieldIn = (typed: string): ConversationSearch | undefined => {
  if (/^conv_[0-9a-z]{26}([\s,]+conv_[0-9a-z]{26})*$/.test(typed))
    return { ids: [...new Set(typed.split(/[\s,]+/))].slice(0, mostIds).join() };
  const [, field = '', value] = /^(external_id|provider_conversation_id)=(.+)$/.exec(typed) ?? [];
  if (value) return { [fields[field as keyof typeof fields]]: value };
  const [, metadata] = /^metadata\.([^=]+=.+)$/.exec(typed) ?? [];
  return metadata ? { metadata } : undefined;
};

/** Interprets a typed line as a field, a phone number, or else as words that were said. */
export const soughtBy = (typed: string): ConversationSearch => {
  const line = typed.trim();
  const field = fieldIn(line);
  const caller = numberOf(line);
  return { q: field || caller ? '' : line, caller: caller ?? '', name: '', ...field };
};

/** The words of a search as they occur in text: all that begins with a word that ends in `*`. */
export const wordsOf = (q: string | undefined): readonly string[] =>
  (q ?? '').split(/\s+/).flatMap((word) => {
    const plain = word.replace(/\*$/, '');
    return plain ? [word] : [];
  });

/** The API counts at most 400 days. */
const mostDays = 366;
/** Whether the calls of the days can be counted: they begin with one, and are not too many. */
export const isCountable = ({ from, to }: ConversationSearch): boolean =>
  from !== undefined && Date.parse(to ?? dayIn(zoneHere)) - Date.parse(from) <= mostDays * dayMs;
