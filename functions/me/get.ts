import { get } from '#lib/contract/me.ts';
import { findApiKey, represent } from '#lib/data/keys/api-keys.ts';
import { limitsInEffect } from '#lib/data/limits/limits-in-effect.ts';
import { findLineage, isTest } from '#lib/data/organizations/clients.ts';
import { inheritSettings } from '#lib/domain/organizations/hierarchy.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ caller, fail }) => {
  const [found, lineage] = await Promise.all([
    findApiKey(caller, caller.key_id),
    caller.client_id === null ? undefined : findLineage(caller, caller.client_id),
  ]);
  if (!found) return fail('unauthenticated');
  const { branding = null } = inheritSettings(lineage?.members.map(({ settings }) => settings) ?? []);
  return {
    key: represent(found.key, found.last_used_at),
    client: lineage ? { ...lineage.client, test: isTest(lineage.client) } : null,
    branding,
    scopes: [...caller.scopes],
    limits: await limitsInEffect(lineage),
    time: new Date().toISOString(),
  };
});
