import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import type { StoredRecord } from '#lib/audit/audit-records.ts';
import type { RouteAction } from '#lib/contract/index.ts';
import { operations } from '#lib/contract/index.ts';
import type { Route } from '#lib/contract/route.ts';
import { methodOf, pathOf } from '#lib/contract/route.ts';
import { targetOf } from '#lib/domain/audit/record.ts';
import { createTable } from '#lib/local/create-table.ts';
import { endSessions, sessionFromItem } from '#lib/people/sessions.ts';
import type { Event } from '#lib/store/events/events.ts';
import { idIn, isOfKind } from '#lib/store/keys.ts';
import { batchWrite } from '#lib/store/operations/batch-write.ts';
import type { Item } from '#lib/store/table.ts';
import { dynamodb } from '#lib/store/table.ts';
import { scan } from './scan.ts';

/** Runs a task with another table than that of this process. */
export const onTable = async <T>(name: string, task: () => Promise<T>): Promise<T> => {
  const { TABLE_NAME: before } = process.env;
  process.env.TABLE_NAME = name;
  try {
    return await task();
  } catch (error) {
    // By the time the error is explained, the process is back at its own table.
    if (error instanceof Error && !('table' in error)) Object.assign(error, { table: name });
    throw error;
  } finally {
    if (before === undefined) delete process.env.TABLE_NAME;
    else process.env.TABLE_NAME = before;
  }
};

/** A recorded change, as far as its request needs it. */
interface Change {
  readonly action: string;
  /** The entity, and the organization that it belongs to. */
  readonly target: string;
  readonly client_id: string | null;
  readonly changed: readonly string[];
}

/** Retention and tasks erase conversations too. Only their events tell. */
const erased = 'conversation.erased';

/** Whether a POST that creates nothing changes what exists, which a restore undoes. */
const changesByPost: Readonly<
  Record<Exclude<RouteAction<`POST ${string}`>, RouteAction<`GET ${string}`> | `${string}.created`>, boolean>
> = {
  'agent.restored': true,
  'agent.secret_rotated': true,
  'analysis.previewed': false,
  'analysis.requested': false,
  'analysis_run.canceled': true,
  'analyzer.restored': true,
  'api_key.rotated': true,
  'call.controlled': false,
  'call.placed': false,
  'chat.answered': false,
  'chat.closed': false,
  'chat.handed_over': false,
  'connection.domain_verified': true,
  'connection.joining_confirmed': true,
  'event.replayed': false,
  'import.started': false,
  // The invitation itself shows it: it is back.
  'invitation.accepted': false,
  // Each end has a record of its own.
  'member.access_settled': false,
  'message.resent': false,
  'subscription.pack_added': false,
  'test_run.canceled': true,
  'test_run.judged': false,
  'tool_server.refreshed': true,
  'transcript.appended': false,
  'webhook.acknowledged': false,
  'webhook.recovered': false,
  'webhook.replayed': false,
  'webhook.rotated': true,
  'webhook.tested': false,
};

const changesWhatExists = (route: Route, action: string): boolean =>
  methodOf(route) === 'POST'
    ? Boolean((changesByPost as Readonly<Record<string, boolean>>)[action])
    : methodOf(route) !== 'GET';

/**
 * The routes that repeat recorded changes of what exists. Whatever a restore loses altogether gives nobody
 * authority.
 */
const routes = new Map<string, Route>();
for (const { route } of operations) {
  const { audit } = route;
  const method = methodOf(route);
  if (typeof audit !== 'string' || !changesWhatExists(route, audit)) continue;
  // With PATCH, only the fields that were changed have to be sent.
  if (method !== 'PUT' || !routes.has(audit)) routes.set(audit, route);
}

const changeIn = (item: Item): Change | undefined => {
  const { id, type, action, client_id, changed } = item as unknown as StoredRecord & Event;
  const { target, entity } = item as unknown as { target?: StoredRecord['target']; entity?: string };
  if (id?.startsWith('evt_') && type === erased && entity) {
    return { action: erased, target: entity, client_id, changed: [] };
  }
  if (!id?.startsWith('aud_') || !target || !routes.has(action)) return undefined;
  return { action, target: target.id, client_id, changed };
};

/** The part of a table that shows what a restore undoes. */
export interface PastChanges {
  /** By the ids of records and events, which are in the order of time. */
  readonly changes: ReadonlyMap<string, Change>;
  readonly invitations: ReadonlySet<string>;
  /** The entities that were looked for, each with the agent that it belongs to, if any. */
  readonly found: ReadonlyMap<string, string | undefined>;
}

const isInvitation = isOfKind('invitation');

/** The past of a table, in which some entities may be looked for. */
export const readPast = async (wanted: ReadonlySet<string> = new Set()): Promise<PastChanges> => {
  const changes = new Map<string, Change>();
  const invitations = new Set<string>();
  const found = new Map<string, string | undefined>();
  for await (const page of scan(0, 1)) {
    for (const item of page) {
      // Some records have their id only in the key.
      const id = String(item.id ?? idIn(item.pk));
      const change = changeIn(item);
      if (change) changes.set(id, change);
      if (wanted.has(id)) found.set(id, (item.agent_id as string | undefined) ?? found.get(id));
      if (isInvitation(item) && String(item.expires_at) > new Date().toISOString()) invitations.add(id);
    }
  }
  return { changes, invitations, found };
};

const requestOf = ({ action, target, client_id }: Change, agent: string | undefined): string => {
  const route = routes.get(action) as Route;
  const known: Record<string, string | null | undefined> = {
    client_id,
    agent_id: agent,
    [`${targetOf(target).type}_id`]: target,
  };
  const path = pathOf(route).replace(/{(\w+)}/g, (_, name: string) => known[name] ?? `<${name}>`);
  return `${methodOf(route)} ${path}${path.endsWith('/rotate') ? ' {"overlap_seconds":0}' : ''}`;
};

const timeOf = (id: string): string => id.slice(id.indexOf('_'));

/**
 * The requests that have to be repeated after a restore, in order: removed entities are back, replaced
 * secrets are valid again, and roles, settings and receivers are those of before.
 */
export const undoneIn = async (inUse: PastChanges, restoredTable: string): Promise<string[]> => {
  const wanted = new Set([...inUse.changes.values()].map(({ target }) => target));
  const restored = await onTable(restoredTable, () => readPast(wanted));
  const since = [...inUse.changes]
    .filter(([id, { target }]) => !restored.changes.has(id) && restored.found.has(target))
    .sort(([one], [other]) => (timeOf(one) < timeOf(other) ? -1 : 1));
  /** Each request once, at the place of its last time, with all fields that it has changed. */
  const again = new Map<string, Change>();
  for (const [, change] of since) {
    const request = requestOf(change, restored.found.get(change.target));
    const changed = new Set([...(again.get(request)?.changed ?? []), ...change.changed]);
    again.delete(request);
    again.set(request, { ...change, changed: [...changed].sort() });
  }
  const accepted = [...restored.invitations]
    .filter((id) => !inUse.invitations.has(id))
    .map((id) => `DELETE /v1/invitations/${id}`)
    .filter((request) => !again.has(request));
  return [
    ...[...again].map(([request, { action, changed }]) => {
      const fields = /^(PUT|PATCH) /.test(request) ? ` (${changed.join(', ')})` : '';
      return `${action}${fields}: ${request}`;
    }),
    ...accepted.map((request) => `invitation.accepted: ${request}`),
  ];
};

const isSession = isOfKind('session');

/** Ends all sessions of people, because some have been ended since. Returns their number. */
export const signOutAll = async (): Promise<number> => {
  let ended = 0;
  for await (const page of scan(0, 1)) {
    const sessions = page.filter(isSession).map(sessionFromItem);
    await endSessions(sessions, null);
    ended += sessions.length;
  }
  return ended;
};

/** Copies this table as a restore would, for one machine, which has no point-in-time recovery. */
export const copyTo = async (name: string): Promise<void> => {
  await createTable(name);
  for await (const page of scan(0, 1)) await onTable(name, () => batchWrite({ puts: page }));
};

export const deleteTable = async (TableName: string): Promise<void> => {
  await dynamodb.send(new DeleteTableCommand({ TableName }));
};
