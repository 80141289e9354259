import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { canonical } from '#lib/domain/tools/canonical.ts';
import type { JournalKey } from '../keys.ts';
import { idIn } from '../keys.ts';
import { get } from '../operations/get.ts';
import { putIf } from '../operations/put-if.ts';

/*
 * The journal of calls that change something. A call is written down before it is made, so that an interrupted answer that is computed
 * again does not make it a second time.
 */

/** A call of a tool: the same tool with the same arguments, for the same turn of a conversation. */
export interface JournaledCall {
  /** The keys of the journal: that of a chat, or of a call in which the agent is the provider's model. */
  readonly journal: JournalKey;
  readonly turn: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The state in which a call is found: not made yet, begun with an unknown outcome, or done. */
export type Found = 'new' | { readonly begun_at: number } | { readonly result: unknown };

/** Only while an answer can be repeated: idempotency keys are kept for a day. */
const keptSeconds = 2 * 24 * 60 * 60;

/** The same for every attempt at the same call. */
export const hashOfCall = ({ journal, turn, tool, arguments: given }: JournaledCall): string =>
  hash('sha256', JSON.stringify([idIn(journal('').pk), turn, tool, canonical(given)]), 'base64url');

const keyOfCall = (call: JournaledCall) => call.journal(hashOfCall(call));

const itemOf = (call: JournaledCall, fields: Readonly<Record<string, unknown>>) => ({
  ...keyOfCall(call),
  tool: call.tool,
  expires: Math.floor(Date.now() / 1000) + keptSeconds,
  ...fields,
});

/** A call that was made before. */
const readCall = async (call: JournaledCall): Promise<Exclude<Found, 'new'>> => {
  const item = await get(keyOfCall(call));
  return typeof item?.result === 'string'
    ? { result: JSON.parse(item.result) as unknown }
    : { begun_at: Number(item?.begun_at ?? 0) };
};

/** The interval between reads, in milliseconds. */
const pauseMs = 200;

/** The result of a call that another request is making; undefined: it does not end in its time, and its outcome is unknown. */
export const awaitCall = async (call: JournaledCall, begun_at: number, timeoutMs: number) => {
  while (Date.now() < begun_at + timeoutMs) {
    await wait(pauseMs);
    const found = await readCall(call);
    if ('result' in found) return found.result;
  }
  return undefined;
};

/** Notes that a call is about to be made, unless it was made before. */
export const beginCall = async (call: JournaledCall, begun_at = Date.now()): Promise<Found> => {
  try {
    await putIf(itemOf(call, { begun_at }), { ConditionExpression: 'attribute_not_exists(pk)' });
    return 'new';
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return readCall(call);
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
