import type { AgentRecord } from '#lib/agents/agent-record.ts';
import { liveAgent } from '#lib/agents/agent-versions.ts';
import { readWholeAgent } from '#lib/agents/agents.ts';
import { readSession, sessionItem } from '#lib/chats/sessions.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { isCarrier } from '#lib/contract/integrations.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import {
  claimsAfter,
  insertConversation,
  placeRemovals,
  replaceConversation,
} from '#lib/conversations/conversations.ts';
import { unreported } from '#lib/conversations/unreported.ts';
import { defaultWords } from '#lib/domain/chats/call-words.ts';
import type { ChatSession } from '#lib/domain/chats/session.ts';
import { callIdleMinutes, newSession, withoutToken } from '#lib/domain/chats/session.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import { withoutRinging } from '#lib/domain/conversations/ringing.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import { callUrls } from '#lib/domain/integrations/call-urls.ts';
import { inheritSettings } from '#lib/domain/organizations/hierarchy.ts';
import { recordsCalls } from '#lib/domain/recordings/records-calls.ts';
import { noChatUsage } from '#lib/domain/usage/fact.ts';
import type { CallIds } from '#lib/integrations/calls.ts';
import { assignCall, readCall } from '#lib/integrations/calls.ts';
import { carrierCostTask } from '#lib/integrations/carrier-cost-task.ts';
import type { IntegrationRecord } from '#lib/integrations/integration-record.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { isSuspended, readLineage } from '#lib/organizations/clients.ts';
import { findStopped } from '#lib/organizations/stopped.ts';
import { callPrices, callRecorders } from '#lib/providers/index.ts';
import { keyOf } from '#lib/store/keys.ts';
import { reserveCall } from '#lib/store/limits/call-quotas.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { mustExist } from '#lib/store/operations/must-exist.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { put } from '#lib/store/operations/put.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { taskWrite } from '#lib/store/tasks/tasks.ts';
import { newVoiceState } from '#lib/voice/state.ts';
import { mustNotBeOver } from './call-notes.ts';
import { conversationOfCall } from './conversation-of-call.ts';
import type { ProvenCall } from './proof.ts';

/** An agent that can answer a call now, in the version that is live. */
export interface AnsweringAgent {
  readonly agent: AgentRecord;
  readonly lineage: Lineage;
}

/**
 * The agent that answers in calls of an account; undefined: nobody does, because the agent was removed, its
 * organization is suspended, or the call is new and its organization has used up its plan.
 */
export const findAnswering = async (
  { path }: Pick<IntegrationRecord, 'path'>,
  agentId: string,
  { isNew }: { readonly isNew: boolean },
): Promise<AnsweringAgent | undefined> => {
  const whole = await readWholeAgent(agentId);
  if (!whole) return undefined;
  const isBelow = path.every((id, at) => whole.agent.path[at] === id);
  const lineage = isBelow ? await readLineage(whole.agent.path) : undefined;
  if (!lineage || isSuspended(lineage)) return undefined;
  if (isNew && (await findStopped(whole.agent.path))) return undefined;
  return { agent: await liveAgent(whole.agent), lineage };
};

/** The numbers of a call, as the carrier reports them. */
interface CallNumbers {
  readonly from: string | null;
  readonly to: string | null;
}

export const isNumber = (text: string | null): text is string =>
  text !== null && /^\+[1-9]\d{1,14}$/.test(text);

/** A connection of a carrier for a call. */
interface Connection {
  readonly id: string;
  readonly at: number;
}

const newCallSession = (
  { agent, lineage }: AnsweringAgent,
  variables: ChatSession['variables'],
  { id, at }: Connection,
  callback: string | null,
  now: number,
): ChatSession => ({
  ...newSession(
    { variables, idle_minutes: callIdleMinutes },
    { agent_version: agent.version, node: agent.conversation_flow?.start ?? null, ...withoutToken },
    now,
  ),
  ...(callback !== null &&
    recordsCalls(inheritSettings(lineage.members.map(({ settings }) => settings))) && {
      recording: { callback, after: null },
    }),
  voice: newVoiceState(id, at),
});

const begun = { handling: 'agent', chat_usage: { ...noChatUsage, in_call: true } } as const;

/** Asks for the price of a call later, where its carrier tells it. */
const priceLater = (
  { provider }: Pick<IntegrationRecord, 'provider'>,
  id: string,
  ids: CallIds,
): Operation<never>[] =>
  isCarrier(provider) && callPrices[provider] ? [taskWrite(carrierCostTask(id, ids))] : [];

const isConnected = (integrationId: string) =>
  mustExist(keyOf('integration', integrationId), () => new ApiError('integration_not_found'));

/** Begins an outbound call that was answered: it is billed from now on, and not from when it was placed. */
const beginPlaced = async (
  integration: IntegrationRecord,
  before: ConversationRecord,
  answering: AnsweringAgent,
  ids: CallIds,
  connection: Connection,
  callback: string | null,
): Promise<void> => {
  const now = Date.now();
  const start_time = new Date(now).toISOString();
  const provider = withoutRinging(before.provider);
  const { provider_conversation_id: conversation_id } = ids;
  const change = {
    ...begun,
    start_time,
    provider: provider && { ...provider, conversation_id },
    // Its cost is that of the platform's answers. What the account pays is beside it.
    ...(before.cost === null && { cost_by: null }),
  };
  const [known, session] = await Promise.all([readCall(ids), readSession(before.id)]);
  const { operations, after } = replaceConversation(
    before,
    change,
    'conversation.updated',
    placeRemovals(before),
  );
  await commit([
    isConnected(ids.integration_id),
    ...priceLater(integration, before.id, ids),
    ...operations,
    ...claimsAfter(before, after),
    put(
      sessionItem(before.id, newCallSession(answering, session?.variables ?? {}, connection, callback, now)),
    ),
    ...(known?.conversation_id ? [] : assignCall(ids, known, before.id)),
  ]);
};

/** Begins a call of somebody who has called. */
const beginReceived = async (
  integration: IntegrationRecord,
  answering: AnsweringAgent,
  ids: CallIds,
  { from, to }: CallNumbers,
  connection: Connection,
  callback: string | null,
): Promise<string> => {
  const { agent, lineage } = answering;
  const id = newId('conv');
  const start_time = createdAt(id);
  const number = isNumber(from) ? from : null;
  const caller = { integration_id: integration.id, number };
  const reserved = await reserveCall(lineage, Date.parse(start_time), caller);
  const { call_reservation } = reserved;
  const { operations } = insertConversation(
    agent,
    lineage.client,
    {
      agent_id: agent.id,
      client_id: lineage.client.id,
      channel: 'phone',
      direction: 'inbound',
      caller: number === null ? null : { id: null, number, name: null },
      provider: {
        name: integration.provider,
        conversation_id: ids.provider_conversation_id,
        agent_id: to,
        metadata: {},
      },
      status: 'active',
      start_time,
      ...unreported,
      external_id: null,
      metadata: {},
      tags: [],
      turns: [],
    },
    { account: integration },
    { id, cost_by: null, reported: null, call_reservation, ...begun },
  );
  await commit([
    isConnected(integration.id),
    mustNotBeOver(ids, () => new ApiError('conversation_ended')),
    ...priceLater(integration, id, ids),
    ...reserved.operations,
    ...operations,
    put(sessionItem(id, newCallSession(answering, {}, connection, callback, Date.parse(start_time)))),
    ...assignCall(ids, await readCall(ids), id),
  ]);
  return id;
};

/**
 * The conversation of a call, or the words for a caller for whom no line is left. `over`: nobody answers the
 * call any more.
 */
type CallStart = { readonly conversation_id: string } | { readonly apology: string } | 'over';

/**
 * The conversation of a call that has connected, which begins if the call is new. Undefined: it is new, and
 * its proof is too old. A call that goes on may connect again at any time.
 */
export const startPhoneCall = (
  integration: IntegrationRecord,
  call: ProvenCall & { readonly expires_at: number },
  numbers: CallNumbers,
  connection: Connection,
): Promise<CallStart | undefined> =>
  retryStale(async () => {
    const ids = { integration_id: integration.id, provider_conversation_id: call.call_id };
    const known = await conversationOfCall(integration, call.call_id, call.conversation_id);
    const { conversation: placed } = known;
    const isNew = (known.conversation_id ?? call.conversation_id) === null;
    if (placed ? isOver(placed) : !isNew) return 'over';
    if (placed && placed.handling !== null) return { conversation_id: placed.id };
    if (call.expires_at < Date.now()) return undefined;
    const answering = await findAnswering(integration, placed?.agent_id ?? call.agent_id, { isNew });
    if (!answering) return 'over';
    const { provider } = integration;
    const isRecorded = isCarrier(provider) && callRecorders[provider] !== undefined;
    const callback = isRecorded ? callUrls(call.origin, integration.id).recording : null;
    try {
      if (!placed) {
        const id = await beginReceived(integration, answering, ids, numbers, connection, callback);
        return { conversation_id: id };
      }
      await beginPlaced(integration, placed, answering, ids, connection, callback);
      return { conversation_id: placed.id };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The account was there, the caller on the line, or the last line free, when the call was answered.
      if (error.code === 'integration_not_found' || error.code === 'conversation_ended') return 'over';
      return { apology: defaultWords(answering.agent.language).busy };
    }
  });
