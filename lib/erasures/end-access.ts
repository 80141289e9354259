import { findAgent } from '#lib/agents/agents.ts';
import type { RecordedChange } from '#lib/audit/record-change.ts';
import { changeWrites } from '#lib/audit/record-change.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { readDeployment, removeDeployment } from '#lib/deployments/deployments.ts';
import type { AuditSubject } from '#lib/domain/audit/record.ts';
import { actorOf } from '#lib/domain/audit/record.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import { integrationRemovals, integrations } from '#lib/integrations/integrations.ts';
import { membersBehind } from '#lib/keys/api-keys.ts';
import type { NotedThing } from '#lib/people/access.ts';
import { noteItem } from '#lib/people/access.ts';
import { connections, removalOf } from '#lib/people/connections.ts';
import type { GrantRecord } from '#lib/people/grants.ts';
import { invitations, revokeInvitation } from '#lib/people/invitations.ts';
import type { NotedKind, OpenedAccess } from '#lib/people/member-access.ts';
import { accessOf, endable, isSame } from '#lib/people/member-access.ts';
import type { Revoker } from '#lib/people/member-keys.ts';
import { revokeKey, revokeKeys } from '#lib/people/member-keys.ts';
import type { MemberRecord } from '#lib/people/members.ts';
import { memberRemovals, members, removeMember } from '#lib/people/members.ts';
import { grantsThrough, readPerson } from '#lib/people/people.ts';
import { ownersRemain } from '#lib/people/through.ts';
import { entityRemovals } from '#lib/store/entity.ts';
import { accessKey } from '#lib/store/keys.ts';
import { batchWrite } from '#lib/store/operations/batch-write.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { removeUnchanged } from '#lib/store/operations/remove.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { secondLookWrite } from '#lib/store/tasks/second-look.ts';
import { rotateSigningSecret } from '#lib/tools/rotate-signing-secret.ts';
import { toolServers } from '#lib/tools/tool-servers.ts';
import { readWebhookWithHealth, removeWebhook } from '#lib/webhooks/webhooks.ts';
import { widgets } from '#lib/widgets/widgets.ts';

const anyone = { client_id: null };

/** The removal of something, whoever reaches it. */
interface End {
  readonly operations: readonly Operation[];
  readonly about: AuditSubject;
  /** The action in the audit log. */
  readonly action: RecordedChange['action'];
  readonly afterwards?: () => Promise<void>;
}

/** Commits an end with its record, unless nothing is left, or a rule keeps it, such as the last owner's. */
const carryOut = async (by: Revoker, decide: () => Promise<End | undefined>): Promise<void> => {
  const end = await retryStale(async () => {
    try {
      const found = await decide();
      if (!found) return undefined;
      const record = changeWrites(actorOf(by), found.about, { action: found.action, changed: [] });
      await commit([...found.operations, ...record]);
      return found;
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  });
  await end?.afterwards?.();
};

const memberEnd = async (id: string, mayBeLast: boolean): Promise<End | undefined> => {
  const member = await members.read(id);
  const person = member && (await readPerson(member.person_id));
  if (!member) return undefined;
  const removal =
    person && !mayBeLast
      ? await removeMember({ member, person })
      : { operations: await memberRemovals(member, person) };
  return { operations: removal.operations, about: member, action: 'member.removed' };
};

/**
 * Removes the members who come through a connection that is gone. They have no access since then, and nobody
 * new can join.
 */
export const removePeopleOf = async (connectionId: string, by: Revoker): Promise<void> => {
  for (const { member_id } of await grantsThrough(connectionId)) {
    await carryOut(by, () => memberEnd(String(member_id), true));
  }
};

const endOf = {
  connection: async (id, by) => {
    const connection = await connections.read(id);
    if (!connection) return undefined;
    const conditions = await ownersRemain(connection, (await grantsThrough(id)) as unknown as GrantRecord[]);
    const operations = [...conditions, ...removalOf(connection, '').operations];
    const afterwards = () => removePeopleOf(id, by);
    return { operations, about: connection, action: 'connection.removed', afterwards };
  },
  member: (id) => memberEnd(id, false),
  invitation: async (id) => {
    const invitation = await invitations.read(id);
    if (!invitation) return undefined;
    const { operations } = revokeInvitation(invitation);
    return { operations, about: invitation, action: 'invitation.revoked' };
  },
  webhook: async (id) => {
    const found = await readWebhookWithHealth(id);
    if (!found) return undefined;
    const { operations } = await removeWebhook(found);
    return { operations, about: found.webhook, action: 'webhook.removed' };
  },
  integration: async (id) => {
    const integration = await integrations.read(id);
    return (
      integration && {
        ...{ operations: integrationRemovals(integration), about: integration },
        action: 'integration.removed',
      }
    );
  },
  tool_server: async (id) => {
    const server = await toolServers.read(id);
    const operations = server && entityRemovals(toolServers, server);
    return operations && { operations, about: server, action: 'tool_server.removed' };
  },
  widget: async (id) => {
    const widget = await widgets.read(id);
    const operations = widget && entityRemovals(widgets, widget);
    return operations && { operations, about: widget, action: 'widget.removed' };
  },
  // Nobody has seen the next secret.
  signing_secret: async (id) => {
    const agent = await findAgent(anyone, id);
    if (!agent) return undefined;
    const { operations } = await rotateSigningSecret(id, 0);
    return { operations, about: agent, action: 'agent.secret_rotated' };
  },
  // The token ends with the record. The agent stays at the provider, where others may rely on it.
  deployment: async (id) => {
    const [agentId = '', integrationId = ''] = id.split('#');
    const [agent, record] = await Promise.all([
      findAgent(anyone, agentId),
      readDeployment(agentId, integrationId),
    ]);
    if (!agent || !record) return undefined;
    const about = { id: record.id, path: agent.path };
    return { operations: [removeDeployment(record)], about, action: 'deployment.removed' };
  },
} satisfies Record<Exclude<NotedKind, 'agent'>, (id: string, by: Revoker) => Promise<End | undefined>>;

type EndableKind = keyof typeof endOf;

/** Something as the request that decides about it has seen it. */
type SeenThing = Pick<OpenedAccess, 'type' | 'noted' | 'edition'>;

/** The decision about things that a member has made: some end, and others stay as the caller's own. */
export interface Settlement {
  readonly member: Pick<MemberRecord, 'id' | 'client_id'>;
  readonly by: Settler;
  readonly end: readonly SeenThing[];
  readonly keep: readonly SeenThing[];
  /** The types of which everything ends that the member has made, also what was made meanwhile. */
  readonly types: readonly OpenedAccess['type'][];
}

/** The caller who decides, with the authority to end what is only found later. */
type Settler = Pick<Caller, 'key_id' | 'person' | 'client_id' | 'scopes' | 'expires_at'>;

const asNoted = ({ type: kind, noted: id, edition }: SeenThing): NotedThing => ({ kind, id, edition });

/** Removes the notes on a thing, and not those on one that the member has made in its place since. */
const forget = async (memberId: string, { type, noted, edition }: SeenThing): Promise<void> => {
  for (const relation of ['made', 'changed'] as const) {
    const note = accessKey(memberId, relation, type, noted);
    await commit([removeUnchanged(note, { edition })]).catch((error: unknown) => {
      if (!(error instanceof Stale)) throw error;
    });
  }
};

const isEndable = (type: OpenedAccess['type']): type is EndableKind => type in endOf;

const mayEnd = (by: Settler, thing: OpenedAccess): Promise<boolean> =>
  endable(by, [thing]).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError) return false;
      throw error;
    },
  );

/**
 * The things of some types that a member has made, and that a caller may end, as they are now. Once the
 * membership and the keys have ended, there are no more of them: each write of one depends on its caller.
 */
const madeByNow = async ({ member, by, types }: Settlement): Promise<OpenedAccess[]> => {
  const made = (await accessOf(by, member)).filter(
    ({ type, relation }) => relation === 'made' && type !== 'api_key' && types.includes(type),
  );
  const may = await Promise.all(made.map((thing) => mayEnd(by, thing)));
  return made.filter((_, at) => may[at]);
};

/**
 * The end of a thing that a request has seen, and not of one that somebody has made in its place. The read
 * after that of the end decides: the end fails if another one comes between or after them.
 */
const endOfSeen = async (type: EndableKind, thing: SeenThing, by: Revoker): Promise<End | undefined> => {
  const end = await endOf[type](thing.noted, by);
  return end && (await isSame(asNoted(thing))) ? end : undefined;
};

/**
 * Puts notes of the keepers in place of those of the member. A note on a thing that is newer than the request
 * stays, even if a keeper has made that thing: the second look settles only what the request has seen.
 */
const keepThings = async ({ member, by, keep }: Settlement): Promise<void> => {
  if (keep.length === 0) return;
  const keepers = (await membersBehind(by as Caller)).filter((keeper) => keeper !== member.id);
  for (const thing of keep) {
    const noted = asNoted(thing);
    if (!(await isSame(noted))) continue;
    await batchWrite({ puts: keepers.map((keeper) => noteItem(keeper, 'made', noted)) });
    await forget(member.id, thing);
  }
};

const settle = async (settlement: Settlement): Promise<void> => {
  const { member, by, end, types } = settlement;
  if (types.includes('api_key')) await revokeKeys({ member, by });
  const isNamed = ({ type, noted, edition }: OpenedAccess) =>
    end.some((one) => one.type === type && one.noted === noted && one.edition === edition);
  const others = types.some((type) => type !== 'api_key') ? await madeByNow(settlement) : [];
  for (const thing of [...end, ...others.filter((one) => !isNamed(one))]) {
    const { type, noted } = thing;
    if (type === 'api_key') await revokeKey(by, noted);
    else if (isEndable(type)) await carryOut(by, () => endOfSeen(type, thing, by));
    await forget(member.id, thing);
  }
  await keepThings(settlement);
};

/**
 * The work after the removal of a member, or after a request that settles what one has left: a task, written
 * with the request, completes what was interrupted.
 */
export const settlementOf = (
  member: Settlement['member'],
  { key_id, client_id, scopes, expires_at, person }: Settler,
  what: Pick<Settlement, 'end' | 'keep' | 'types'>,
): { readonly operation: Operation<never>; readonly afterwards: () => Promise<void> } => {
  const settlement: Settlement = {
    member: { id: member.id, client_id: member.client_id },
    by: { key_id, client_id, scopes, expires_at, ...(person && { person }) },
    end: what.end.map(({ type, noted, edition }) => ({ type, noted, edition })),
    keep: what.keep.map(({ type, noted, edition }) => ({ type, noted, edition })),
    types: what.types,
  };
  return {
    operation: secondLookWrite(member.id, ownerOf(member), settlement),
    afterwards: () => settle(settlement),
  };
};

/** The removal of the members of a connection, and the task that completes it. */
export const peopleRemovalOf = (
  { id, client_id }: { readonly id: string; readonly client_id: string | null },
  { key_id, person }: Pick<Caller, 'key_id' | 'person'>,
): { readonly operation: Operation<never>; readonly afterwards: () => Promise<void> } => {
  const by = { key_id, ...(person && { person }) };
  return {
    operation: secondLookWrite(id, ownerOf({ client_id }), by),
    afterwards: () => removePeopleOf(id, by),
  };
};

/**
 * Completes what was interrupted. If the keys of the member were left, what they have made since stays as
 * well: only the look right after the request ends what was made while it was decided.
 */
export const finishSettlement = (state: string): Promise<void> => {
  const settlement = JSON.parse(state) as Settlement;
  return settle(settlement.types.includes('api_key') ? settlement : { ...settlement, types: [] });
};

export const finishPeopleRemoval = (id: string, state: string): Promise<void> =>
  removePeopleOf(id, JSON.parse(state) as Revoker);
