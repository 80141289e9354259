import type { AgentRecord } from '#lib/agents/agent-record.ts';
import { startCall } from '#lib/calls/start-call.ts';
import { sessionItem } from '#lib/chats/sessions.ts';
import type { CallInput } from '#lib/contract/calls.ts';
import { callIdleMinutes, newSession, withoutToken } from '#lib/domain/chats/session.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import { callUrls } from '#lib/domain/integrations/call-urls.ts';
import type { IntegrationRecord } from '#lib/integrations/integration-record.ts';
import { put } from '#lib/store/operations/put.ts';

type StartedCall = Parameters<typeof startCall>;

/**
 * Creates the conversation of an outbound call at a carrier, and the task that places it. The agent is mapped
 * to the number from which it calls. Until somebody answers, the session only keeps the variables.
 */
export const placePhoneCall = (
  caller: StartedCall[0],
  agent: AgentRecord,
  lineage: StartedCall[2],
  integration: IntegrationRecord,
  number: string,
  body: CallInput,
  origin: string,
): ReturnType<typeof startCall> => {
  const id = newId('conv');
  const { answer, status } = callUrls(origin, integration.id, id);
  const input = { ...body, from: body.from ?? number };
  const started = startCall(caller, agent, lineage, integration, number, input, {
    id,
    urls: { answer, status },
  });
  const session = newSession(
    { variables: body.variables, idle_minutes: callIdleMinutes },
    { agent_version: agent.version, node: agent.conversation_flow?.start ?? null, ...withoutToken },
    Date.parse(createdAt(id)),
  );
  return { ...started, operations: [...started.operations, put(sessionItem(id, session))] };
};
