import { commit } from '#lib/store/operations/commit.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import type { RecordedChange } from './record-change.ts';
import { changeWrites } from './record-change.ts';

/**
 * Commits what a program of the operator creates for the platform, with its record. Nobody has admitted it:
 * it can write to the table.
 */
export const commitByOperator = async <R extends { readonly id: string }>(
  program: string,
  { operations, reply }: Write<R, never> | Write<R, 'quota_exceeded'> | Write<R, 'sign_in_enforced'>,
  change: RecordedChange,
): Promise<R> => {
  const written: readonly Operation[] = operations;
  const subject = { id: reply.id, path: [] };
  await commit([...written, ...changeWrites({ type: 'operator', id: program }, subject, change)]);
  return reply;
};
