import { isDeepStrictEqual } from 'node:util';
import type { Connection } from '#lib/contract/connections.ts';
import type { Fault } from '#lib/contract/errors.ts';
import { ApiError, invalid } from '#lib/contract/errors.ts';
import type { RoleName } from '#lib/contract/roles.ts';
import type { Scope } from '#lib/contract/route.ts';
import { scopesOfRole } from '../authority/roles.ts';
import type { Caller } from '../caller.ts';
import { reaches } from '../caller.ts';
import { hashSecret, livesAsLong } from '../keys/api-key.ts';

/** Providers at which anybody has an account or can create one, and the claim that names a company there. */
const sharedIssuers: Readonly<Record<string, string>> = {
  'https://accounts.google.com': 'hd',
  'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0': 'tid',
  'https://slack.com': 'https://slack.com/team_id',
};

type Rules = Pick<Connection, 'issuer' | 'required_claims' | 'role_map' | 'max_role'>;

const isWithin = (role: RoleName, other: RoleName): boolean => {
  const allowed = scopesOfRole(other);
  return scopesOfRole(role).every((scope) => allowed.includes(scope));
};

/** Refuses a connection through which strangers could sign in, or that gives more than its own limit. */
export const checkRules = ({ issuer, required_claims, role_map, max_role }: Rules): void => {
  const claim = sharedIssuers[issuer.replace(/\/$/, '')];
  const faults: Fault[] = role_map.flatMap(({ role }, at) =>
    isWithin(role, max_role)
      ? []
      : [{ pointer: `/role_map/${at}/role`, code: 'out_of_range', detail: 'has scopes that max_role lacks' }],
  );
  if (claim !== undefined && !(claim in required_claims)) {
    const detail = `must have ${claim}: many companies share this provider`;
    faults.push({ pointer: '/required_claims', code: 'required', detail });
  }
  if (faults.length > 0) throw invalid(...faults);
};

interface JoiningRules
  extends Pick<Connection, 'join' | 'role_claim' | 'role_map' | 'max_role' | 'required_claims'> {
  readonly domains: readonly Pick<Connection['domains'][number], 'name'>[];
}

const joiningRules = ({ join, role_claim, role_map, max_role, required_claims, domains }: JoiningRules) => ({
  ...{ join, role_claim, role_map, max_role, required_claims },
  domains: domains.map(({ name }) => name),
});

/**
 * Refuses rules by which people join when they sign in if the caller's own access ends, because the access of
 * those people does not (docs/decisions/authority.md). Rules that were set before may stay.
 */
export const joiningWithin = (
  { expires_at }: Pick<Caller, 'expires_at'>,
  after: JoiningRules,
  before?: JoiningRules,
): void => {
  const isSame = before && isDeepStrictEqual(joiningRules(after), joiningRules(before));
  if (expires_at === null || after.join !== 'domain' || isSame) return;
  const detail = 'needs a caller whose access does not end, because that of people who join does not';
  throw invalid({ pointer: '/join', code: 'out_of_reach', detail });
};

/**
 * Whether the rules by which people join wait for an owner: others could let themselves in again after they
 * were removed.
 */
export const awaitsOwner = (
  { scopes }: Pick<Caller, 'scopes'>,
  after: JoiningRules,
  before?: JoiningRules & Pick<Connection, 'awaits_owner'>,
): boolean => {
  if (after.join !== 'domain') return false;
  if (before && isDeepStrictEqual(joiningRules(after), joiningRules(before))) return before.awaits_owner;
  return scopesOfRole('owner').some((scope) => !scopes.includes(scope));
};

type SigningIn = Pick<
  Connection,
  'enforced' | 'oidc_client_id' | 'required_claims' | 'acr_values' | 'session_hours' | 'recheck_minutes'
>;

const signingInRules = (connection: SigningIn) => ({
  enforced: connection.enforced,
  oidc_client_id: connection.oidc_client_id,
  required_claims: connection.required_claims,
  acr_values: connection.acr_values,
  session_hours: connection.session_hours,
  recheck_minutes: connection.recheck_minutes,
});

/** Whether a change decides how people sign in. */
export const changesSigningIn = (after: SigningIn, before: SigningIn, isNewSecret: boolean): boolean =>
  isNewSecret || !isDeepStrictEqual(signingInRules(after), signingInRules(before));

/**
 * Refuses that anybody but an owner decides how owners sign in: others could lock them out, or do away with
 * their second factor.
 */
export const enforcingWithin = ({ scopes }: Pick<Caller, 'scopes'>): void => {
  const missing = scopesOfRole('owner').find((scope) => !scopes.includes(scope));
  if (missing === undefined) return;
  throw new ApiError('insufficient_scope', {
    detail: `A caller that lacks ${missing} cannot decide how owners sign in`,
    extensions: { required_scope: missing },
  });
};

export type Claims = Readonly<Record<string, unknown>>;

/** Only ASCII letters have another case in an address: `K` is also the lower case of the sign of Kelvin. */
export const inLowerCase = (address: string): string =>
  address.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const domainOf = (email: unknown): string | undefined =>
  typeof email === 'string' ? inLowerCase(email).split('@').at(-1) : undefined;

type Joins = Pick<
  Connection,
  'join' | 'awaits_owner' | 'domains' | 'required_claims' | 'role_claim' | 'role_map' | 'max_role'
>;

const isAbsent = (claim: unknown): boolean => claim === undefined || claim === null;

/**
 * Whether a person joins the organization by signing in. The provider must have verified the address, unless
 * a required claim says that the provider's accounts are those of the company itself. The answer is unknown
 * while the rules wait for an owner, or if the provider did not say: then nobody joins, and members stay.
 */
const joins = (
  { join, awaits_owner, domains, required_claims }: Joins,
  { email, email_verified }: Claims,
): boolean | 'unknown' => {
  if (join !== 'domain') return false;
  const isOfCompany = email_verified === undefined && Object.keys(required_claims).length > 0;
  if (awaits_owner || isAbsent(email) || (isAbsent(email_verified) && !isOfCompany)) return 'unknown';
  return (
    (email_verified === true || isOfCompany) &&
    domains.some(({ name, verified_at }) => verified_at !== null && name === domainOf(email))
  );
};

const rolesOf = ({ role_claim, role_map, max_role }: Joins, claims: Claims): RoleName | null | 'unknown' => {
  if (role_claim === null) return max_role;
  const sent = claims[role_claim];
  // A provider omits the claim of a person with too many groups: that does not mean that there are none.
  if (isAbsent(sent)) return 'unknown';
  // A list within the list is no value.
  const values = [sent].flat().flatMap((value) => (typeof value === 'object' ? [] : [String(value)]));
  return role_map.find(({ value }) => values.includes(value))?.role ?? null;
};

/** The role that signing in gives: null for none, `unknown` if it changes nothing. */
export const roleAtSignIn = (connection: Joins, claims: Claims): RoleName | null | 'unknown' => {
  const isJoining = joins(connection, claims);
  if (isJoining === 'unknown') return 'unknown';
  return isJoining ? rolesOf(connection, claims) : null;
};

interface InvitationTerms {
  readonly connection_id: string;
  readonly email: string;
  readonly expires_at: string;
  readonly token_hash: string;
}

/**
 * Whether a person may accept an invitation: with its token, in time, and as the person whose address the
 * invitation's provider reports.
 */
export const mayAccept = (
  invitation: InvitationTerms,
  person: {
    readonly connection_id: string;
    readonly email: string | null;
    readonly email_verified?: false | undefined;
  },
  token: string,
): boolean =>
  invitation.token_hash === hashSecret(token) &&
  invitation.expires_at > new Date().toISOString() &&
  invitation.connection_id === person.connection_id &&
  person.email_verified !== false &&
  person.email !== null &&
  inLowerCase(person.email) === inLowerCase(invitation.email);

interface Offer {
  readonly path: readonly string[];
  readonly scopes: readonly Scope[];
  readonly member_expires_at: string | null;
}

/** Whether an inviter could still give the access of an invitation. */
export const mayInvite = (
  inviter: Pick<Caller, 'client_id' | 'scopes' | 'expires_at'>,
  { path, scopes, member_expires_at }: Offer,
): boolean =>
  reaches(inviter, path) &&
  ['members:write' as const, ...scopes].every((scope) => inviter.scopes.includes(scope)) &&
  (inviter.expires_at === null || inviter.expires_at > new Date().toISOString()) &&
  livesAsLong(inviter, { expires_at: member_expires_at });
