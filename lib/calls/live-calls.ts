import { daySeconds } from '#lib/domain/durations.ts';
import { liveCallKey } from '#lib/store/keys.ts';
import { batchWrite } from '#lib/store/operations/batch-write.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { get } from '#lib/store/operations/get.ts';
import { mustNotBeErased } from '#lib/store/operations/must-exist.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { putIf } from '#lib/store/operations/put-if.ts';
import { isErasedWith } from '#lib/store/operations/remove-belongings.ts';
import { removeItems } from '#lib/store/operations/remove-items.ts';

/*
 * A call that a provider holds, and in which an agent of the platform is the model. Requests are known to
 * belong to it by the id that the provider gives to it. What was said comes with each request, and is not
 * kept, except in the journal of its tools, which is erased with the conversation that the call becomes.
 */

/** The call's id at its provider, within the agent or the integration that it belongs to. */
export interface LiveCallId {
  readonly holder: string;
  readonly call_id: string;
}

/** The state of a call between two requests. */
export interface LiveCall {
  readonly agent_version: number;
  /** The turn that was answered last. */
  readonly turn: number;
  /** The node of the flow before that turn, where an answer to the same turn begins again. */
  readonly before: string | null;
  /** The node after it. */
  readonly node: string | null;
  /** The end of the call at the latest, in seconds since 1970; undefined: this is its first answer. */
  readonly expires: number | undefined;
}

/**
 * Longer than any call. A request that names the call after that begins a new one, for which limits are
 * checked again.
 */
const keptSeconds = daySeconds;

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

export const readLiveCall = async ({ holder, call_id }: LiveCallId): Promise<LiveCall | undefined> => {
  const item = await get(liveCallKey(holder, call_id));
  if (!item) return undefined;
  const { agent_version, turn, before, node, expires } = item as unknown as LiveCall & { expires: number };
  if (item.erased) return undefined;
  // DynamoDB removes expired items late.
  return expires > nowSeconds() ? { agent_version, turn, before, node, expires } : undefined;
};

/** Keeps the state after an answer, unless a later turn was answered meanwhile. */
export const keepLiveCall = async ({ holder, call_id }: LiveCallId, call: LiveCall): Promise<void> => {
  const now = nowSeconds();
  await putIf(
    { ...liveCallKey(holder, call_id), ...call, expires: call.expires ?? now + keptSeconds },
    {
      ConditionExpression: 'attribute_not_exists(pk) OR turn <= :turn OR expires <= :now',
      ExpressionAttributeValues: { ':turn': call.turn, ':now': now },
    },
  );
};

/** The conversation that a call has become was erased, so nothing is noted of what happens in it. */
export class CallErased extends Error {
  override readonly name = 'CallErased';
}

/** Writes a note about a call, unless its conversation was erased. */
export const noteInCall = ({ holder, call_id }: LiveCallId, note: Operation): Promise<void> =>
  commit([mustNotBeErased(liveCallKey(holder, call_id), () => new CallErased()), note]);

/**
 * Erases what is known of a call, whose conversation is being erased. Its place keeps a note of that, for
 * answers that are still being made.
 */
export const eraseLiveCall = async ({ holder, call_id }: LiveCallId): Promise<void> => {
  const key = liveCallKey(holder, call_id);
  await batchWrite({ puts: [{ ...key, erased: true, expires: nowSeconds() + keptSeconds }] });
  await removeItems({ pk: key.pk, where: (each) => isErasedWith('conversation', each) });
};
