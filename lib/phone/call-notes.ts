import { createHash } from 'node:crypto';
import type { CallIds } from '#lib/integrations/calls.ts';
import { keyOf } from '#lib/store/keys.ts';
import { get } from '#lib/store/operations/get.ts';
import { mustBeAbsent } from '#lib/store/operations/must-exist.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { putIf } from '#lib/store/operations/put-if.ts';

/** API Gateway ends a connection after two hours, and nothing reports its call much later. */
const keptSeconds = 3 * 3600;

/** Keeps something of a connection, or of a call that has none. False: it was kept before. */
export const keepOnce = (id: string, now: number, fields: object = {}): Promise<boolean> =>
  putIf(
    { ...keyOf('call_socket', id), ...fields, expires: Math.ceil(now / 1000) + keptSeconds },
    { ConditionExpression: 'attribute_not_exists(pk)' },
  );

/**
 * A fact about a call without a conversation. `again`: its setup was lost, and its carrier has to connect it
 * again; `over`: its carrier has reported its end, so none begins any more.
 */
type CallNote = 'again' | 'over';

const noteId = ({ integration_id, provider_conversation_id }: CallIds, note: CallNote): string =>
  createHash('sha256')
    .update([note, integration_id, provider_conversation_id].join('\n'))
    .digest('base64url');

export const noteCall = async (ids: CallIds, note: CallNote): Promise<void> => {
  await keepOnce(noteId(ids, note), Date.now());
};

export const isNoted = async (ids: CallIds, note: CallNote): Promise<boolean> =>
  (await get(keyOf('call_socket', noteId(ids, note)))) !== undefined;

/** Lets nothing begin with a call whose end was reported. */
export const mustNotBeOver = <E extends Error>(ids: CallIds, otherwise: () => E): Operation<E> =>
  mustBeAbsent(keyOf('call_socket', noteId(ids, 'over')), otherwise);
