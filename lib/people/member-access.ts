import { ApiError, invalid } from '#lib/contract/errors.ts';
import type { Access, AccessChoice } from '#lib/contract/members.ts';
import type { Scope } from '#lib/contract/route.ts';
import { scopesOfRole } from '#lib/domain/authority/roles.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { reaches } from '#lib/domain/caller.ts';
import { isLastFor, scopesWithin } from '#lib/domain/keys/api-key.ts';
import type { ApiKeyWithUse } from '#lib/keys/api-keys.ts';
import type { Relation } from '#lib/store/keys.ts';
import { keyOf, partitionOf } from '#lib/store/keys.ts';
import type { ListedKind } from '#lib/store/kinds.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { get } from '#lib/store/operations/get.ts';
import { queryAll } from '#lib/store/operations/query-pages.ts';
import type { Item } from '#lib/store/table.ts';
import type { NotedThing } from './access.ts';
import { editionOf, isReplaceable, notedId, notedKey } from './access.ts';
import type { ConnectionRecord } from './connections.ts';
import { connections } from './connections.ts';
import { scopesOf } from './grants.ts';
import { invitations } from './invitations.ts';
import { keysOf } from './member-keys.ts';
import type { MemberRecord } from './members.ts';
import { members } from './members.ts';
import { readPeople } from './people.ts';
import { ownersRemain, throughWithin } from './through.ts';

/** Something that lets somebody in or sends data out, and that a member has made or changed. */
export interface OpenedAccess extends Access {
  readonly path: readonly string[];
  /** The id under which it is noted. */
  readonly noted: string;
  /** Which of those that have had its place it is; absent: there is only one. */
  readonly edition?: string | undefined;
  /** The scopes of whoever ends it, or keeps it. */
  readonly needs: readonly Scope[];
  /** The key, if it is one. */
  readonly key?: ApiKeyWithUse['key'];
}

/** A member without a path is a former one, or one whom the caller does not reach. */
type Member = Pick<MemberRecord, 'id' | 'client_id'> & Partial<Pick<MemberRecord, 'path'>>;

/** An entity is noted under its id, a deployment under the ids in its key. */
export type NotedKind = Exclude<ListedKind, 'api_key'>;

/** Parts of an agent have the path of the agent. */
const isOfAgent = (kind: NotedKind): boolean => kind === 'signing_secret' || kind === 'deployment';

const neededBy = ({ enforced, max_role }: ConnectionRecord): Scope[] => [
  'connections:write',
  ...scopesOfRole(enforced ? 'owner' : max_role),
];

/** The scope of the route that removes such a thing, and all that it gives. */
const needsOf = (kind: NotedKind, item: Item): readonly Scope[] =>
  ({
    connection: () => neededBy(connections.fromItem(item)),
    member: () => ['members:write' as const, ...scopesOf(members.fromItem(item))],
    invitation: () => ['members:write' as const, ...scopesOf(invitations.fromItem(item))],
    webhook: () => ['webhooks:write' as const],
    integration: () => ['integrations:write' as const],
    tool_server: () => ['integrations:write' as const],
    signing_secret: () => ['integrations:write' as const],
    deployment: () => ['agents:write' as const],
    widget: () => ['agents:write' as const],
    agent: () => ['agents:write' as const],
  })[kind]();

/** The scope without which nobody sees the name of such a thing. */
const readScopes = {
  api_key: 'keys:read',
  connection: 'connections:read',
  member: 'members:read',
  invitation: 'members:read',
  webhook: 'webhooks:read',
  integration: 'integrations:read',
  tool_server: 'integrations:read',
  signing_secret: 'integrations:read',
  deployment: 'agents:read',
  widget: 'agents:read',
  agent: 'agents:read',
} as const satisfies Record<ListedKind, Scope>;

/** The access as a caller may see it. */
export const shownTo = ({ scopes }: Pick<Caller, 'scopes'>, opened: readonly OpenedAccess[]): Access[] =>
  opened.map(({ type, id, client_id, name, relation }) => ({
    ...{ type, id, client_id, relation },
    name: scopes.includes(readScopes[type]) ? name : null,
  }));

/** The things that a request names: by a type, those of a relation. */
export const chosenOf = (
  access: readonly OpenedAccess[],
  choices: readonly AccessChoice[],
  relations: readonly Access['relation'][],
): OpenedAccess[] =>
  access.filter((one) =>
    choices.some(({ type, id }) =>
      id === undefined
        ? type === one.type && relations.includes(one.relation)
        : type === one.type && id === one.id,
    ),
  );

/** Nobody ends what they could not remove otherwise. */
export const endable = async (
  caller: Pick<Caller, 'key_id' | 'scopes' | 'expires_at'>,
  things: readonly OpenedAccess[],
): Promise<void> => {
  for (const { type, needs, key, id } of things) {
    scopesWithin(caller, needs);
    const connection = type === 'connection' && (await connections.read(id));
    if (connection) await ownersRemain(connection, await throughWithin(caller, id));
    if (key && isLastFor(caller, key)) throw new ApiError('platform_key_needed');
    if (type !== 'agent') continue;
    const detail = 'has an agent, which stays: change its tools, or remove it';
    throw invalid({ pointer: '/end', code: 'not_applicable', detail });
  }
};

/** Nobody takes over what they could not have made. */
export const keepable = (caller: Caller, things: readonly OpenedAccess[]): void => {
  for (const { type, needs } of things) {
    scopesWithin(caller, needs);
    if (type !== 'api_key') continue;
    const detail = 'has an API key, whose secret the member knows: rotate it instead';
    throw invalid({ pointer: '/keep', code: 'not_applicable', detail });
  }
};

interface Note {
  readonly kind: NotedKind;
  readonly id: string;
  readonly relation: Relation;
  readonly edition?: string;
}

const notesOf = async (memberId: string): Promise<Note[]> => {
  const items = await queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': partitionOf('access', memberId) },
    ConsistentRead: true,
  });
  return items as unknown as Note[];
};

const placeOf = ({ kind, id }: Note): string => `${kind} ${id}`;

/** Each thing once: the one that the member has made is not also one that the member has changed. */
const distinct = (notes: readonly Note[]): Note[] => {
  const byThing = new Map<string, Note>();
  for (const note of notes) {
    if (byThing.get(placeOf(note))?.relation !== 'made') byThing.set(placeOf(note), note);
  }
  return [...byThing.values()];
};

const nameOf = (item: Item, agent: Item | undefined): string | null => {
  const { name, url, email } = agent ?? { ...item, ...(item.record ? JSON.parse(String(item.record)) : {}) };
  return (name ?? url ?? email ?? null) as string | null;
};

const openedKeys = ({ made, rotated }: Awaited<ReturnType<typeof keysOf>>): OpenedAccess[] => {
  const shown =
    (relation: Access['relation']) =>
    ({ key }: ApiKeyWithUse): OpenedAccess => ({
      type: 'api_key',
      ...{ id: key.id, noted: key.id, client_id: key.client_id, name: key.name, relation },
      path: key.path,
      needs: key.scopes,
      key,
    });
  return [...made.map(shown('made')), ...rotated.map(shown('changed'))];
};

/** Whether nobody has made another one in the place of something since it was noted. */
export const isSame = async ({ kind, id, edition }: NotedThing): Promise<boolean> => {
  if (!isReplaceable(kind)) return true;
  const item = await get(notedKey(kind, id));
  return item !== undefined && editionOf(kind, item) === edition;
};

interface NotedItem {
  readonly note: Note;
  readonly item: Item;
}

/**
 * The notes of a member with their items, as far as these are still there. Of what others have made in their
 * place since, the member knows nothing. The notes of somebody who is a member elsewhere lead to nothing, so
 * that nobody learns from what is read how much there is.
 */
const reachedNotes = async ({ id, path }: Member): Promise<NotedItem[]> => {
  const [notes, elsewhere] = await Promise.all([notesOf(id), path ? undefined : get(keyOf('member', id))]);
  if (elsewhere) return [];
  const places = distinct(notes);
  const items = await batchGet(places.map((note) => notedKey(note.kind, note.id)));
  const itemIn = new Map(places.map((note, at) => [placeOf(note), items[at]]));
  const present = notes.filter((note) => {
    const item = itemIn.get(placeOf(note));
    return item && editionOf(note.kind, item) === note.edition;
  });
  return distinct(present).map((note) => ({ note, item: itemIn.get(placeOf(note)) as Item }));
};

/**
 * Everything that lets somebody in or sends data out, and that a member, or a key of the member, has made or
 * changed in the organization or below it, as far as the caller reaches it.
 */
export const accessOf = async (
  caller: Pick<Caller, 'client_id'>,
  member: Member,
): Promise<OpenedAccess[]> => {
  const [keys, noted] = await Promise.all([keysOf(member), reachedNotes(member)]);
  const agentIds = noted.flatMap(({ note: { kind, id } }) =>
    isOfAgent(kind) ? [id.split('#')[0] ?? ''] : [],
  );
  const [agents, people] = await Promise.all([
    batchGet(
      [...new Set(agentIds)].map((id) => keyOf('agent', id)),
      { attributes: ['id', 'name', 'path', 'client_id'] },
    ),
    readPeople(noted.flatMap(({ note, item }) => (note.kind === 'member' ? [String(item.person_id)] : []))),
  ]);
  const agentOf = new Map(agents.flatMap((agent) => (agent ? [[String(agent.id), agent]] : [])));
  const others = noted.flatMap(({ note: { kind, id, relation, edition }, item }): OpenedAccess[] => {
    const agent = isOfAgent(kind) ? agentOf.get(id.split('#')[0] ?? '') : undefined;
    if (isOfAgent(kind) && !agent) return [];
    // A member who has changed nothing but the own membership has made nothing.
    if (kind === 'member' && id === member.id) return [];
    return [
      {
        type: kind,
        id: String(item.id ?? id),
        noted: notedId(kind, item),
        edition,
        client_id: ((agent ?? item).client_id ?? null) as string | null,
        name: kind === 'member' ? (people.get(String(item.person_id))?.email ?? null) : nameOf(item, agent),
        relation,
        path: (agent ?? item).path as readonly string[],
        needs: needsOf(kind, item),
      },
    ];
  });
  return [...openedKeys(keys), ...others].filter(({ path }) => reaches(caller, path));
};
