import { changedFields } from '#lib/audit/audit-records.ts';
import { changeWrites, pathIn } from '#lib/audit/record-change.ts';
import type { RouteAction } from '#lib/contract/index.ts';
import type { Route } from '#lib/contract/route.ts';
import { auditOf, methodOf } from '#lib/contract/route.ts';
import type { AuditSubject } from '#lib/domain/audit/record.ts';
import { actorOf } from '#lib/domain/audit/record.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import type { Exchange } from './exchange.ts';

const maxFields = 40;

const idPattern = /^[a-z]+_[0-9a-z]{26}$/;

/** The last id in the path of a request, which may also have the id of another system or a number. */
const idInPath = (params: unknown): string | undefined =>
  Object.values((params ?? {}) as Record<string, string>).findLast((value) => idPattern.test(value));

/**
 * The fields that were changed: those that differ, or those that were sent for something new. A deletion
 * answers with something else.
 */
const fieldsOf = (route: Route, { replaces, reply }: Write<unknown>, body: unknown): string[] => {
  if (methodOf(route) === 'DELETE') return [];
  const fields = replaces && reply ? changedFields(replaces, reply) : Object.keys((body ?? {}) as object);
  return fields.filter((name) => name !== 'version' && name !== 'updated_at').slice(0, maxFields);
};

/**
 * The entity that a write changes. Whatever belongs to a conversation is about it, so that its records are in
 * one list.
 */
const subjectOf = (
  { key }: Route,
  { params }: Exchange,
  { operations, reply, about }: Write<unknown>,
): AuditSubject => {
  if (about) return about;
  const { conversation_id } = (params ?? {}) as { readonly conversation_id?: string };
  const { id = idInPath(params) } = (reply ?? {}) as { readonly id?: string };
  const [subject, path] = [conversation_id ?? id, pathIn(operations)];
  if (subject === undefined || !path) throw new Error(`${key} does not say whose entity it changes`);
  return { id: subject, path };
};

/** The record of a change, for its transaction. A write that changes nothing has none. */
export const auditedChange = (
  route: Route,
  exchange: Exchange,
  write: Write<unknown>,
): Operation<never>[] => {
  const caller = exchange.caller as Caller;
  const action = auditOf(route, caller) as RouteAction | undefined;
  if (!action || (write.operations.length === 0 && !write.isDone)) return [];
  const change = { action, changed: fieldsOf(route, write, exchange.body) };
  return changeWrites(actorOf(caller), subjectOf(route, exchange, write), change);
};
