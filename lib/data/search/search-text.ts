import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { SearchedTurn } from '#lib/domain/search/matches.ts';
import { termOf } from '#lib/domain/search/postings.ts';
import { tokensOfTexts } from '#lib/domain/search/words.ts';
import type { ConversationRecord } from '../conversations/conversation-record.ts';
import { idIn, searchTextKey } from '../keys.ts';
import type { Item } from '../table.ts';

/** What is searched of a conversation. It is written after all indexes above the conversation know its terms. */
export interface SearchText {
  readonly id: string;
  readonly turns: readonly SearchedTurn[];
  /** The terms of its filters that were indexed. */
  readonly facets: readonly string[];
  /** The conversation's version that was indexed. */
  readonly version: number;
}

export const searchTextItem = ({ id, turns, facets, version }: SearchText): Item => ({
  ...searchTextKey(id),
  version,
  facets,
  turns: deflateRawSync(JSON.stringify(turns)),
});

export const searchTextFromItem = ({ pk, turns, facets, version }: Item): SearchText => ({
  id: idIn(pk),
  version: version as number,
  facets: facets as readonly string[],
  turns: JSON.parse(
    inflateRawSync(turns as Uint8Array, { chunkSize: 4096 }).toString(),
  ) as readonly SearchedTurn[],
});

/** A filter as a term of the index; no word has a #. */
export const facetTerm = (
  facet: 'agent' | 'status' | 'channel' | 'number' | 'caller',
  value: string,
): string => termOf(`#${facet}#${value}`);

type Filtered = Pick<ConversationRecord, 'agent_id' | 'status' | 'channel' | 'caller'>;

/** The terms of the filters that find a conversation. A provider's late report may change them after the conversation is over. */
export const facetTermsOf = ({ agent_id, status, channel, caller }: Filtered): string[] => [
  facetTerm('agent', agent_id),
  facetTerm('status', status),
  facetTerm('channel', channel),
  ...(caller?.number ? [facetTerm('number', caller.number)] : []),
  ...(caller?.id ? [facetTerm('caller', caller.id)] : []),
];

/** Everything by which a conversation that is over is found in an index. */
export const termsOf = (conversation: Filtered, turns: readonly SearchedTurn[]): Set<string> =>
  new Set([...[...tokensOfTexts(turns.map(([, text]) => text))].map(termOf), ...facetTermsOf(conversation)]);
