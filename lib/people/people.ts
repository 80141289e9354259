import type { Person } from '#lib/contract/members.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import { forEachConcurrently } from '#lib/store/concurrently.ts';
import { identityKey, keyOf, partitionOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { put, putNew, putOver } from '#lib/store/operations/put.ts';
import { query } from '#lib/store/operations/query.ts';
import { queryPages } from '#lib/store/operations/query-pages.ts';
import { remove, removeVersion } from '#lib/store/operations/remove.ts';
import type { Item } from '#lib/store/table.ts';

/*
 * A person is a subject of an issuer, through one connection. An e-mail address never identifies a person:
 * control of a mailbox, or a provider that lets people choose their address, would be enough to become
 * another.
 */

export interface PersonRecord extends Person {
  readonly created_at: string;
  readonly issuer: string;
  readonly subject: string;
  readonly version: number;
  /** The provider says that nobody has verified the address. Absent: it has, or it does not say. */
  readonly email_verified?: false | undefined;
  /**
   * The time at which DynamoDB deletes a person who is no member, in seconds since 1970. Absent for members.
   */
  readonly expires?: number;
}

const personFromItem = ({ pk: _pk, sk: _sk, ...person }: Item): PersonRecord =>
  person as unknown as PersonRecord;

/** The claims of a provider about a person. */
export interface Profile {
  readonly email: string | null;
  readonly name: string | null;
  readonly email_verified?: false | undefined;
}

export interface Identity {
  readonly connection_id: string;
  readonly issuer: string;
  readonly subject: string;
}

const identityKeyOf = ({ connection_id, issuer, subject }: Identity) =>
  identityKey(connection_id, issuer, subject);

/** The item by which a person is found. It expires with the person. */
const identityItem = (person: PersonRecord): Item => ({
  ...identityKeyOf(person),
  person_id: person.id,
  ...(person.expires !== undefined && { expires: person.expires }),
});

export const personFootprint = (item: Item): Item[] => [identityItem(personFromItem(item))];

export const representPerson = ({ id, connection_id, email, name, signed_in_at }: PersonRecord): Person => ({
  id,
  connection_id,
  email,
  name,
  signed_in_at,
});

export const readPerson = async (id: string): Promise<PersonRecord | undefined> => {
  const item = await get(keyOf('person', id));
  return item && personFromItem(item);
};

/** The person of a subject; undefined at the first sign-in. */
export const findPerson = async (identity: Identity): Promise<PersonRecord | undefined> => {
  const known = await get(identityKeyOf(identity));
  return known && readPerson(String(known.person_id));
};

export const readPeople = async (ids: readonly string[]): Promise<ReadonlyMap<string, PersonRecord>> => {
  const different = [...new Set(ids)];
  const items = await batchGet(
    different.map((id) => keyOf('person', id)),
    { eventuallyConsistent: true },
  );
  return new Map(items.flatMap((item) => (item ? [[String(item.id), personFromItem(item)]] : [])));
};

export const newPerson = (identity: Identity, profile: Profile): PersonRecord => {
  const id = newId('prs');
  const created_at = createdAt(id);
  return { id, created_at, ...identity, ...profile, signed_in_at: created_at, version: 1 };
};

/**
 * Two browsers may sign the same person in for the first time: the second one finds the person of the first.
 */
export const insertPerson = (person: PersonRecord): Operation<Stale>[] => [
  putNew({ ...keyOf('person', person.id), ...person }, () => new Stale()),
  putNew(identityItem(person), () => new Stale()),
];

/**
 * Every change counts the version up, so that of two changes of a person's memberships the second one reads
 * again.
 */
export const changePerson = (
  before: PersonRecord,
  changes: Partial<Pick<PersonRecord, 'email' | 'name' | 'email_verified' | 'signed_in_at' | 'expires'>> & {
    readonly isMember?: boolean;
  },
): Operation<Stale>[] => {
  const { isMember = before.expires === undefined, ...fields } = changes;
  const { expires, ...person } = { ...before, ...fields, version: before.version + 1 };
  const after: PersonRecord = isMember || expires === undefined ? person : { ...person, expires };
  return [
    putOver({ ...keyOf('person', after.id), ...after }, before.version),
    put(identityItem(after)),
    ...(isMember ? [] : [remove(keyOf('preferences', after.id))]),
  ];
};

/** The removal of a person without the sessions. */
export const removePerson = (person: PersonRecord): Operation<Stale>[] => [
  removeVersion(keyOf('person', person.id), person.version),
  remove(identityKeyOf(person)),
  remove(keyOf('preferences', person.id)),
];

/** The people of a connection who are members, page by page. */
async function* identitiesThrough(connectionId: string): AsyncGenerator<Item[]> {
  const pages = queryPages({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :identity)',
    FilterExpression: 'attribute_not_exists(expires)',
    ExpressionAttributeValues: { ':pk': partitionOf('connection', connectionId), ':identity': 'identity#' },
    ConsistentRead: true,
  });
  for await (const { items } of pages) yield items;
}

/** Whether a connection has people who are members. */
export const hasMembers = async (connectionId: string): Promise<boolean> => {
  for await (const items of identitiesThrough(connectionId)) if (items.length > 0) return true;
  return false;
};

/** The grants of all people who sign in through a connection, in whatever organizations. */
export const grantsThrough = async (connectionId: string): Promise<Item[]> => {
  const grants: Item[] = [];
  for await (const items of identitiesThrough(connectionId)) {
    await forEachConcurrently(items, 16, async ({ person_id }) => {
      grants.push(...(await grantsOf(String(person_id))));
    });
  }
  return grants;
};

/** The grants of a person, one for each organization: at most one page. */
export const grantsOf = async (personId: string): Promise<Item[]> => {
  const { items } = await query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :member)',
    ExpressionAttributeValues: { ':pk': partitionOf('person', personId), ':member': 'member#' },
    ConsistentRead: true,
  });
  return items;
};
