import type { IdempotencyScope } from './idempotency.ts';
import { idempotencyKey } from './keys.ts';
import { commit } from './operations/commit.ts';
import { remove } from './operations/remove.ts';

/** Removes the answer that was kept for a request whose order was not carried out. */
export const forgetAnswer = ({ owner, route, key }: IdempotencyScope): Promise<void> =>
  commit([remove(idempotencyKey(owner, route, key))]);
