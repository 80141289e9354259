import type { AgentRecord } from '#lib/agents/agent-record.ts';
import { startCall } from '#lib/calls/start-call.ts';
import { sessionItem } from '#lib/chats/sessions.ts';
import type { CallInput } from '#lib/contract/calls.ts';
import type { Conversation } from '#lib/contract/conversations.ts';
import { callIdleMinutes, newSession, withoutToken } from '#lib/domain/chats/session.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import { callUrls } from '#lib/domain/integrations/call-urls.ts';
import type { IntegrationRecord } from '#lib/integrations/integration-record.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { reserveCall } from '#lib/store/limits/call-quotas.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { put } from '#lib/store/operations/put.ts';

type PlacingRefusal = 'rate_limited' | 'external_id_exists' | 'quota_exceeded';

/**
 * Creates the conversation of an outbound call at a carrier, and the task that places it. The agent is mapped
 * to the number from which it calls. Until somebody answers, the session only keeps the variables.
 */
export const placePhoneCall = async (
  agent: AgentRecord,
  lineage: Lineage,
  integration: IntegrationRecord,
  number: string,
  body: CallInput,
  origin: string,
): Promise<Write<Conversation, PlacingRefusal>> => {
  const id = newId('conv');
  const now = Date.parse(createdAt(id));
  const { call_reservation, operations, afterwards } = await reserveCall(lineage, now);
  const { answer, status } = callUrls(origin, integration.id, id);
  const input = { ...body, from: body.from ?? number };
  const started = startCall(agent, lineage, integration, number, input, {
    id,
    urls: { answer, status },
    call_reservation,
  });
  const session = newSession(
    { variables: body.variables, idle_minutes: callIdleMinutes },
    { agent_version: agent.version, node: agent.conversation_flow?.start ?? null, ...withoutToken },
    now,
  );
  return {
    ...started,
    operations: [
      ...started.operations,
      ...(operations as Write<Conversation, PlacingRefusal>['operations']),
      put(sessionItem(id, session)),
    ],
    afterwards: async () => {
      await Promise.all([started.afterwards?.(), afterwards()]);
    },
  };
};
