import { get } from '#lib/contract/me.ts';
import { findApiKey, represent } from '#lib/data/keys/api-keys.ts';
import { limitsInEffect } from '#lib/data/limits/limits-in-effect.ts';
import { findLineage, isTest } from '#lib/data/organizations/clients.ts';
import { membershipsOf } from '#lib/data/people/memberships.ts';
import { readPerson, representPerson } from '#lib/data/people/people.ts';
import { inheritSettings } from '#lib/domain/organizations/hierarchy.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ caller, fail }) => {
  const [found, person, memberships, lineage] = await Promise.all([
    caller.person ? undefined : findApiKey(caller, caller.key_id),
    caller.person && readPerson(caller.person.id),
    caller.person ? membershipsOf(caller.person) : [],
    caller.client_id === null ? undefined : findLineage(caller, caller.client_id),
  ]);
  if (!found && !person) return fail('unauthenticated');
  const { branding = null } = inheritSettings(lineage?.members.map(({ settings }) => settings) ?? []);
  return {
    key: found ? represent(found.key, found.last_used_at) : null,
    person: person ? representPerson(person) : null,
    memberships,
    client: lineage ? { ...lineage.client, test: isTest(lineage.client) } : null,
    branding,
    scopes: [...caller.scopes],
    limits: await limitsInEffect(lineage),
    time: new Date().toISOString(),
  };
});
