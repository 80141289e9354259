import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { SearchedTurn } from '#lib/domain/search/matches.ts';
import { signatureOf } from '#lib/domain/search/signature.ts';
import { tokensOfTexts } from '#lib/domain/search/words.ts';
import type { ConversationRecord } from '../conversations/conversations.ts';
import { listSort, postingSort, wordPartition, wordsKey } from '../keys.ts';
import { ownersOf } from '../lists/listing.ts';
import type { Item, Key } from '../table.ts';

/**
 * What is searched of a conversation, in one item: its turns' text, and where it has postings. It is written before
 * the postings and removed after them, so it always knows every posting that there can be.
 */
export interface SearchText {
  readonly id: string;
  readonly path: readonly string[];
  readonly start_time: string;
  /** What is fixed about the conversation and can be asked for: goes into the signature. */
  readonly fixed: readonly string[];
  readonly turns: readonly SearchedTurn[];
  /** Tokens that once had postings and no longer should. */
  readonly stale: readonly string[];
  /** The conversation's version that was indexed. */
  readonly version: number;
  /** Whether the postings are all written. */
  readonly complete: boolean;
}

const compress = (value: unknown): Uint8Array => deflateRawSync(JSON.stringify(value));
const decompress = <T>(bytes: unknown): T =>
  JSON.parse(inflateRawSync(Buffer.from(bytes as Uint8Array)).toString()) as T;

export const searchTextItem = ({ turns, stale, ...document }: SearchText): Item => ({
  ...wordsKey(document.id),
  ...document,
  turns: compress(turns),
  ...(stale.length > 0 && { stale: compress(stale) }),
});

export const searchTextFromItem = ({ turns, stale, ...item }: Item): SearchText =>
  ({
    ...item,
    turns: decompress(turns),
    stale: stale === undefined ? [] : decompress(stale),
  }) as unknown as SearchText;

/** A filter that never changes, as a member of the signature; no word has a #. */
export const fixedMember = (facet: 'agent' | 'channel' | 'number' | 'caller', value: string): string =>
  `#${facet}#${value}`;

export const fixedMembers = ({ agent_id, channel, caller }: ConversationRecord): string[] => [
  fixedMember('agent', agent_id),
  fixedMember('channel', channel),
  ...(caller?.number ? [fixedMember('number', caller.number)] : []),
  ...(caller?.id ? [fixedMember('caller', caller.id)] : []),
];

export const tokensOf = ({ turns }: Pick<SearchText, 'turns'>): Set<string> =>
  tokensOfTexts(turns.map(([, text]) => text));

/** Where the postings of a conversation are: one for each token and owner. */
export const postingKeys = (
  { id, path, start_time }: Pick<SearchText, 'id' | 'path' | 'start_time'>,
  tokens: Iterable<string>,
): Key[] => {
  const sort = listSort(start_time, id);
  const owners = ownersOf(path);
  return [...tokens].flatMap((token) =>
    owners.map((owner) => ({ pk: wordPartition(owner, token), sk: postingSort(token, sort) })),
  );
};

/** A posting tells of its conversation which other tokens it may have, so that two words cost what the rarer one does. */
export const postingItems = (document: SearchText): Item[] => {
  const tokens = tokensOf(document);
  const signature = signatureOf(new Set([...tokens, ...document.fixed]));
  return postingKeys(document, tokens).map((key) => ({ ...key, signature }));
};
