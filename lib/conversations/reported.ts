import { isDeepStrictEqual } from 'node:util';
import type { AgentRecord } from '#lib/agents/agent-record.ts';
import type { ConversationInput } from '#lib/contract/conversations.ts';
import type { DecidedDepths, DecidedField, RecordedField } from '#lib/domain/authority/writers.ts';
import {
  authorityOver,
  isDecided,
  recordedFields,
  recorderOf,
  withDecided,
} from '#lib/domain/authority/writers.ts';
import type { TurnRecord } from '#lib/domain/chats/author.ts';
import { recordedTurns, withAdded } from '#lib/domain/conversations/added-turns.ts';
import { durationOf, isOver, longestMs, timeAfter } from '#lib/domain/conversations/conversation.ts';
import {
  hasPrices,
  pricesDepth,
  pricesDepthAfter,
  pricesIn,
  withoutPrices,
} from '#lib/domain/conversations/cost.ts';
import { notJoinedReason } from '#lib/domain/conversations/not-joined.ts';
import {
  isOnlyFilled,
  underReviews,
  withoutJudged,
  withoutReviews,
} from '#lib/domain/conversations/sources.ts';
import { textBytes } from '#lib/domain/conversations/transcript.ts';
import { fitted } from '#lib/domain/fitted.ts';
import type { CallFacts, CallReport } from '#lib/domain/integrations/call-report.ts';
import type { MergedField, MergedReport, ReportedFields } from '#lib/domain/integrations/merge.ts';
import {
  hasDefaultEnd,
  isReported,
  mergeReport,
  metadataName,
  noted,
  nothingReported,
  withDefaultEnd,
  withDerived,
  withoutFields,
} from '#lib/domain/integrations/merge.ts';
import type { Depth } from '#lib/domain/organizations/depth.ts';
import { ownDepth } from '#lib/domain/organizations/depth.ts';
import { eventWrite } from '#lib/store/events/events.ts';
import { keyIn } from '#lib/store/keys.ts';
import type { Stale } from '#lib/store/operations/failures.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { put } from '#lib/store/operations/put.ts';
import { remove } from '#lib/store/operations/remove.ts';
import type { ConversationRecord } from './conversation-record.ts';
import type { ConversationEvent } from './conversations.ts';
import { isSmallEnough, placeRemovals } from './conversations.ts';
import { readAllTurnsItems, turnsFromItem, turnsItems } from './turns.ts';

/*
 * Applies providers' reports: the first one creates a conversation, and later ones change it.
 */

const providerMetadataBytes = 16_000;

/** The time between start and end: neither negative nor longer than a conversation may last. */
const lengthOf = (start: string, end: string): number =>
  Math.min(Math.max(Date.parse(end) - Date.parse(start), 0), longestMs);

/** The channel if a provider does not report one. */
const usualChannel = 'phone';

const openFacts = { data: {}, metrics: {} } as const;

/** The input for a new conversation from its first report. `now` is the start if the report has none. */
export const inputOfReport = (
  { conversation_id, agent_id: provider_agent_id, facts }: CallReport,
  { id: agent_id, client_id }: AgentRecord,
  provider: string,
  now: string,
): ConversationInput => {
  const { provider_metadata = {}, start_time = facts.end_time ?? now, end_time, ...said } = facts;
  const status = said.status ?? 'completed';
  const known = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  return {
    channel: usualChannel,
    direction: null,
    caller: null,
    end_reason: null,
    outcome: null,
    sentiment: null,
    summary: null,
    quality: null,
    cost: null,
    external_id: null,
    metadata: {},
    tags: [],
    turns: [],
    ...openFacts,
    ...known,
    status,
    agent_id,
    client_id,
    start_time,
    end_time:
      status === 'active' || end_time === undefined
        ? null
        : timeAfter(start_time, lengthOf(start_time, end_time)),
    provider: {
      name: provider,
      conversation_id,
      agent_id: provider_agent_id,
      metadata: fitted(JSON.parse(JSON.stringify(provider_metadata)), providerMetadataBytes) as Record<
        string,
        unknown
      >,
    },
  };
};

/**
 * The ranks of a new conversation: its fields come from the first report, except a start and a channel that
 * the report does not contain.
 */
export const firstReported = (report: CallReport, { provider }: ConversationInput): ReportedFields =>
  noted(
    withDerived(mergeReport(nothingReported, report, () => false).reported, 'start_time', 'channel'),
    provider?.metadata ?? {},
  );

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);

/** The reasons for which the clock ends conversations, by the state in which it leaves them. */
const ofClock = { active: undefined, failed: 'timed_out', completed: notJoinedReason } as const;

/**
 * The ranks before a report. Of a conversation that the clock has ended, earlier versions kept no rank of the
 * end, so that its reason tells.
 */
const ranksBefore = ({ status, end_reason, reported, decided }: ConversationRecord): ReportedFields => {
  const ranks = reported ?? nothingReported;
  const isUnranked = ranks.fields.status === undefined && !decided?.status && !decided?.end_time;
  return isUnranked && end_reason === ofClock[status] ? withDefaultEnd(ranks) : ranks;
};

/** Whether the clock has ended a conversation, and nobody has said since how it ended. */
export const isGivenUp = (conversation: ConversationRecord): boolean =>
  isOver(conversation) && hasDefaultEnd(ranksBefore(conversation));

/** Whether a field has a value that no provider reported, and therefore belongs to the integrator. */
const isOwnOf =
  (before: ConversationRecord) =>
  (field: MergedField): boolean => {
    switch (field) {
      case 'status':
      case 'start_time':
        return isOver(before);
      case 'turns':
        return recordedTurns(before) > 0;
      case 'provider_metadata':
        return false;
      case 'metrics':
        return !isEmpty(withoutPrices(before.metrics));
      case 'prices':
        return !isEmpty(pricesIn(before.metrics));
      default:
        return !isEmpty(before[field]) && !isOnlyFilled(before, field);
    }
  };

const statusAfter = (
  before: ConversationRecord,
  status: CallFacts['status'],
): ConversationRecord['status'] =>
  // A final state never becomes an active one.
  status === undefined || (isOver(before) && status === 'active') ? before.status : status;

type Times = Pick<ConversationRecord, 'start_time' | 'end_time' | 'reported_start'>;

const startOf = ({ start_time, reported_start }: ConversationRecord): string => reported_start ?? start_time;

/**
 * The length of a conversation from a changed start, in milliseconds. Its end is known from a key or a
 * report, so only the start may move.
 */
const lengthAfter = (before: ConversationRecord, start: string, end: string | undefined): number | null => {
  if (end !== undefined) return lengthOf(start, end);
  const length = durationOf(before);
  const isKnown = isReported(before.reported, 'end_time');
  return length === null || !isKnown ? length : lengthOf(start, timeAfter(startOf(before), length));
};

/**
 * Lists and the search index are sorted by start, so the shown start of a conversation that has ended does
 * not change. The length is always the time between the reported start and the reported end, whichever report
 * came first.
 */
const timesAfter = (
  before: ConversationRecord,
  { start_time = startOf(before), end_time }: CallFacts,
  status: ConversationRecord['status'],
): Times => {
  const shown = isOver(before) ? before.start_time : start_time;
  const length = status === 'active' ? null : lengthAfter(before, start_time, end_time);
  return {
    start_time: shown,
    reported_start: start_time === shown ? null : start_time,
    end_time: length === null ? null : timeAfter(shown, length),
  };
};

interface TurnsChange {
  readonly operations: readonly Operation<Stale>[];
  readonly change: Partial<Pick<ConversationRecord, 'turns' | 'text_bytes' | 'added'>>;
}

/**
 * A transaction has up to 100 operations; the rest is for everything else that a report changes, in the
 * deepest organization.
 */
const maxTurnOperations = 60;

/**
 * The size of chunks in bytes for a provider's transcript of at most 1 MB. That makes at most eleven, and
 * leaves room to remove all chunks that there can be.
 */
const largeChunkBytes = 200_000;

/**
 * The operations that make the stored transcript equal the reported one; none if it does already, apart from
 * turns that organizations below have added to it. If the first report from above has no transcript, that of
 * the organization below is added to an empty one.
 */
const turnsAfter = async (
  before: ConversationRecord,
  sent: CallFacts['turns'],
  /** The depth of the organization below that has recorded the conversation so far, if it loses that. */
  takenFrom: Depth | undefined,
): Promise<TurnsChange> => {
  const count = recordedTurns(before);
  if (sent === undefined && (takenFrom === undefined || count === 0)) return { operations: [], change: {} };
  const items = before.turns > 0 ? await readAllTurnsItems(before.id) : [];
  const stored = items.flatMap(turnsFromItem);
  const reported = sent?.map((turn, index): TurnRecord => ({ ...turn, index }));
  const isKnown = isDeepStrictEqual(
    reported && JSON.parse(JSON.stringify(reported)),
    stored.filter(({ added_by }) => added_by === undefined),
  );
  if (isKnown) return { operations: [], change: {} };

  const below = before.path[(takenFrom ?? 0) - 1];
  const turns = reported ?? stored.map((turn) => ({ ...turn, added_by: turn.added_by ?? below }));
  const few = turnsItems(before.id, turns);
  const puts =
    few.length + items.length <= maxTurnOperations ? few : turnsItems(before.id, turns, largeChunkBytes);
  const kept = new Set(puts.map(({ sk }) => sk));
  const removals = items.filter(({ sk }) => !kept.has(sk));
  const added = reported || takenFrom === undefined ? null : withAdded(before.added, takenFrom, count);
  return {
    operations: [...puts.map(put), ...removals.map(keyIn).map(remove)],
    change: { turns: turns.length, text_bytes: textBytes(turns), added },
  };
};

/** The fields that can be large, by size. */
const large = ['quality', 'data', 'summary', 'unreviewed', 'metrics', 'provider'] as const;

/**
 * Fits a change into the space that the conversation leaves in its item. A report without its large fields is
 * better than none: if it were refused, it would be retried forever.
 */
const fittedChange = (
  before: ConversationRecord,
  change: Partial<ConversationRecord> & { readonly reported: ReportedFields },
): Partial<ConversationRecord> => {
  let kept: Partial<ConversationRecord> = change;
  for (const field of large) {
    if (isSmallEnough({ ...before, ...kept }, before)) return kept;
    const { [field]: _omitted, ...rest } = kept;
    kept = rest;
  }
  return { ...kept, reported: noted(change.reported, before.provider?.metadata ?? {}) };
};

export interface ReportedChange {
  readonly change: Partial<ConversationRecord>;
  readonly type: ConversationEvent;
  readonly operations: readonly Operation<Stale>[];
}

/**
 * The report of an active call contains nothing about its end, so it does not keep other reports from setting
 * it.
 */
const saysNothing = (field: string, { status }: CallFacts): boolean =>
  field === 'status' && status === 'active';

/** If an integration above does not report the channel, the default replaces a channel that was set below. */
const withUsualChannel = ({ facts, reported }: MergedReport): MergedReport =>
  facts.channel === undefined
    ? {
        facts: { ...facts, channel: usualChannel },
        reported: withDerived(withoutFields(reported, ['channel']), 'channel'),
      }
    : { facts, reported };

/**
 * The values of the fields that the one who records a conversation decides, if the first report from above
 * does not mention them. Turns are kept and marked, and prices have a rule of their own.
 */
const unsaidIn = (before: ConversationRecord) =>
  ({ direction: null, end_reason: null, metrics: pricesIn(before.metrics) }) satisfies Readonly<
    Record<Exclude<RecordedField, 'turns'>, unknown>
  >;

/**
 * Whether the organization of a report has more authority over a price than the highest one that has reported
 * some: those below do not see them, and therefore change none.
 */
const authorityOverPrices = (
  before: ConversationRecord,
  depth: Depth,
  field: string,
  value: unknown,
): -1 | 0 | 1 => {
  const name = metadataName(field);
  const known = name === undefined ? undefined : before.provider?.metadata[name];
  const isPriced =
    field === 'prices' || (name !== undefined && !isEmpty(pricesIn({ [name]: [value, known] })));
  return isPriced && hasPrices(before) ? (Math.sign(pricesDepth(before) - depth) as -1 | 0 | 1) : 0;
};

/** The metrics and the provider's metadata after a report, and who has reported the prices in them. */
const measuredAfter = (
  before: ConversationRecord,
  { metrics, prices, provider_metadata }: MergedReport['facts'],
  metadata: Readonly<Record<string, unknown>>,
  report: Pick<CallReport, 'agent_id'>,
  depth: Depth,
): Pick<ConversationRecord, 'metrics' | 'provider' | 'prices_depth'> => {
  const measured = {
    metrics: {
      ...(metrics ?? withoutPrices(before.metrics)),
      ...(prices ?? pricesIn(before.metrics)),
    },
    provider: before.provider && {
      ...before.provider,
      agent_id: before.provider.agent_id ?? report.agent_id,
      metadata,
    },
  };
  const isPriced = prices !== undefined || !isEmpty(pricesIn(provider_metadata ?? {}));
  return { ...measured, prices_depth: pricesDepthAfter(before, measured, isPriced ? depth : undefined) };
};

/** A report as it concerns a conversation: of one that is over, it does not say that it is active. */
const concerning = (before: ConversationRecord, { facts, ...report }: CallReport): CallReport => {
  const { status, ...others } = facts;
  return { ...report, facts: isOver(before) && status === 'active' ? others : facts };
};

/**
 * The changes that a report makes to a conversation; undefined if a later report, or one with more authority,
 * has set every field.
 */
export const changeOfReport = async (
  before: ConversationRecord,
  sent: CallReport,
  { depth, decided }: { readonly depth: Depth; readonly decided: DecidedDepths },
): Promise<ReportedChange | undefined> => {
  const own = ownDepth(before.path);
  const report = concerning(before, sent);
  const decides = (field: string): field is DecidedField =>
    isDecided(field) && !saysNothing(field, report.facts);
  const unreviewed = withoutReviews(before);
  const merged = mergeReport(ranksBefore(before), report, isOwnOf(unreviewed), (field, value) =>
    decides(field)
      ? authorityOver(field, depth, { decided, own })
      : authorityOverPrices(before, depth, field, value),
  );
  const known = { decided, own };
  const isFirstFromAbove = depth < recorderOf(known);
  const { facts, reported } = isFirstFromAbove ? withUsualChannel(merged) : merged;
  if (Object.keys(facts).length === 0) return undefined;

  const taken = recordedFields.filter((field) => isFirstFromAbove && authorityOver(field, depth, known) > 0);
  const { provider_metadata, metrics: _metrics, prices: _prices, turns, ...others } = facts;
  const { status: _status, start_time: _start, end_time: _end, ...said } = others;
  const status = statusAfter(before, facts.status);
  const written = await turnsAfter(before, turns, taken.includes('turns') ? recorderOf(known) : undefined);
  const metadata = fitted(
    JSON.parse(JSON.stringify({ ...before.provider?.metadata, ...provider_metadata })),
    providerMetadataBytes,
  ) as Record<string, unknown>;
  const isOfClock = isGivenUp(before) && before.end_reason === ofClock[before.status];
  const corrected = isOfClock && facts.status !== undefined && facts.end_reason === undefined;
  const unsaid = unsaidIn(before);
  const emptied = Object.fromEntries(
    taken.flatMap((field) => (field === 'turns' ? [] : [[field, unsaid[field]]])),
  );
  // A rank of a report from below would outrank a later report from above.
  const left = taken.filter((field) => facts[field] === undefined);
  const changed = underReviews(before, {
    ...emptied,
    ...said,
    ...(corrected && { end_reason: null }),
    ...timesAfter(before, facts, status),
    ...written.change,
    status,
    judged: withoutJudged(unreviewed.judged, Object.keys(facts)),
    decided: withDecided(decided, ['channel', ...Object.keys(facts).filter(decides)], depth, own),
    reported: noted(withDerived(withoutFields(reported, left), ...left), metadata),
    ...measuredAfter({ ...before, ...emptied }, facts, metadata, report, depth),
  });
  const change = fittedChange(before, changed);
  const ends = !isOver(before) && status !== 'active';
  const rewritten = !ends && Object.keys(written.change).length > 0;
  const type = ends ? 'conversation.ended' : 'conversation.updated';
  // Followers of transcripts do not follow all updates.
  const appended = rewritten
    ? [eventWrite('transcript.appended', { ...before, version: before.version + 1 })]
    : [];
  const { start_time = before.start_time } = change;
  const moved = start_time === before.start_time ? [] : placeRemovals(before);
  return { change, type, operations: [...written.operations, ...moved, ...appended] };
};
