import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '#lib/contract/errors.ts';
import type { Member, MemberItem } from '#lib/contract/members.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import { newId } from '#lib/domain/ids.ts';
import type { RateLimit } from '#lib/domain/organizations/hierarchy.ts';
import { rateLimitsOf } from '#lib/domain/organizations/hierarchy.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import {
  changed,
  entities,
  entityChanges,
  entityFootprint,
  entityRemovals,
  entityWrites,
  firstVersion,
  listEntities,
  recordChange,
} from '#lib/store/entity.ts';
import { keyIn, keyOf } from '#lib/store/keys.ts';
import type { Page, PageRequest } from '#lib/store/lists/listing.ts';
import type { Stale } from '#lib/store/operations/failures.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import { put, putNew } from '#lib/store/operations/put.ts';
import { remove } from '#lib/store/operations/remove.ts';
import type { Item } from '#lib/store/table.ts';
import type { Grant } from './grants.ts';
import { grantItem, scopesOf } from './grants.ts';
import { ownerRemains } from './owners.ts';
import type { PersonRecord } from './people.ts';
import { changePerson, grantsOf, readPeople, readPerson, removePerson, representPerson } from './people.ts';
import { readStoredSessions, sessionRemovals } from './sessions.ts';

export interface MemberRecord extends Omit<Member, 'person' | 'role' | 'scopes' | 'expires_at'>, Grant {
  readonly person_id: string;
  /** The ids of the organizations from the top down to the member's own; none: the platform's. */
  readonly path: readonly string[];
  readonly rate_limits: readonly RateLimit[];
}

const shownOf = (member: MemberRecord) => {
  const { id, created_at, updated_at, version, client_id, created_by } = member;
  const { person_id, role, chosen, expires_at, source } = member;
  return {
    ...{ id, created_at, updated_at, version, client_id, created_by },
    ...{ person_id, role, chosen, expires_at, source },
  };
};

export const members = /* @__PURE__ */ entities<MemberRecord, ReturnType<typeof shownOf>>({
  prefix: 'mem',
  list: 'members',
  kind: 'member',
  json: ['metadata', 'rate_limits'],
  unversioned: ['rate_limits'],
  shown: shownOf,
});

/** An owner whose membership ends by itself might leave none. */
const isLastingOwner = ({ role, expires_at }: Grant): boolean => role === 'owner' && expires_at === null;

const ownerItems = (member: MemberRecord): Item[] =>
  isLastingOwner(member) ? [{ ...keyOf('owner', ownerOf(member), member.id), member_id: member.id }] : [];

const grantOf = (member: MemberRecord): Item =>
  grantItem(member.person_id, member.id, member.client_id, member, member.rate_limits);

/** The items that a member has besides its record. */
export const memberFootprint = (item: Item): Item[] => {
  const member = members.fromItem(item);
  return [grantOf(member), ...ownerItems(member), ...entityFootprint(members)(item)];
};

export interface MemberWithPerson {
  readonly member: MemberRecord;
  readonly person: PersonRecord;
}

export const represent = ({ member, person }: MemberWithPerson): Member => ({
  ...member,
  scopes: scopesOf(member),
  person: representPerson(person),
});

export const findMember = async (caller: Caller, id: string): Promise<MemberWithPerson | undefined> => {
  const member = await members.find(caller, id);
  const person = member && (await readPerson(member.person_id));
  return person && { member, person };
};

export interface NewMember extends Grant {
  readonly source: MemberRecord['source'];
  readonly created_by: string | null;
}

/** Makes a person a member of an organization, or of the platform. */
export const insertMember = (
  lineage: Lineage | null,
  person: PersonRecord,
  { role, chosen, expires_at, source, created_by }: NewMember,
): { readonly operations: Operation<ApiError<'member_exists'> | Stale>[]; readonly member: MemberRecord } => {
  const member: MemberRecord = {
    ...{ ...firstVersion(newId(members.prefix), lineage?.client.path ?? []), metadata: {} },
    ...{ role, chosen, expires_at, source, created_by },
    person_id: person.id,
    rate_limits: rateLimitsOf(lineage?.members ?? []),
  };
  const operations = [
    ...entityWrites(members, member),
    putNew(grantOf(member), () => new ApiError('member_exists')),
    ...ownerItems(member).map(put),
  ];
  return { operations, member };
};

/** The conditions that an organization has another owner than a member who is one. */
const anotherOwner = async (member: MemberRecord): Promise<readonly Operation<Stale>[]> =>
  isLastingOwner(member) ? ownerRemains(ownerOf(member), ({ member_id }) => member_id === member.id) : [];

type Change = Grant & Partial<Pick<MemberRecord, 'metadata'>>;

const replacing = async (
  member: MemberRecord,
  after: MemberRecord,
): Promise<Operation<ApiError<'last_owner'> | Stale>[]> => {
  const stays = isLastingOwner(after);
  return [
    ...(stays ? [] : await anotherOwner(member)),
    ...entityChanges(members, member, after),
    put(grantOf(after)),
    ...(stays ? ownerItems(after).map(put) : ownerItems(member).map(keyIn).map(remove)),
  ];
};

/** The writes that give a member another role. */
export const grantWrites = (member: MemberRecord, grant: Grant): ReturnType<typeof replacing> =>
  replacing(member, changed(member, grant));

/** Changes what a member may do. */
export const changeMember = async (
  { member, person }: MemberWithPerson,
  change: Change,
): Promise<Write<Member, 'last_owner'> & { readonly replaces: Member }> => {
  const before = represent({ member, person });
  if (isDeepStrictEqual({ ...member, ...change }, member)) {
    return { operations: [], reply: before, replaces: before };
  }
  const after = changed(member, change);
  return {
    operations: await replacing(member, after),
    reply: represent({ member: after, person }),
    replaces: before,
  };
};

/** Ends the access of a member at once; what remains is removed next. */
export const grantRemoval = (member: MemberRecord): Operation<never> =>
  remove(keyOf('grant', member.person_id, ownerOf(member)));

/** Whether the person is a member of another organization as well. */
export const isMemberElsewhere = async ({ id, person_id }: MemberRecord): Promise<boolean> =>
  (await grantsOf(person_id)).some(({ member_id }) => member_id !== id);

/** Removes a member, and with the last membership the person, of whom nothing remains but ids. */
export const memberRemovals = async (
  member: MemberRecord,
  person: PersonRecord | undefined,
): Promise<Operation<Stale>[]> => {
  const remains = person && (await isMemberElsewhere(member));
  // A sign-in changes the person in the same transaction as it stores the session, so none is missed.
  const sessions = person && !remains ? await readStoredSessions(person.id) : [];
  return [
    ...entityRemovals(members, member),
    grantRemoval(member),
    ...ownerItems(member).map(keyIn).map(remove),
    ...(person ? (remains ? changePerson(person, {}) : removePerson(person)) : []),
    ...sessions.flatMap(sessionRemovals),
  ];
};

/** Removes a membership while the person signs in, which decides what becomes of the person. */
export const membershipRemovals = async (
  member: MemberRecord,
): Promise<Operation<ApiError<'last_owner'> | Stale>[]> => [
  ...(await anotherOwner(member)),
  ...(await memberRemovals(member, undefined)),
];

export const removeMember = async (
  found: MemberWithPerson,
): Promise<Omit<Write<never, 'last_owner'>, 'reply'>> => {
  const { member, person } = found;
  return {
    operations: [...(await anotherOwner(member)), ...(await memberRemovals(member, person))],
    about: member,
    replaces: represent(found),
  };
};

/** Gives a member other rate limits. They are not shown, so the version stays the same. */
export const limitMember = (
  before: MemberRecord,
  rate_limits: readonly RateLimit[],
): readonly Operation<Stale>[] => {
  const member: MemberRecord = { ...before, rate_limits };
  return [recordChange(members, before, member), put(grantOf(member))];
};

export const listMembers = async (owner: string, paging: PageRequest): Promise<Page<MemberItem>> => {
  const { data: items, next } = await listEntities(members, owner, paging);
  const people = await readPeople(items.map(({ person_id }) => person_id));
  // A member whose person has just been removed is about to leave the list.
  const data = items.flatMap((item) => {
    const person = people.get(item.person_id);
    return person ? [{ ...item, scopes: scopesOf(item), person: representPerson(person) }] : [];
  });
  return { data, next };
};
