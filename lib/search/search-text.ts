import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FacetedConversation } from '#lib/conversations/facets.ts';
import { conversationFacets } from '#lib/conversations/facets.ts';
import { platform } from '#lib/domain/caller.ts';
import type { SearchedTurn } from '#lib/domain/search/matches.ts';
import { termOf } from '#lib/domain/search/postings.ts';
import { tokensOfTexts } from '#lib/domain/search/words.ts';
import { idIn, keyOf } from '#lib/store/keys.ts';
import { facetValues } from '#lib/store/lists/facet.ts';
import type { FacetName, FacetsAsked, FacetValues } from '#lib/store/lists/facets.ts';
import { facetNamed, facetNames } from '#lib/store/lists/facets.ts';
import type { Item } from '#lib/store/table.ts';

/**
 * The searched text of a conversation. It is written after all indexes above the conversation contain its
 * terms.
 */
export interface SearchText {
  readonly id: string;
  readonly turns: readonly SearchedTurn[];
  /** The terms of its filters that were indexed. */
  readonly facets: readonly string[];
  /** The conversation's version that was indexed. */
  readonly version: number;
}

export const searchTextItem = ({ id, turns, facets, version }: SearchText): Item => ({
  ...keyOf('search_text', id),
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

const searchedFacets = facetNames.filter((name) => facetNamed(name).searched);

/** Facets as terms of the index. No word contains a #. A facet without terms is not in the index. */
export const facetTerms = (values: FacetValues): string[] =>
  searchedFacets.flatMap((name) => (values[name] ? [termOf(`#${name}#${values[name]}`)] : []));

/** Whether the terms of the index decide all facets of a query. */
export const areIndexed = (asked: FacetsAsked): boolean =>
  (Object.keys(asked) as FacetName[]).every(
    (name) => !asked[name] || ([asked[name]].flat().length === 1 && searchedFacets.includes(name)),
  );

/**
 * The terms of the filters that find a conversation. A provider's late report may change them after the
 * conversation is over.
 */
export const facetTermsOf = (conversation: FacetedConversation): string[] =>
  facetTerms(facetValues(conversationFacets, conversation, platform));

/** All terms by which the index finds a conversation that has ended. */
export const termsOf = (conversation: FacetedConversation, turns: readonly SearchedTurn[]): Set<string> =>
  new Set([...[...tokensOfTexts(turns.map(([, text]) => text))].map(termOf), ...facetTermsOf(conversation)]);
