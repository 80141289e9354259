import type { AgentRecord } from '#lib/agents/agent-record.ts';
import { findAgent } from '#lib/agents/agents.ts';
import type { ClientSettings } from '#lib/contract/client-settings.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { noAudio } from '#lib/conversations/conversation-record.ts';
import {
  claimsAfter,
  findClaimed,
  insertConversation,
  readConversation,
  replaceConversation,
} from '#lib/conversations/conversations.ts';
import { decidedOf } from '#lib/conversations/decided.ts';
import type { ReportedChange } from '#lib/conversations/reported.ts';
import { changeOfReport, firstReported, inputOfReport } from '#lib/conversations/reported.ts';
import { isPastRetention } from '#lib/domain/conversations/lifetime.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import type { CallReport } from '#lib/domain/integrations/call-report.ts';
import { withoutSecrets } from '#lib/domain/integrations/secrets.ts';
import { depthOf } from '#lib/domain/organizations/depth.ts';
import { inheritSettings } from '#lib/domain/organizations/hierarchy.ts';
import { newRecordingKey } from '#lib/domain/recordings/recording.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { findLineage, isSuspended, settingsOf } from '#lib/organizations/clients.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { put } from '#lib/store/operations/put.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { taskItem } from '#lib/store/tasks/tasks.ts';
import { mappedAgent } from './agent-mapping.ts';
import type { CallRecord } from './calls.ts';
import { assignCall, readCall, waitFor } from './calls.ts';
import type { IntegrationRecord } from './integration-record.ts';
import type { RecordingTask } from './recording-task.ts';

/** The source of a report: an event of a webhook, or an import. */
export interface ReportOrigin {
  readonly integration: IntegrationRecord;
  /** Null: an import. */
  readonly event_id: string | null;
  /** Absent: a webhook. */
  readonly import_id?: string;
  /** Whether to fetch recordings. */
  readonly recordings: boolean;
}

/** The outcome of a report. */
export type MergeResult =
  | { readonly result: 'created' | 'updated' | 'unchanged'; readonly conversation_id: string }
  | { readonly result: 'erased' }
  /** The report can be merged later. `detail` says under which condition. */
  | { readonly result: 'parked'; readonly detail: string };

/** The operations that record the outcome of a report, in the transaction of the merge. */
export type OutcomeWrites = (merged: MergeResult) => readonly Operation[];

const idsOf = ({ integration }: ReportOrigin, { conversation_id }: CallReport) => ({
  integration_id: integration.id,
  provider_conversation_id: conversation_id,
});

interface RecordingPlan {
  readonly change: Partial<Pick<ConversationRecord, 'audio' | 'recording_key'>>;
  readonly operations: readonly Operation<never>[];
}

const noRecording: RecordingPlan = { change: {}, operations: [] };

/** Announces a recording, and creates the task that fetches it. */
const planRecording = (
  origin: ReportOrigin,
  report: CallReport,
  conversation: Pick<ConversationRecord, 'id' | 'audio'>,
): RecordingPlan => {
  const { audio, id } = conversation;
  if (!origin.recordings || !report.recording) return noRecording;
  // A recording that the integrator has announced is uploaded by the integrator.
  const isOurs = audio.status === 'pending' && audio.content_type === null;
  if (audio.status !== 'none' && !isOurs) return noRecording;
  const state: RecordingTask = {
    ...idsOf(origin, report),
    event_id: report.recording.in_event ? origin.event_id : null,
    source: report.recording,
    attempts: 0,
  };
  return {
    change:
      audio.status === 'none'
        ? { audio: { ...audio, status: 'pending' }, recording_key: newRecordingKey(id) }
        : {},
    operations: [
      put(taskItem({ kind: 'recordings', id, group: origin.integration.id, state: JSON.stringify(state) })),
    ],
  };
};

/** An integration reaches its own organization and its descendants. */
const reachOf = ({ integration }: ReportOrigin) => ({ client_id: integration.client_id });

/** Whether to fetch recordings for an organization. */
const wanted = (
  origin: ReportOrigin,
  settings: ClientSettings,
  times: Pick<ConversationRecord, 'status' | 'start_time' | 'end_time'>,
): ReportOrigin => ({
  ...origin,
  recordings: origin.recordings && settings.recording_enabled !== false && !isPastRetention(times, settings),
});

/**
 * Records that an integration has reported a conversation, so that its payloads are erased with the
 * conversation.
 */
const notedReporter = (
  { integration_id, other_integration_ids }: ConversationRecord,
  id: string,
): Partial<Pick<ConversationRecord, 'integration_id' | 'other_integration_ids'>> => {
  if (integration_id === null) return { integration_id: id };
  const others = other_integration_ids ?? [];
  return integration_id === id || others.includes(id) ? {} : { other_integration_ids: [...others, id] };
};

/** Whether the cost is from this report, or will be from a later one. */
const reportsCost = ({ cost }: ConversationRecord, { change }: ReportedChange): boolean =>
  cost === null || change.cost !== undefined;

const commitAny = async (operations: readonly Operation[]): Promise<void> => {
  if (operations.length > 0) await commit(operations);
};

/** Merges a report into the conversation of this call. */
const merge = async (
  origin: ReportOrigin,
  report: CallReport,
  before: ConversationRecord,
  call: CallRecord | undefined,
  outcomeWrites: OutcomeWrites,
): Promise<MergeResult> => {
  const assigned =
    call?.conversation_id === before.id ? [] : assignCall(idsOf(origin, report), call, before.id);
  const changed = await changeOfReport(before, report, {
    depth: depthOf(origin.integration.client_id, before.path),
    decided: await decidedOf(before),
  });
  const recordable = report.recording !== null && wanted(origin, await settingsOf(before.path), before);
  const recording = recordable ? planRecording(recordable, report, before) : noRecording;
  const provider = changed?.change.provider ?? before.provider;
  const change = {
    ...changed?.change,
    ...(changed && reportsCost(before, changed) && { cost_by: origin.integration.client_id }),
    ...recording.change,
    ...(provider?.conversation_id === null && {
      provider: { ...provider, conversation_id: report.conversation_id },
    }),
    ...notedReporter(before, origin.integration.id),
  };
  const isChanged = Object.keys(change).length > 0;
  const merged: MergeResult = { result: isChanged ? 'updated' : 'unchanged', conversation_id: before.id };
  const type = changed?.type ?? 'conversation.updated';
  const replaced = isChanged ? replaceConversation(before, change, type, changed?.operations) : undefined;
  const written = replaced ? [...replaced.operations, ...claimsAfter(before, replaced.after)] : [];
  await commitAny([...written, ...recording.operations, ...assigned, ...outcomeWrites(merged)]);
  return merged;
};

/** Creates the conversation of a new call. */
const create = async (
  origin: ReportOrigin,
  report: CallReport,
  agent: AgentRecord,
  lineage: Lineage,
  call: CallRecord | undefined,
  outcomeWrites: OutcomeWrites,
): Promise<MergeResult> => {
  const { integration } = origin;
  const id = newId('conv');
  const input = inputOfReport(report, agent, integration.provider, createdAt(id));
  const settings = inheritSettings(lineage.members.map((member) => member.settings));
  const times = {
    status: input.status,
    start_time: input.start_time ?? createdAt(id),
    end_time: input.end_time ?? null,
  };
  const recording = planRecording(wanted(origin, settings, times), report, { id, audio: noAudio });
  const { operations } = insertConversation(
    agent,
    lineage.client,
    input,
    { account: integration },
    {
      id,
      cost_by: integration.client_id,
      reported: firstReported(report, input),
      ...recording.change,
    },
  );
  const merged: MergeResult = { result: 'created', conversation_id: id };
  await commit([
    ...operations,
    ...recording.operations,
    ...assignCall(idsOf(origin, report), call, id, origin.import_id),
    ...outcomeWrites(merged),
  ]);
  return merged;
};

const park = async (
  detail: string,
  outcomeWrites: OutcomeWrites,
  more: readonly Operation[] = [],
): Promise<MergeResult> => {
  const merged: MergeResult = { result: 'parked', detail };
  await commitAny([...more, ...outcomeWrites(merged)]);
  return merged;
};

/**
 * The conversation of a call, if there is one: by the provider's id, or an outbound call that was just
 * started.
 */
const findKnown = async (
  origin: ReportOrigin,
  report: CallReport,
  call: CallRecord | undefined,
): Promise<ConversationRecord | undefined> => {
  if (call?.conversation_id) return readConversation(call.conversation_id);
  if (report.our_conversation_id === null) return undefined;
  const waiting = await readConversation(report.our_conversation_id);
  const isAwaited =
    waiting?.integration_id === origin.integration.id && waiting.provider?.conversation_id === null;
  if (!isAwaited) return undefined;
  // Another integration, or the integrator, may have recorded the call before it was known that this
  // conversation waits for it.
  const { provider } = origin.integration;
  return (await findClaimed(waiting.client_id, provider, report.conversation_id)) ?? waiting;
};

const attempt = async (
  origin: ReportOrigin,
  report: CallReport,
  outcomeWrites: OutcomeWrites,
): Promise<MergeResult> => {
  const { integration } = origin;
  const call = await readCall(idsOf(origin, report));
  const known = await findKnown(origin, report, call);
  if (known) {
    const merged = await merge(origin, report, known, call, outcomeWrites);
    // After an interruption, an import encounters conversations that it created itself.
    const isOwn = origin.import_id !== undefined && call?.import_id === origin.import_id;
    return isOwn ? { result: 'created', conversation_id: known.id } : merged;
  }
  if (call?.conversation_id) {
    const merged: MergeResult = { result: 'erased' };
    await commitAny(outcomeWrites(merged));
    return merged;
  }
  if (report.stage === 'aside' || report.agent_id === null) {
    const waiting = origin.event_id === null ? [] : waitFor(idsOf(origin, report), call, origin.event_id);
    return park('Nothing has been received yet that says whose call it is', outcomeWrites, waiting);
  }

  const mapped = await mappedAgent(integration, report.agent_id);
  if (mapped.found === 'several')
    return park(`Several agents name ${report.agent_id} as their provider’s agent`, outcomeWrites);
  if (mapped.found === 'none') return park(`No agent is mapped to ${report.agent_id}`, outcomeWrites);
  const agent = await findAgent(reachOf(origin), mapped.agent_id);
  if (!agent) return park(`The agent ${mapped.agent_id} is not there any more`, outcomeWrites);
  const lineage = await findLineage(reachOf(origin), agent.client_id);
  if (!lineage || isSuspended(lineage)) return park('The organization is suspended', outcomeWrites);

  const claimed = await findClaimed(agent.client_id, integration.provider, report.conversation_id);
  if (claimed) return merge(origin, report, claimed, call, outcomeWrites);
  return create(origin, report, agent, lineage, call, outcomeWrites);
};

/**
 * Another report of the call, or the integrator, created the conversation in the meantime. The retry finds
 * it.
 */
export const asStale = (error: unknown): never => {
  throw error instanceof ApiError && error.code === 'conversation_exists' ? new Stale() : error;
};

/**
 * Creates one conversation from all reports of a call, regardless of their order, repetition and concurrency.
 * The operations of `outcomeWrites` are part of the same transaction.
 */
export const mergeCall = (
  origin: ReportOrigin,
  report: CallReport,
  outcomeWrites: OutcomeWrites = () => [],
): Promise<MergeResult> => {
  const stored = withoutSecrets(report);
  return retryStale(() => attempt(origin, stored, outcomeWrites).catch(asStale));
};
