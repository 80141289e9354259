import { expect, test } from 'vitest';
import { scopes } from '#lib/contract/route.ts';
import { hashSecret } from '#lib/domain/keys/api-key.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { Item } from '#lib/store/table.ts';
import type { Organization } from './fixtures.ts';
import { clientFor, makeKey, organization, platform, problemOf } from './fixtures.ts';
import { allItems, tableOf } from './support/table.ts';

/*
 * Erasing a conversation cannot be undone, so it needs another scope than changing one.
 */

const conversationOf = async ({ api }: Organization) => {
  const { id: agent_id } = await api.agents.create({ body: { name: 'Pia' } });
  const { id } = await api.conversations.create({ body: { agent_id } });
  return { conversation_id: id };
};

test('erasing a conversation needs a scope of its own', async () => {
  const org = await organization();
  const params = await conversationOf(org);
  const all = scopes.filter((scope) => scope !== 'conversations:erase');
  const without = clientFor(await makeKey(org.client.id, all));
  const { code, problem } = await problemOf(without.conversations.erase({ params }));
  expect([code, problem.required_scope]).toEqual(['insufficient_scope', 'conversations:erase']);
  await without.conversations.update({ params, body: { outcome: 'resolved' } });
  const only = clientFor(await makeKey(org.client.id, ['conversations:erase']));
  expect((await only.conversations.erase({ params })).status).toBe('erasing');
});

test('a key from before that scope keeps erasing, and one that could not erase still cannot', async () => {
  const org = await organization();
  const table = tableOf(platform);
  const before = async (allowed: readonly (typeof scopes)[number][]) => {
    const { id, key } = await org.api.apiKeys.create({ body: { name: 'Before', scopes: [...allowed] } });
    const isOfKey = ({ pk, sk }: { pk: string; sk: string }) =>
      pk === keyOf('api_key', id).pk || pk === keyOf('secret', hashSecret(key)).pk || sk.endsWith(id);
    for (const item of [...(await allItems(id))].filter(isOfKey) as Item[])
      await table.put({ ...item, shape: 0 });
    return { id, api: clientFor(key) };
  };
  const writer = await before(['conversations:write']);
  const reader = await before(['conversations:read']);
  const params = await conversationOf(org);
  expect((await problemOf(reader.api.conversations.erase({ params }))).code).toBe('insufficient_scope');
  expect((await writer.api.conversations.erase({ params })).status).toBe('erasing');
  const kept = ['calls:write', 'conversations:erase', 'conversations:write'];
  expect((await writer.api.me.get()).scopes).toEqual(kept);
  expect((await org.api.apiKeys.get({ params: { api_key_id: writer.id } })).scopes).toEqual(kept);
});
