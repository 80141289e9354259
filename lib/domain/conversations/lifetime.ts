import type { ClientSettings } from '#lib/contract/clients.ts';
import type { Conversation } from '#lib/contract/conversations.ts';

const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;

/** A time so many days before another one. */
export const daysBefore = (now: number, days: number): string => new Date(now - days * dayMs).toISOString();

/** Whether a conversation has been kept as long as the organisation wants it kept. One that goes on is kept. */
export const isPastRetention = (
  { status, start_time, end_time }: Pick<Conversation, 'status' | 'start_time' | 'end_time'>,
  { retention_days }: Pick<ClientSettings, 'retention_days'>,
  now = Date.now(),
): boolean =>
  retention_days !== undefined &&
  status !== 'active' &&
  Date.parse(end_time ?? start_time) + retention_days * dayMs <= now;

/** Four hours: nobody is on the phone longer, and whoever writes mails says so in the settings. */
const defaultActiveMinutes = 240;

/** No conversation that is younger than this is stale, whatever the settings say. */
export const leastActiveMs = minuteMs;

/** Whether a conversation that has not ended must have been forgotten. */
export const isStale = (
  { status, start_time }: Pick<Conversation, 'status' | 'start_time'>,
  { active_timeout_minutes = defaultActiveMinutes }: Pick<ClientSettings, 'active_timeout_minutes'>,
  now = Date.now(),
): boolean => status === 'active' && Date.parse(start_time) + active_timeout_minutes * minuteMs < now;
