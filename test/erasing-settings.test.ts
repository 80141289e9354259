import { beforeAll, expect, test } from 'vitest';
import { scopesOfSettings } from '#lib/contract/clients.ts';
import type { Client } from '#lib/local/client.ts';
import type { Organization } from './fixtures.ts';
import { clientFor, makeKey, organization, problemOf } from './fixtures.ts';

/*
 * A change of a setting that erases conversations, or ends them, needs what their erasure or end needs.
 */

type Settings = NonNullable<Parameters<Client['clients']['create']>[0]['body']['settings']>;

let parent: Organization;
let limited: Client;
beforeAll(async () => {
  parent = await organization();
  limited = clientFor(await makeKey(parent.client.id, ['clients:read', 'clients:write']));
});

const settingsOf = (days: number | undefined, minutes: number | undefined): Settings => ({
  ...(days !== undefined && { retention_days: days }),
  ...(minutes !== undefined && { active_timeout_minutes: minutes }),
});

const changes = [
  { name: 'retention_days', before: undefined, after: 1, erases: true },
  { name: 'retention_days', before: 30, after: 29, erases: true },
  { name: 'retention_days', before: 30, after: 31, erases: false },
  { name: 'retention_days', before: 30, after: undefined, erases: false },
  { name: 'active_timeout_minutes', before: undefined, after: 1, erases: true },
  { name: 'active_timeout_minutes', before: undefined, after: 240, erases: false },
  { name: 'active_timeout_minutes', before: 1000, after: 999, erases: true },
  // Without a value, it is four hours.
  { name: 'active_timeout_minutes', before: 1000, after: undefined, erases: true },
  { name: 'active_timeout_minutes', before: 10, after: undefined, erases: false },
] as const;

test('there is a change of each setting that erases', () => {
  expect(new Set(changes.map(({ name }) => name))).toEqual(new Set(Object.keys(scopesOfSettings)));
});

test.for(changes)('$name from $before to $after erases: $erases', async ({ name, before, after, erases }) => {
  const valued = (value: number | undefined) =>
    name === 'retention_days' ? settingsOf(value, undefined) : settingsOf(undefined, value);
  for (const verb of ['update', 'replace'] as const) {
    const org = await organization(parent, 'subcompany', { settings: valued(before) });
    const params = { client_id: org.client.id };
    const change = (api: Client) =>
      verb === 'update'
        ? api.clients.update({ params, body: { settings: { [name]: after ?? null } } })
        : api.clients.replace({ params, body: { name: 'Replaced', settings: valued(after) } });
    if (erases) {
      const { status, code, problem } = await problemOf(change(limited));
      expect([status, code, problem.required_scope]).toEqual([
        403,
        'insufficient_scope',
        scopesOfSettings[name],
      ]);
      expect((await org.api.clients.get({ params })).settings[name]).toBe(before);
      await change(parent.api);
    } else await change(limited);
    expect((await org.api.clients.get({ params })).settings[name]).toBe(after);
  }
});

test('an inherited time in which conversations end cannot be shortened without the scope either', async () => {
  const middle = await organization(parent, 'subcompany', { settings: { active_timeout_minutes: 1000 } });
  const below = await organization(middle);
  const change = (api: Client, active_timeout_minutes: number) =>
    api.clients.update({
      params: { client_id: below.client.id },
      body: { settings: { active_timeout_minutes } },
    });
  expect((await problemOf(change(limited, 999))).code).toBe('insufficient_scope');
  await change(limited, 1001);
});
