import { ApiError } from '#lib/contract/errors.ts';
import type { Invitation, InvitationItem } from '#lib/contract/invitations.ts';
import type { Member } from '#lib/contract/members.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import { dayMs, daySeconds } from '#lib/domain/durations.ts';
import { newId } from '#lib/domain/ids.ts';
import { hashSecret, newInvitationToken } from '#lib/domain/keys/api-key.ts';
import { mayInvite } from '#lib/domain/people/joining.ts';
import { apiKeys, knowersOf } from '#lib/keys/api-keys.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { currentOrigin } from '#lib/store/cause.ts';
import { entities, entityRemovals, entityWrites, firstVersion, listEntities } from '#lib/store/entity.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { Page, PageRequest } from '#lib/store/lists/listing.ts';
import type { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import { mustBeUnchanged, mustExist } from '#lib/store/operations/must-exist.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import { put } from '#lib/store/operations/put.ts';
import { noteItem } from './access.ts';
import type { Grant } from './grants.ts';
import { scopesOf } from './grants.ts';
import { joinWrite, mustAdmit } from './join-write.ts';
import { insertMember, members, represent as representMember } from './members.ts';
import type { PersonRecord } from './people.ts';
import { changePerson } from './people.ts';

export interface InvitationRecord extends Omit<Invitation, 'scopes'>, Pick<Grant, 'chosen'> {
  readonly path: readonly string[];
  readonly token_hash: string;
  /** When DynamoDB may remove it, in seconds. */
  readonly expires: number;
}

/**
 * An invitation that was not accepted contains an address of somebody who is nobody's member, so it goes this
 * long after it has expired.
 */
const keptSeconds = 30 * daySeconds;

const expiresOf = (expiresAt: string): number => Math.floor(Date.parse(expiresAt) / 1000) + keptSeconds;

const shownOf = ({ path: _path, token_hash: _hash, metadata: _metadata, ...shown }: InvitationRecord) =>
  shown;

export const invitations = /* @__PURE__ */ entities<InvitationRecord, ReturnType<typeof shownOf>>({
  prefix: 'inv',
  list: 'invitations',
  kind: 'invitation',
  json: ['metadata'],
  shown: shownOf,
});

export const represent = (invitation: InvitationRecord): Invitation => ({
  ...invitation,
  scopes: scopesOf(invitation),
});

/** The time in which an invitation can be accepted. */
const validMs = 7 * dayMs;

interface NewInvitation extends Pick<Grant, 'role' | 'chosen'> {
  readonly connection_id: string;
  readonly email: string;
  readonly member_expires_at: string | null;
}

/** The page of the console. The token is in the fragment, which no server and no log sees. */
const urlOf = (origin: string, { id, connection_id }: InvitationRecord, token: string): string =>
  `${origin}/accept?${new URLSearchParams({ invitation_id: id, connection_id })}#${token}`;

export const insertInvitation = (
  lineage: Lineage | null,
  input: NewInvitation,
  origin: string,
): Write<Invitation & { token: string; url: string }, 'sign_in_enforced'> => {
  const first = firstVersion(newId(invitations.prefix), lineage?.client.path ?? []);
  const expires_at = new Date(Date.parse(first.created_at) + validMs).toISOString();
  const token = newInvitationToken();
  const invitation: InvitationRecord = {
    ...{ ...first, metadata: {} },
    created_by: currentOrigin().actor,
    ...input,
    ...{ expires_at, expires: expiresOf(expires_at) },
    token_hash: hashSecret(token),
  };
  return {
    operations: [
      ...entityWrites(invitations, invitation),
      mustAdmit(ownerOf(invitation), invitation.connection_id),
      mustExist(
        keyOf('connection', invitation.connection_id),
        () => new ApiError('connection_not_found') as never,
      ),
    ],
    reply: { ...represent(invitation), token, url: urlOf(origin, invitation, token) },
  };
};

export const invitationRemovals = (invitation: InvitationRecord): readonly Operation<Stale>[] =>
  entityRemovals(invitations, invitation);

export const revokeInvitation = (invitation: InvitationRecord): Write<undefined> => ({
  operations: invitationRemovals(invitation),
  reply: undefined,
  about: invitation,
  replaces: represent(invitation),
});

/** The authority of an inviter at the moment of the acceptance. */
interface Inviter extends Pick<Caller, 'client_id' | 'scopes' | 'expires_at'> {
  readonly condition: Operation<Stale>;
  /** The members who are behind the inviter. */
  readonly members: readonly string[];
}

const readInviter = async (id: string): Promise<Inviter | undefined> => {
  const key = id.startsWith('mem_') ? keyOf('member', id) : keyOf('api_key', id);
  const item = await get(key);
  if (!item) return undefined;
  const { client_id, expires_at, version } = item as unknown as Inviter & { readonly version: number };
  const own = id.startsWith('mem_')
    ? { scopes: scopesOf(members.fromItem(item)), members: [id] }
    : { scopes: item.scopes as Inviter['scopes'], members: knowersOf(apiKeys.fromItem(item)) };
  return { client_id, expires_at, ...own, condition: mustBeUnchanged(key, { version }) };
};

/** Of programs of the operator, which have no key, nobody is behind. */
interface StillInviting {
  readonly conditions: readonly Operation<Stale>[];
  readonly members: readonly string[];
}

/**
 * The condition that the inviter may still grant the access of the invitation, and the members who thereby
 * make a member; undefined if not.
 */
export const inviterStill = async (invitation: InvitationRecord): Promise<StillInviting | undefined> => {
  if (invitation.created_by === null) return { conditions: [], members: [] };
  const inviter = await readInviter(invitation.created_by);
  if (!inviter) return undefined;
  const { path, member_expires_at } = invitation;
  const may = mayInvite(inviter, { path, member_expires_at, scopes: scopesOf(invitation) });
  return may ? { conditions: [inviter.condition], members: inviter.members } : undefined;
};

/** Makes the invited person a member, once. */
export const acceptInvitation = (
  invitation: InvitationRecord,
  lineage: Lineage | null,
  person: PersonRecord,
  { conditions, members }: StillInviting,
): Write<Member, 'invitation_not_found' | 'member_exists' | 'sign_in_enforced'> => {
  const { role, chosen, member_expires_at: expires_at, created_by } = invitation;
  const { operations, member } = insertMember(lineage, person, {
    ...{ role, chosen, expires_at, created_by },
    source: 'invitation',
  });
  return {
    operations: [
      ...conditions,
      ...invitationRemovals(invitation),
      ...operations,
      ...members.map((id) => put(noteItem(id, 'made', { kind: 'member', id: member.id }))),
      ...changePerson(person, { isMember: true }),
      joinWrite(person.connection_id, () => new ApiError('invitation_not_found')),
      mustAdmit(ownerOf(invitation), person.connection_id),
    ],
    reply: representMember({ member, person }),
  };
};

export const listInvitations = async (owner: string, paging: PageRequest): Promise<Page<InvitationItem>> => {
  const { data, next } = await listEntities(invitations, owner, paging);
  return { data: data.map((item) => ({ ...item, scopes: scopesOf(item) })), next };
};
