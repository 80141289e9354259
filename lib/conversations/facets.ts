import { isPhoneNumber } from '#lib/contract/conversations.ts';
import { platform } from '#lib/domain/caller.ts';
import { depthOf } from '#lib/domain/organizations/depth.ts';
import { partitionOf } from '#lib/store/keys.ts';
import { externalIdFacet } from '#lib/store/lists/external-id-facet.ts';
import { facetTable } from '#lib/store/lists/facet.ts';
import type { ConversationRecord } from './conversation-record.ts';

/** The fields of a conversation that determine its facets. */
export type FacetedConversation = Pick<
  ConversationRecord,
  | 'agent_id'
  | 'status'
  | 'outcome'
  | 'end_reason'
  | 'channel'
  | 'sentiment'
  | 'caller'
  | 'external_id'
  | 'provider'
  | 'tags'
  | 'path'
  | 'test_from'
>;

/**
 * The facets of conversations. A filter of the contract needs one line here, and the rest derives from it.
 */
export const conversationFacets = facetTable<FacetedConversation>()({
  external_id: externalIdFacet,
  provider_conversation: {
    attribute: 'f13',
    of: ({ provider }) => provider?.conversation_id,
    rank: 0,
    filter: 'provider_conversation_id',
    claimed: true,
  },
  // A caller id in E.164 form is a phone number, so the form of the value selects the index.
  number: {
    attribute: 'f6',
    of: ({ caller }) => caller?.number,
    rank: 0,
    filter: 'caller',
    takes: isPhoneNumber,
    with: [],
    searched: true,
  },
  caller: {
    attribute: 'f7',
    of: ({ caller }) => caller?.id,
    rank: 1,
    filter: 'caller',
    takes: (value) => !isPhoneNumber(value),
    with: [],
    searched: true,
  },
  agent_outcome: {
    attribute: 'f8',
    of: ({ agent_id, outcome }) => outcome && `${agent_id}#${outcome}`,
    rank: 2,
    joins: ['agent', 'outcome'],
    with: ['status', 'channel', 'sentiment'],
  },
  tag: {
    attribute: 'f14',
    of: ({ tags }) => tags[0],
    rank: 2.5,
    filter: 'tag',
    with: [],
    further: (conversationId, tag) => partitionOf('tag', conversationId, tag),
  },
  agent: {
    attribute: 'f1',
    of: ({ agent_id }) => agent_id,
    rank: 3,
    filter: 'agent_id',
    with: ['status', 'channel', 'sentiment'],
    searched: true,
  },
  outcome: {
    attribute: 'f3',
    of: ({ outcome }) => outcome,
    rank: 4,
    filter: 'outcome',
    with: ['status', 'channel', 'sentiment'],
  },
  end_reason: {
    attribute: 'f11',
    of: ({ end_reason }) => end_reason,
    rank: 4,
    filter: 'end_reason',
    with: ['status', 'channel', 'sentiment'],
  },
  sentiment: {
    attribute: 'f5',
    of: ({ sentiment }) => sentiment,
    rank: 5,
    filter: 'sentiment',
    with: ['status', 'channel'],
  },
  status: {
    attribute: 'f2',
    of: ({ status }) => status,
    rank: 6,
    filter: 'status',
    with: ['agent', 'outcome', 'channel', 'sentiment', 'number', 'caller', 'agent_outcome'],
    usual: 'completed',
    surplus: 1.15,
    rare: 'active',
    searched: true,
  },
  // Organizations above one for tests see its conversations only if they ask for them.
  test: {
    attribute: 'f9',
    of: ({ path, test_from }, owner) =>
      test_from !== null && depthOf(owner === platform ? null : owner, path) < test_from ? 'true' : 'false',
    rank: 8,
    filter: 'test',
    usual: 'false',
    separates: true,
  },
  channel: {
    attribute: 'f4',
    of: ({ channel }) => channel,
    rank: 7,
    filter: 'channel',
    with: [],
    searched: true,
  },
});
