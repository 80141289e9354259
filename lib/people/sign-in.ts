import { changeWrites } from '#lib/audit/record-change.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import type { Claims } from '#lib/domain/people/joining.ts';
import { roleAtSignIn } from '#lib/domain/people/joining.ts';
import { findLineage, isSuspended } from '#lib/organizations/clients.ts';
import { keyOf } from '#lib/store/keys.ts';
import { countStranger } from '#lib/store/limits/request-rates.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import type { ConnectionRecord } from './connections.ts';
import { represent } from './connections.ts';
import { joinWrite, mustAdmit } from './join-write.ts';
import type { MemberRecord } from './members.ts';
import { grantWrites, insertMember, isMemberElsewhere, members, membershipRemovals } from './members.ts';
import type { Identity, PersonRecord, Profile } from './people.ts';
import { changePerson, findPerson, insertPerson, newPerson } from './people.ts';
import { minutesOf, recheckWrite } from './rechecks.ts';
import type { Browser } from './sessions.ts';
import { endSessions, insertSession, maxSessions, newSession, readSessions } from './sessions.ts';

/** Characters that a name of the API may not have either: they could hide or reorder what others read. */
const unprintable = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

const textOf = (value: unknown, most: number): string | null => {
  const text = typeof value === 'string' ? value.replace(unprintable, '').trim() : '';
  return text !== '' && text.length <= most ? text : null;
};

const profileOf = ({ email, name, email_verified }: Claims): Profile => ({
  email: textOf(email, 320),
  name: textOf(name, 200),
  email_verified: email_verified === false ? false : undefined,
});

const readMembership = async (
  person: PersonRecord,
  connection: ConnectionRecord,
): Promise<MemberRecord | undefined> => {
  const grant = await get(keyOf('grant', person.id, ownerOf(connection)));
  return grant && members.read(String(grant.member_id));
};

const anyone = { client_id: null };

/** The last owner of an organization stays its owner, whatever a provider says. */
const unlessLastOwner = async (
  write: Promise<readonly Operation[]>,
): Promise<readonly Operation[] | undefined> => {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'last_owner') return undefined;
    throw error;
  }
};

interface MembershipWrites {
  readonly operations: readonly Operation[];
  /** Whether the person is a member of any organization afterwards; absent: as before. */
  readonly isMember?: boolean;
}

/**
 * The audit record of a membership that a sign-in changes. Nobody else requests the change, so the person is
 * its actor.
 */
const recorded = (member: MemberRecord, action: 'joined' | 'updated' | 'removed'): readonly Operation[] =>
  changeWrites({ type: 'person', id: member.person_id }, member, {
    action: `member.${action}`,
    changed: action === 'removed' ? [] : ['role'],
  });

/** The writes of a sign-in to the membership in the connection's own organization. */
const membershipWrites = async (
  connection: ConnectionRecord,
  person: PersonRecord,
  claims: Claims,
): Promise<MembershipWrites> => {
  const nothing = { operations: [] };
  const member = await readMembership(person, connection);
  const role = roleAtSignIn(represent(connection, ''), claims);
  if (role === 'unknown') return nothing;
  if (!member) {
    if (role === null) return nothing;
    const lineage = connection.client_id === null ? null : await findLineage(anyone, connection.client_id);
    if (lineage === undefined || (lineage && isSuspended(lineage))) return nothing;
    const enforced = await get(keyOf('enforced_sign_in', ownerOf(connection)));
    if (enforced && enforced.connection_id !== connection.id) return nothing;
    const admitted = { ...mustAdmit(ownerOf(connection), connection.id), otherwise: () => new Stale() };
    const given = { role, chosen: null, expires_at: null, created_by: null, source: 'connection' as const };
    const made = insertMember(lineage, person, given);
    const joined = joinWrite(connection.id, () => new Stale());
    return {
      operations: [...made.operations, ...recorded(made.member, 'joined'), joined, admitted],
      isMember: true,
    };
  }
  // Invited people have the role that somebody gave them.
  if (member.source !== 'connection' || member.role === role) return nothing;
  if (role === null) {
    const operations = await unlessLastOwner(membershipRemovals(member));
    return operations
      ? {
          operations: [...operations, ...recorded(member, 'removed')],
          isMember: await isMemberElsewhere(member),
        }
      : nothing;
  }
  const { expires_at } = member;
  const operations = await unlessLastOwner(grantWrites(member, { role, chosen: null, expires_at }));
  return operations ? { operations: [...operations, ...recorded(member, 'updated')] } : nothing;
};

/**
 * Counts a first sign-in of somebody who is nobody's member. At a provider at which everybody can register,
 * strangers could store as many people as they want.
 */
const admitNewcomer = async (connection: ConnectionRecord): Promise<void> => {
  const { exceeded, resetSeconds } = await countStranger(ownerOf(connection), 'newcomer', Date.now());
  if (!exceeded) return;
  throw new ApiError('rate_limited', {
    detail: 'Too many people sign in for the first time. Try again in a minute',
    headers: { 'retry-after': String(resetSeconds) },
  });
};

/**
 * Signs a person in: stores what the provider says about the person, and a session. A first sign-in creates
 * the person, who is nobody's member yet, and expires a day after the session. Returns the secret for the
 * browser's cookie.
 */
export const signIn = async (
  connection: ConnectionRecord,
  claims: Claims & { readonly iss: string; readonly sub: string },
  browser: Browser,
  refreshToken: string | undefined,
): Promise<{ readonly secret: string; readonly seconds: number }> => {
  const identity: Identity = { connection_id: connection.id, issuer: claims.iss, subject: claims.sub };
  const minutes = minutesOf(connection, refreshToken);
  const { recheck_minutes, session_hours } = connection;
  const isRechecked = recheck_minutes !== null && refreshToken !== undefined;
  const { person, secret } = await retryStale(async () => {
    const signed_in_at = new Date().toISOString();
    const expires = Math.ceil(Date.now() / 1000) + (session_hours + 24) * 60 * 60;
    const known = await findPerson(identity);
    const found = known ?? newPerson(identity, profileOf(claims));
    const { operations, isMember = known !== undefined && known.expires === undefined } =
      await membershipWrites(connection, found, claims);
    if (!known && !isMember) await admitNewcomer(connection);
    const own = known
      ? changePerson(known, { ...profileOf(claims), signed_in_at, isMember, ...(!isMember && { expires }) })
      : insertPerson(isMember ? found : { ...found, expires });
    const { session, secret } = newSession(found, connection.path, browser, {
      minutes,
      sid: textOf(claims.sid, 500),
    });
    const recheck = isRechecked ? [await recheckWrite(session, recheck_minutes, refreshToken)] : [];
    // A session that is stored later could outlive a person who is removed meanwhile.
    await commit([...own, ...operations, ...insertSession(session), ...recheck]);
    return { person: found, secret };
  });
  const sessions = await readSessions(person.id);
  await endSessions(sessions.slice(maxSessions), null);
  return { secret, seconds: minutes * 60 };
};
