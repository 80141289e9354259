import type { Membership } from '#lib/contract/me.ts';
import { get } from '#lib/contract/me.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { inheritSettings } from '#lib/domain/organizations/hierarchy.ts';
import { handle } from '#lib/http/handle.ts';
import { findApiKey, represent } from '#lib/keys/api-keys.ts';
import { findLineage, isTest } from '#lib/organizations/clients.ts';
import { limitsInEffect } from '#lib/organizations/limits-in-effect.ts';
import { membershipsOf } from '#lib/people/memberships.ts';
import { readPerson, representPerson } from '#lib/people/people.ts';

/**
 * A person who has named no organization, and can choose only one, is there: a second request would tell
 * nothing else.
 */
const placeOf = (caller: Caller, [only, ...others]: readonly Membership[]) =>
  caller.person?.grant === null && only && others.length === 0 ? only : caller;

export const handler = handle(get, async ({ caller, fail }) => {
  const memberships = caller.person ? await membershipsOf(caller.person) : [];
  const { client_id, scopes } = placeOf(caller, memberships);
  const [found, person, lineage] = await Promise.all([
    caller.person ? undefined : findApiKey(caller.viewed_from ?? caller, caller.key_id),
    caller.person && readPerson(caller.person.id),
    client_id === null ? undefined : findLineage({ client_id }, client_id),
  ]);
  if (!found && !person) return fail('unauthenticated');
  const { branding = null } = inheritSettings(lineage?.members.map(({ settings }) => settings) ?? []);
  return {
    key: found ? represent(found.key, found.last_used_at) : null,
    person: person ? representPerson(person) : null,
    memberships,
    client: lineage ? { ...lineage.client, test: isTest(lineage.client) } : null,
    branding,
    scopes: [...scopes],
    limits: await limitsInEffect(lineage),
    time: new Date().toISOString(),
  };
});
