import type { AgentRecord } from '#lib/agents/agent-record.ts';
import type { CallInput } from '#lib/contract/calls.ts';
import type { Conversation } from '#lib/contract/conversations.ts';
import { insertConversation } from '#lib/conversations/conversations.ts';
import { unreported } from '#lib/conversations/unreported.ts';
import type { CallReservation } from '#lib/domain/conversations/call-reservation.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import type { IntegrationRecord } from '#lib/integrations/integration-record.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { countPlacedCall } from '#lib/store/limits/request-rates.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { put } from '#lib/store/operations/put.ts';
import { taskItem } from '#lib/store/tasks/tasks.ts';

/** The stored data of a call's task. */
export interface CallTask {
  readonly integration_id: string;
  readonly provider_agent_id: string;
  readonly to: string;
  readonly from: string | null;
  readonly variables: Readonly<Record<string, string>>;
  /** The addresses for a carrier; absent: the provider holds the call. */
  readonly urls?: { readonly answer: string; readonly status: string };
}

/** Creates the conversation of a call, and the task that places the call, in one transaction. */
export const startCall = (
  agent: AgentRecord,
  lineage: Lineage,
  integration: IntegrationRecord,
  provider_agent_id: string,
  { to, from, variables, ...labels }: CallInput,
  {
    id = newId('conv'),
    urls,
    call_reservation = null,
  }: {
    readonly id?: string;
    readonly urls?: CallTask['urls'];
    readonly call_reservation?: CallReservation | null;
  } = {},
): Write<Conversation, 'rate_limited' | 'external_id_exists'> => {
  const { client } = lineage;
  const made = insertConversation(
    agent,
    client,
    {
      channel: 'phone',
      direction: 'outbound',
      caller: { id: null, number: to, name: null },
      provider: {
        name: integration.provider,
        conversation_id: null,
        agent_id: provider_agent_id,
        metadata: {},
      },
      status: 'active',
      start_time: createdAt(id),
      agent_id: agent.id,
      client_id: client.id,
      ...unreported,
      ...labels,
      turns: [],
    },
    { account: integration },
    { id, cost_by: integration.client_id, reported: null, call_reservation },
  );
  const called = { integration_id: integration.id, provider_agent_id, to, from, variables };
  const state: CallTask = { ...called, ...(urls && { urls }) };
  const task = taskItem({ kind: 'calls', id, group: integration.id, state: JSON.stringify(state) });
  // The provider has not assigned an id yet, so none can be claimed by another conversation.
  const counted = countPlacedCall(lineage);
  const operations = [...counted.operations, ...made.operations, put(task)];
  return {
    ...made,
    operations: operations as ReturnType<typeof startCall>['operations'],
    afterwards: counted.afterwards,
  };
};
