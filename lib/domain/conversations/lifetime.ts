import type { ClientSettings } from '#lib/contract/client-settings.ts';
import { minRetentionDays } from '#lib/contract/client-settings.ts';
import type { Conversation } from '#lib/contract/conversations.ts';
import type { Turn } from '#lib/contract/transcripts.ts';
import { isSpoken } from '../billing/subscription.ts';
import { dayMs, minuteMs } from '../durations.ts';
import { longestMs } from './conversation.ts';

/** The time that is a number of days before another one. */
export const daysBefore = (now: number, days: number): string => new Date(now - days * dayMs).toISOString();

/** Whether the organization's retention of a conversation has passed. Active conversations are kept. */
export const isPastRetention = (
  { status, start_time, end_time }: Pick<Conversation, 'status' | 'start_time' | 'end_time'>,
  { retention_days }: Pick<ClientSettings, 'retention_days'>,
  now = Date.now(),
): boolean =>
  retention_days !== undefined &&
  status !== 'active' &&
  Date.parse(end_time ?? start_time) + retention_days * dayMs <= now;

/** Whether a conversation is old enough for the retention of some organization to have passed. */
export const mayBePastRetention = (
  conversation: Pick<Conversation, 'status' | 'start_time' | 'end_time'>,
  now = Date.now(),
): boolean => isPastRetention(conversation, { retention_days: minRetentionDays }, now);

/** Four hours, longer than any phone call. Organizations with email conversations can set a longer time. */
export const defaultActiveMinutes = 240;

/** The minimum age of a stale conversation, whatever the settings are. */
export const leastActiveMs = minuteMs;

/** Whether an active conversation is so old that its integrator must have forgotten to end it. */
export const isStale = (
  { status, start_time }: Pick<Conversation, 'status' | 'start_time'>,
  { active_timeout_minutes = defaultActiveMinutes }: Pick<ClientSettings, 'active_timeout_minutes'>,
  now = Date.now(),
): boolean => status === 'active' && Date.parse(start_time) + active_timeout_minutes * minuteMs < now;

/**
 * The end of a conversation that nobody has ended: the last moment that is known of it. In a call, this is
 * the latest time of a turn, or the start, because minutes that nobody has seen are not billed. Turns of
 * written conversations rarely have times, and these end with their last change.
 */
export const lastKnownMoment = (
  conversation: Pick<Conversation, 'channel' | 'start_time' | 'updated_at'>,
  turns: readonly Pick<Turn, 'start_ms' | 'end_ms'>[],
  now: number,
): string => {
  const start = Date.parse(conversation.start_time);
  const last = isSpoken(conversation)
    ? turns.reduce((ms, { start_ms, end_ms }) => Math.max(ms, start_ms ?? 0, end_ms ?? 0), 0)
    : Date.parse(conversation.updated_at) - start;
  return new Date(Math.min(start + Math.min(Math.max(last, 0), longestMs), now)).toISOString();
};
