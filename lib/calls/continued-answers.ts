import type { AskedWords, Step } from '#lib/domain/completions/call-ids.ts';
import { hourMs } from '#lib/domain/durations.ts';
import { continuedAnswersKey } from '#lib/store/keys.ts';
import { update, updateIf } from '#lib/store/operations/update.ts';

/*
 * The results of the calls of one answer continue the answer to a message once. Whoever sends them again, in
 * whichever form, sends a message.
 */

/** Longer than a proof is good for. */
const keptMs = 3 * hourMs;

const keyOf = ({ agent_id, words }: AskedWords, { chain }: Step) =>
  continuedAnswersKey(agent_id, words, chain);

const nameOf = ({ step }: Step): string => `step_${step}`;

/** Notes that the results of an answer's calls have arrived. False: they had before. */
export const continueOnce = async (asked: AskedWords, step: Step): Promise<boolean> => {
  return Boolean(
    await updateIf(keyOf(asked, step), {
      UpdateExpression: 'SET #step = :true, expires = :expires',
      ConditionExpression: 'attribute_not_exists(#step)',
      ExpressionAttributeNames: { '#step': nameOf(step) },
      ExpressionAttributeValues: { ':true': true, ':expires': Math.ceil((Date.now() + keptMs) / 1000) },
    }),
  );
};

/** Takes the note back after a failure, so that the results can be sent again. */
export const continueAgain = async (asked: AskedWords, step: Step): Promise<void> => {
  await update(keyOf(asked, step), {
    UpdateExpression: 'REMOVE #step',
    ExpressionAttributeNames: { '#step': nameOf(step) },
  });
};
