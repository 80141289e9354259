import type { ClientSettings } from '#lib/contract/client-settings.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { isPastRetention } from '#lib/domain/conversations/lifetime.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import type { CallReport } from '#lib/domain/integrations/call-report.ts';
import { withoutSecrets } from '#lib/domain/integrations/secrets.ts';
import { depthOf } from '#lib/domain/organizations/depth.ts';
import { inheritSettings } from '#lib/domain/organizations/hierarchy.ts';
import { newRecordingKey } from '#lib/domain/recordings/recording.ts';
import type { AgentRecord } from '../agents/agent-record.ts';
import { findAgent } from '../agents/agents.ts';
import type { ConversationRecord } from '../conversations/conversation-record.ts';
import {
  claimCall,
  findClaimed,
  insertConversation,
  noAudio,
  readConversation,
  replaceConversation,
} from '../conversations/conversations.ts';
import { decidedOf } from '../conversations/decided.ts';
import type { ReportedChange } from '../conversations/reported.ts';
import { changeOfReport, firstReported, inputOfReport } from '../conversations/reported.ts';
import { commit } from '../operations/commit.ts';
import { Stale } from '../operations/failures.ts';
import type { Operation } from '../operations/operation.ts';
import { put } from '../operations/put.ts';
import { retryStale } from '../operations/retry-stale.ts';
import type { Lineage } from '../organizations/clients.ts';
import { findLineage, isSuspended, settingsOf } from '../organizations/clients.ts';
import { taskItem } from '../tasks/tasks.ts';
import { mappedAgent } from './agent-mapping.ts';
import type { CallRecord } from './calls.ts';
import { assignCall, readCall, waitFor } from './calls.ts';
import type { IntegrationRecord } from './integration-record.ts';
import type { RecordingTask } from './recording-task.ts';

/** Where a report came from: an event of a webhook, or an import. */
export interface ReportOrigin {
  readonly integration: IntegrationRecord;
  /** Null: an import. */
  readonly event_id: string | null;
  /** Absent: a webhook. */
  readonly import_id?: string;
  /** Whether recordings are to be fetched. */
  readonly recordings: boolean;
}

/** What became of a report. */
export type Merged =
  | { readonly result: 'created' | 'updated' | 'unchanged'; readonly conversation_id: string }
  | { readonly result: 'erased' }
  /** It can be merged later; `detail` says what has to happen for that. */
  | { readonly result: 'parked'; readonly detail: string };

/** Adds to a transaction what is to be noted of a report's fate. */
export type Note = (merged: Merged) => readonly Operation[];

const idsOf = ({ integration }: ReportOrigin, { conversation_id }: CallReport) => ({
  integration_id: integration.id,
  provider_conversation_id: conversation_id,
});

interface RecordingPlan {
  readonly change: Partial<Pick<ConversationRecord, 'audio' | 'recording_key'>>;
  readonly operations: readonly Operation<never>[];
}

const noRecording: RecordingPlan = { change: {}, operations: [] };

/** Expects a recording, and makes the task of fetching it. */
const planRecording = (
  origin: ReportOrigin,
  report: CallReport,
  conversation: Pick<ConversationRecord, 'id' | 'audio'>,
): RecordingPlan => {
  const { audio, id } = conversation;
  if (!origin.recordings || !report.recording) return noRecording;
  // What the integrator has announced is the integrator's to upload.
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

/** As an integration sees the organizations: its own and their descendants. */
const reachOf = ({ integration }: ReportOrigin) => ({ client_id: integration.client_id });

/** Whether recordings are to be fetched for an organization. */
const wanted = (
  origin: ReportOrigin,
  settings: ClientSettings,
  times: Pick<ConversationRecord, 'status' | 'start_time' | 'end_time'>,
): ReportOrigin => ({
  ...origin,
  recordings: origin.recordings && settings.recording_enabled !== false && !isPastRetention(times, settings),
});

/** Notes that an integration has reported a conversation: what was posted to it is erased with the conversation. */
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

/** Merges a report into a conversation that is known to be of this call. */
const merge = async (
  origin: ReportOrigin,
  report: CallReport,
  before: ConversationRecord,
  call: CallRecord | undefined,
  note: Note,
): Promise<Merged> => {
  const assigned =
    call?.conversation_id === before.id ? [] : assignCall(idsOf(origin, report), call, before.id);
  const changed = await changeOfReport(before, report, {
    depth: depthOf(origin.integration.client_id, before.path),
    decided: await decidedOf(before),
  });
  const recordable = report.recording !== null && wanted(origin, await settingsOf(before.path), before);
  const recording = recordable ? planRecording(recordable, report, before) : noRecording;
  const claimed = claimCall(before, report.conversation_id);
  const provider = changed?.change.provider ?? before.provider;
  const change = {
    ...changed?.change,
    ...(changed && reportsCost(before, changed) && { cost_by: origin.integration.client_id }),
    ...recording.change,
    ...(provider &&
      claimed.length > 0 && {
        provider: { ...provider, conversation_id: report.conversation_id },
      }),
    ...notedReporter(before, origin.integration.id),
  };
  const isChanged = Object.keys(change).length > 0;
  const merged: Merged = { result: isChanged ? 'updated' : 'unchanged', conversation_id: before.id };
  const replaced = isChanged
    ? replaceConversation(before, change, changed?.type ?? 'conversation.updated', changed?.operations)
        .operations
    : [];
  await commitAny([...replaced, ...claimed, ...recording.operations, ...assigned, ...note(merged)]);
  return merged;
};

/** Makes a conversation of a call that nobody has seen before. */
const create = async (
  origin: ReportOrigin,
  report: CallReport,
  agent: AgentRecord,
  lineage: Lineage,
  call: CallRecord | undefined,
  note: Note,
): Promise<Merged> => {
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
  const { operations } = insertConversation(agent, lineage.client, input, reachOf(origin), {
    id,
    integration_id: integration.id,
    cost_by: integration.client_id,
    reported: firstReported(report, input),
    ...recording.change,
  });
  const merged: Merged = { result: 'created', conversation_id: id };
  await commit([
    ...operations,
    ...recording.operations,
    ...assignCall(idsOf(origin, report), call, id, origin.import_id),
    ...note(merged),
  ]);
  return merged;
};

const park = async (detail: string, note: Note, more: readonly Operation[] = []): Promise<Merged> => {
  const merged: Merged = { result: 'parked', detail };
  await commitAny([...more, ...note(merged)]);
  return merged;
};

/** The conversation that a call is, if there is one: by its id, or because it is an outbound call that was just started. */
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
  // Another integration, or the integrator, may have recorded the call before it was known that this conversation waits for it.
  const { provider } = origin.integration;
  return (await findClaimed(waiting.client_id, provider, report.conversation_id)) ?? waiting;
};

const attempt = async (origin: ReportOrigin, report: CallReport, note: Note): Promise<Merged> => {
  const { integration } = origin;
  const call = await readCall(idsOf(origin, report));
  const known = await findKnown(origin, report, call);
  if (known) {
    const merged = await merge(origin, report, known, call, note);
    // An import that was interrupted comes to what it has brought itself a second time.
    const isOwn = origin.import_id !== undefined && call?.import_id === origin.import_id;
    return isOwn ? { result: 'created', conversation_id: known.id } : merged;
  }
  if (call?.conversation_id) {
    const merged: Merged = { result: 'erased' };
    await commitAny(note(merged));
    return merged;
  }
  if (report.stage === 'aside' || report.agent_id === null) {
    const waiting = origin.event_id === null ? [] : waitFor(idsOf(origin, report), call, origin.event_id);
    return park('Nothing has been received yet that says whose call it is', note, waiting);
  }

  const mapped = await mappedAgent(integration, report.agent_id);
  if (mapped.found === 'several')
    return park(`Several agents name ${report.agent_id} as their provider’s agent`, note);
  if (mapped.found === 'none') return park(`No agent is mapped to ${report.agent_id}`, note);
  const agent = await findAgent(reachOf(origin), mapped.agent_id);
  if (!agent) return park(`The agent ${mapped.agent_id} is not there any more`, note);
  const lineage = await findLineage(reachOf(origin), agent.client_id);
  if (!lineage || isSuspended(lineage)) return park('The organization is suspended', note);

  const claimed = await findClaimed(agent.client_id, integration.provider, report.conversation_id);
  if (claimed) return merge(origin, report, claimed, call, note);
  return create(origin, report, agent, lineage, call, note);
};

/** Another report of the call, or the integrator, has recorded it since it was looked for: it is found when it is looked for again. */
const asStale = (error: unknown): never => {
  throw error instanceof ApiError && error.code === 'conversation_exists' ? new Stale() : error;
};

/**
 * Makes one conversation of everything that is reported about a call, in whatever order, however often, and at the same time. What
 * `note` adds is written in the same transaction.
 */
export const mergeCall = (
  origin: ReportOrigin,
  report: CallReport,
  note: Note = () => [],
): Promise<Merged> => {
  const stored = withoutSecrets(report);
  return retryStale(() => attempt(origin, stored, note).catch(asStale));
};
