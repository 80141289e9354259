import type { Channel, ConversationStatus, Sentiment } from 'voice-agent-platform-client';
import { momentsHere } from '../api/days.ts';

/** The filters of the list as they appear in the address bar. */
export interface ConversationSearch {
  readonly q?: string | undefined;
  readonly agent?: string | undefined;
  readonly status?: string | undefined;
  readonly outcome?: string | undefined;
  readonly channel?: string | undefined;
  readonly sentiment?: string | undefined;
  readonly caller?: string | undefined;
  readonly tag?: string | undefined;
  /** `true` or `false`. */
  readonly reviewed?: string | undefined;
  /** Days such as `2026-11-21`, both included, in the time zone of the browser. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly order?: string | undefined;
}

const names = [
  'q',
  'agent',
  'status',
  'outcome',
  'channel',
  'sentiment',
  'caller',
  'tag',
  'reviewed',
  'from',
  'to',
  'order',
] as const;

export const parseConversationSearch = (search: Record<string, unknown>): ConversationSearch =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );

/** The names of the filters that are set. */
export const filtersIn = (search: ConversationSearch): (keyof ConversationSearch)[] =>
  names.filter((name) => name !== 'order' && search[name]);

const defined = <T extends object>(values: T): { [N in keyof T]?: NonNullable<T[N]> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [N in keyof T]?: NonNullable<T[N]>;
  };

/** The same as parameters of the API. */
export const toQuery = (search: ConversationSearch, client_id: string | undefined) =>
  defined({
    client_id,
    q: search.q,
    agent_id: search.agent,
    status: search.status as ConversationStatus | undefined,
    outcome: search.outcome,
    channel: search.channel as Channel | undefined,
    sentiment: search.sentiment as Sentiment | undefined,
    caller: search.caller,
    tag: search.tag,
    reviewed: search.reviewed as 'true' | 'false' | undefined,
    ...momentsHere(search),
    order: search.order === 'asc' ? ('asc' as const) : undefined,
  });

/** The words of a search as they occur in text: all that begins with a word that ends in `*`. */
export const wordsOf = (q: string | undefined): readonly string[] =>
  (q ?? '').split(/\s+/).flatMap((word) => {
    const plain = word.replace(/\*$/, '');
    return plain ? [word] : [];
  });
