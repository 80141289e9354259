import type { Conversation } from '#lib/contract/conversations.ts';
import type { Turn } from '#lib/contract/transcripts.ts';

/*
 * What lists and search must answer, worked out in memory from everything that was recorded, in the plainest way:
 * nothing here is shared with the platform's own code.
 */

/** A conversation, with what its list needs to know of it. */
export interface Recorded {
  readonly conversation: Conversation;
  /** The organizations above it. */
  readonly path: readonly string[];
  readonly turns: readonly Pick<Turn, 'text'>[];
}

export interface Asked {
  readonly agent_id?: string | undefined;
  readonly status?: string | undefined;
  readonly outcome?: string | undefined;
  readonly channel?: string | undefined;
  readonly sentiment?: string | undefined;
  readonly caller?: string | undefined;
  readonly start_after?: string | undefined;
  readonly start_before?: string | undefined;
  readonly q?: string | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

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

const passes = (recorded: Recorded, asked: Asked): boolean => {
  const { conversation: it } = recorded;
  const { start_after, start_before, caller, q } = asked;
  const same = (['agent_id', 'status', 'outcome', 'channel', 'sentiment'] as const).every(
    (name) => asked[name] === undefined || it[name] === asked[name],
  );
  return (
    same &&
    (caller === undefined || it.caller?.number === caller || it.caller?.id === caller) &&
    (start_after === undefined || it.start_time >= start_after) &&
    (start_before === undefined || it.start_time < start_before) &&
    (q === undefined || isFound(recorded, q))
  );
};

/** What a list of an organization's must show, in its order; undefined: the platform's. */
export const expectedOf = (all: readonly Recorded[], owner: string | undefined, asked: Asked): Recorded[] => {
  const sort = ({ conversation: { start_time, id } }: Recorded) => `${start_time} ${id}`;
  const found = all
    .filter(({ path }) => owner === undefined || path.includes(owner))
    .filter((recorded) => passes(recorded, asked))
    .sort((one, other) => (sort(one) < sort(other) ? -1 : 1));
  return asked.order === 'asc' ? found : found.reverse();
};
