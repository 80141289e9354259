import { hash } from 'node:crypto';
import { agentFacets, documentFacets } from '#lib/agents/facets.ts';
import { analysisFacets } from '#lib/analysis/facets.ts';
import { conversationFacets } from '#lib/conversations/facets.ts';
import { integrationEventFacets } from '#lib/integrations/facets.ts';
import { clientFacets } from '#lib/organizations/facets.ts';
import { messageFacets } from '#lib/webhooks/facets.ts';
import type { FacetAttribute, FacetTable } from './facet.ts';

/** The facets of all lists. Each has a unique name, which is part of its keys. */
const allFacets = {
  ...conversationFacets,
  ...clientFacets,
  ...agentFacets,
  ...documentFacets,
  ...messageFacets,
  ...integrationEventFacets,
  ...analysisFacets,
};

export type FacetName = keyof typeof allFacets;

/** Values by the names of facets. Empty or absent: no value. */
export type FacetValues = { readonly [N in FacetName]?: string | null | undefined };

/**
 * The values that an entry must have. Of several values of a facet, it must have one. Empty or absent: any.
 */
export type FacetsAsked = {
  readonly [N in FacetName]?: string | readonly string[] | null | undefined;
};

const facets: FacetTable = allFacets;

export const facetNamed = (name: FacetName): FacetTable[string] => facets[name] as FacetTable[string];

export const facetNames = Object.keys(allFacets) as FacetName[];

export const facetAttribute = (name: FacetName): FacetAttribute => facetNamed(name).attribute;

/**
 * Attributes whose indexes contain keys and few other facets, one for each level of lists: the platform and
 * eight of organizations.
 */
const attributesOfLevels: readonly FacetAttribute[] = ['f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8', 'f11'];

/** The attribute of a further value for the lists at a level, from the platform (0) down. */
export const attributeOfLevel = (level: number): FacetAttribute =>
  attributesOfLevels[level] as FacetAttribute;

/** The attributes of facets that have an index of entries, in the order of their numbers. */
export const indexedAttributes: readonly FacetAttribute[] = [
  ...new Set(facetNames.filter((name) => !facetNamed(name).claimed).map(facetAttribute)),
].sort((one, other) => Number(one.slice(1)) - Number(other.slice(1)));

/**
 * The attributes that the index of a facet contains besides the keys; undefined: whole entries, because it
 * serves several kinds of entity.
 */
export const includedWith = (attribute: FacetAttribute): readonly FacetAttribute[] | undefined => {
  const [facet] = Object.values(facets).filter((one) => one.attribute === attribute);
  return facet?.with?.map((name) => facetAttribute(name as FacetName)).sort();
};

/**
 * The key of a facet's value in the list of an owner: 96 bits of a hash, because most of what an index stores
 * is its keys. Values of different facets and owners never meet.
 */
export const facetKey = (owner: string, facet: FacetName, value: string): string =>
  hash('sha256', `${owner}#${facet}#${value}`, 'base64url').slice(0, 16);
