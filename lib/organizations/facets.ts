import type { Client } from '#lib/contract/clients.ts';
import { platform } from '#lib/domain/caller.ts';
import { externalIdFacet } from '#lib/store/lists/external-id-facet.ts';
import { facetTable } from '#lib/store/lists/facet.ts';

/** The facets of organizations. */
export const clientFacets = facetTable<Pick<Client, 'type' | 'parent_id' | 'settings' | 'external_id'>>()({
  // Only the parent's own list distinguishes its children from other descendants.
  parent: {
    attribute: 'f9',
    of: ({ parent_id }, owner) => (owner === parent_id ? parent_id : null),
    rank: 1,
  },
  retention: {
    attribute: 'f9',
    of: ({ settings }, owner) => (owner === platform && settings.retention_days !== undefined ? 'set' : null),
    rank: 1,
  },
  client_external_id: externalIdFacet,
  type: { attribute: 'f10', of: ({ type }) => type, rank: 2, filter: 'type' },
});
