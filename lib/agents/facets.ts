import type { Document } from '#lib/contract/documents.ts';
import { platform } from '#lib/domain/caller.ts';
import { externalIdFacet } from '#lib/store/lists/external-id-facet.ts';
import { facetTable } from '#lib/store/lists/facet.ts';
import type { AgentRecord } from './agent-record.ts';

type FacetedAgent = Pick<AgentRecord, 'provider' | 'provider_set_by' | 'client_id' | 'path' | 'external_id'>;

/**
 * The owners whose integrations find an agent by its `provider`. Others do not, so that no organization can
 * claim the calls of its siblings.
 */
const findersOf = ({ client_id, path, provider_set_by }: FacetedAgent): string[] => {
  const owners = [platform, ...path];
  return owners.slice(owners.indexOf(provider_set_by ?? client_id));
};

/** The facets of an agent's documents. */
export const documentFacets = facetTable<Pick<Document, 'external_id'>>()({
  document_external_id: externalIdFacet,
});

/** The facets of agents. */
export const agentFacets = facetTable<FacetedAgent>()({
  provider_agent: {
    attribute: 'f10',
    of: (agent, owner) =>
      agent.provider && findersOf(agent).includes(owner)
        ? `${agent.provider.name}#${agent.provider.agent_id}`
        : null,
    rank: 1,
  },
  agent_external_id: externalIdFacet,
});
