import { expect, test } from 'vitest';
import { createTable } from '#lib/local/create-table.ts';
import { usersOf } from '../fixtures.ts';
import { drill, undoneBy } from '../support/drill.ts';
import { eventually } from '../support/eventually.ts';
import { withOwnPlatform } from '../support/own-platform.ts';
import { tableOf } from '../support/table.ts';

test('a restored table is compared with the one in use, and verified', () =>
  withOwnPlatform(async (description) => {
    const { organization, operator } = usersOf(description);
    const { client, api } = await organization();
    const agent = await operator.agents.create({ body: { name: 'Reception', client_id: client.id } });
    const apiKey = await operator.apiKeys.create({
      body: { name: 'Lost', client_id: client.id, scopes: ['keys:read'] },
    });
    const rotated = await operator.apiKeys.create({
      body: { name: 'Changed', client_id: client.id, scopes: ['keys:read'] },
    });
    const rotate = () => operator.apiKeys.rotate({ params: { api_key_id: rotated.id }, body: {} });
    await rotate();
    const retired = await operator.agents.create({ body: { name: 'Night', client_id: client.id } });
    const ofRetired = { agent_id: retired.id };
    const document = await operator.documents.create({
      params: ofRetired,
      body: { name: 'Prices', text: 'A walrus costs ten.' },
    });
    const turns = [{ role: 'user' as const, text: 'A walrus, please.' }];
    const body = { agent_id: agent.id, status: 'completed' as const, turns };
    const { id } = await api.conversations.create({ body });
    await eventually(async () =>
      expect((await api.conversations.list({ query: { q: 'walrus' } })).data).toHaveLength(1),
    );

    const fine = await drill(description);
    expect(fine.stdout).toMatch(/^ +1 +1 {2}conversation$/m);
    expect([fine.code, fine.stdout]).toEqual([
      0,
      expect.stringContaining('Everything in the restored table agrees.'),
    ]);

    // A restore that has lost an item, and what was taken back since.
    const [inUse, restored] = [description, { ...description, table: 'restored' }].map(tableOf);
    await createTable('restored');
    for (const item of (await inUse?.all()) ?? []) {
      if (item.pk !== `agent#${agent.id}`) await restored?.put(item);
    }
    await api.conversations.erase({ params: { conversation_id: id } });
    await operator.apiKeys.revoke({ params: { api_key_id: apiKey.id } });
    // It was rotated before as well: the one before is not taken for the one since.
    await rotate();
    await operator.documents.remove({ params: { ...ofRetired, document_id: document.id } });
    await operator.agents.remove({ params: ofRetired });
    // Both are repeated by one request.
    for (const metadata of [{ seen: 'once' }, { seen: 'twice' }]) {
      await operator.clients.update({ params: { client_id: client.id }, body: { metadata } });
    }
    await operator.clients.replace({
      params: { client_id: client.id },
      body: { name: client.name, status: 'suspended' },
    });
    // The restored table has never contained this key, so the restore cannot have brought it back.
    const since = await operator.apiKeys.create({ body: { name: 'Since', scopes: ['keys:read'] } });
    await operator.apiKeys.revoke({ params: { api_key_id: since.id } });
    const damaged = await drill(description, '--restored', 'restored');
    expect(damaged.code).toBe(1);
    expect(damaged.stdout).toContain('of the restored table do not agree');
    expect(undoneBy(damaged)).toEqual([
      `conversation.erased: DELETE /v1/conversations/${id}`,
      `api_key.revoked: DELETE /v1/api-keys/${apiKey.id}`,
      `api_key.rotated: POST /v1/api-keys/${rotated.id}/rotate {"overlap_seconds":0}`,
      `document.removed: DELETE /v1/agents/${retired.id}/documents/${document.id}`,
      `agent.removed: DELETE /v1/agents/${retired.id}`,
      `client.updated (metadata, status): PATCH /v1/clients/${client.id}`,
    ]);
  }));
