import { hash } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { canonical } from '#lib/domain/tools/canonical.ts';
import { toolCallKey } from '../keys.ts';
import { get } from '../operations/get.ts';
import { putIf } from '../operations/put-if.ts';

/*
 * The journal of calls that change something. A call is written down before it is made, so that an interrupted answer that is computed
 * again does not make it a second time.
 */

/** A call of a tool: the same tool with the same arguments, for the same turn of a conversation. */
export interface JournaledCall {
  readonly conversation_id: string;
  readonly turn: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The state in which a call is found: not made yet, begun with an unknown outcome, or done. */
export type Found = 'new' | 'begun' | { readonly result: unknown };

/** Only while an answer can be repeated: idempotency keys are kept for a day. */
const keptSeconds = 2 * 24 * 60 * 60;

/** The same for every attempt at the same call. */
export const hashOfCall = ({ conversation_id, turn, tool, arguments: given }: JournaledCall): string =>
  hash('sha256', JSON.stringify([conversation_id, turn, tool, canonical(given)]), 'base64url');

const itemOf = (call: JournaledCall, fields: Readonly<Record<string, unknown>>) => ({
  ...toolCallKey(call.conversation_id, hashOfCall(call)),
  tool: call.tool,
  expires: Math.floor(Date.now() / 1000) + keptSeconds,
  ...fields,
});

/** Notes that a call is about to be made, unless it was made before. */
export const beginCall = async (call: JournaledCall): Promise<Found> => {
  try {
    await putIf(itemOf(call, {}), { ConditionExpression: 'attribute_not_exists(pk)' });
    return 'new';
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const item = await get(toolCallKey(call.conversation_id, hashOfCall(call)));
    return typeof item?.result === 'string' ? { result: JSON.parse(item.result) as unknown } : 'begun';
  }
};

/** Notes the result of a call, unless the conversation has been erased since it began. */
export const endCall = async (call: JournaledCall, result: unknown): Promise<void> => {
  try {
    await putIf(itemOf(call, { result: JSON.stringify(result) }), {
      ConditionExpression: 'attribute_exists(pk)',
    });
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
