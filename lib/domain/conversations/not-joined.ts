import type { Conversation } from '#lib/contract/conversations.ts';
import type { CallFacts } from '../integrations/call-report.ts';

export const notJoinedReason = 'not_joined';

/**
 * The end of a call that nobody has joined, which a page was given. It has no minutes and is no failure: a
 * page that is opened and closed again has begun nothing that could fail.
 */
export const notJoined = <Time extends string | undefined>(start_time: Time) =>
  ({ status: 'completed', end_reason: notJoinedReason, end_time: start_time }) as const;

/** Whether a conversation is such a call. Words that were said in one are read like any others. */
export const wasNotJoined = ({ end_reason }: Pick<Conversation, 'end_reason'>, turns: number): boolean =>
  end_reason === notJoinedReason && turns === 0;

/** A provider's report of such a call, without judgments: there was nothing to judge. */
export const factsOfUnjoined = (facts: CallFacts): CallFacts => ({
  ...facts,
  ...notJoined(facts.start_time),
  outcome: undefined,
  sentiment: undefined,
  quality: undefined,
});
