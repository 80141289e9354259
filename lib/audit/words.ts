import type { Scope } from '#lib/contract/route.ts';
import type { AuditSubject } from '#lib/domain/audit/record.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { forEachConcurrently } from '#lib/store/concurrently.ts';
import { recordRead } from './record-read.ts';

/** The scope that words of calls need, wherever a route shows them. */
const scope = 'conversations:read' satisfies Scope;

/** Records that the caller reads words of these calls, before the answer that has them. */
export type RecordWords = (calls: readonly AuditSubject[]) => Promise<void>;

const atOnce = 16;

/**
 * Lets a caller read words of calls, and records whose they are: a route has the one only with the other.
 * Undefined: the caller may not read them.
 */
export const wordsFor = (route: { readonly audit: string }, caller: Caller): RecordWords | undefined =>
  caller.scopes.includes(scope)
    ? (calls) => forEachConcurrently(calls, atOnce, (call) => recordRead(route, caller, call))
    : undefined;
