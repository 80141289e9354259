import { hash } from 'node:crypto';
import type { AnalysisReason } from '#lib/contract/analyses.ts';
import type { Analyzer } from '#lib/contract/analyzers.ts';
import type { Conversation } from '#lib/contract/conversations.ts';
import type { EvidenceField } from '../authority/writers.ts';
import { wasNotJoined } from '../conversations/not-joined.ts';

/** A field of a conversation from which a verdict may follow, because not everybody may write it. */
export type Evidential<F extends EvidenceField> = F;

/** The facts of a conversation that conditions compare. */
export interface ConditionedConversation
  extends Pick<
    Conversation,
    'id' | Evidential<'agent_id' | 'channel' | 'direction' | 'status' | 'end_reason' | 'duration_ms'>
  > {
  readonly turns: number;
}

/** The first condition that does not hold. */
export interface UnmetCondition {
  readonly reason: AnalysisReason;
  readonly condition: string | null;
}

/** A number from 0 to 1 for a conversation, which is always the same for the same purpose. */
export const lot = (conversationId: string, purpose: string): number =>
  hash('sha256', `${purpose}#${conversationId}`, 'buffer').readUInt32BE(0) / 2 ** 32;

const among = <T>(values: readonly T[], value: T | null): boolean =>
  values.length === 0 || (value !== null && values.includes(value));

/** The first condition of an analyzer that a conversation does not meet; undefined if it meets all. */
export const unmetBy = (
  call: ConditionedConversation,
  { id, when }: Pick<Analyzer, 'id' | 'when'>,
): UnmetCondition | undefined => {
  const holds = {
    statuses: among(when.statuses, call.status),
    agent_ids: among(when.agent_ids, call.agent_id),
    channels: among(when.channels, call.channel),
    directions: among(when.directions, call.direction),
    end_reasons:
      when.end_reasons.length > 0
        ? among(when.end_reasons, call.end_reason)
        : !wasNotJoined(call, call.turns),
    min_duration_ms: (call.duration_ms ?? 0) >= when.min_duration_ms,
    min_turns: call.turns >= when.min_turns,
  };
  const condition = Object.entries(holds).find(([, held]) => !held)?.[0];
  if (condition !== undefined) return { reason: 'condition', condition };
  return lot(call.id, `sample#${id}`) < when.sample ? undefined : { reason: 'sample', condition: 'sample' };
};
