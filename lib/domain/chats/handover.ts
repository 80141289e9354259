import type { Conversation } from '#lib/contract/conversations.ts';
import { minuteMs } from '../durations.ts';
import type { Author, HandoverRecord } from './author.ts';
import type { ChatSession } from './session.ts';

interface HandledChat extends Pick<Conversation, 'handling'> {
  readonly handover: HandoverRecord | null;
}

/** The time by which a person should have answered; undefined: there is none. */
const answerBy = ({ handover }: HandledChat): number | undefined =>
  handover?.answer_by ? Date.parse(handover.answer_by) : undefined;

/** Whether the agent resumes, because nobody has answered in time. */
export const isUnanswered = (chat: HandledChat, now: number): boolean =>
  chat.handling === 'waiting' && (answerBy(chat) ?? Number.POSITIVE_INFINITY) <= now;

/** Whether the agent is silent. */
export const isWithPeople = (chat: HandledChat, now: number): boolean =>
  chat.handling !== 'agent' && !isUnanswered(chat, now);

/**
 * Whether the user of a chat may be silent for longer, because a person answers in it, or is waited for. The
 * visitors of a widget are strangers, who wait no longer than the agent promises.
 */
export const waitsForPerson = (
  chat: HandledChat,
  { widget_id }: Pick<ChatSession, 'widget_id'>,
  now: number,
): boolean =>
  chat.handling === 'human' ||
  (chat.handling === 'waiting' && (widget_id === undefined || (answerBy(chat) ?? 0) > now));

/** The fields of a chat that waits for a person. */
export const waiting = (
  rules: { readonly answer_within_minutes: number } | null,
  reason: string | null,
  now: number,
): { readonly handling: 'waiting'; readonly handover: HandoverRecord } => ({
  handling: 'waiting',
  handover: {
    requested_at: new Date(now).toISOString(),
    reason,
    answer_by: rules && new Date(now + rules.answer_within_minutes * minuteMs).toISOString(),
    author: null,
  },
});

/** The fields of a chat in which a person has answered, or of a call that one has taken over. */
export const answeredBy = (
  { handover }: HandledChat,
  author: Author | null,
  now: number,
): { readonly handling: 'human'; readonly handover: HandoverRecord } => ({
  handling: 'human',
  handover: {
    requested_at: handover?.requested_at ?? new Date(now).toISOString(),
    reason: handover?.reason ?? null,
    answer_by: null,
    author,
  },
});

/** The fields of a chat that the agent answers in. */
export const withAgent = { handling: 'agent', handover: null } as const;
