import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { createTable } from '#lib/local/create-table.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';
import { usersOf } from '../fixtures.ts';
import { eventually } from '../support/eventually.ts';
import { withOwnPlatform } from '../support/own-platform.ts';
import { tableOf } from '../support/table.ts';

const run = promisify(execFile);

/** The drill's output for the platform on this machine, and its exit code. */
const drill = async (description: PlatformDescription, ...options: string[]) => {
  const directory = await mkdtemp(join(tmpdir(), 'drill-'));
  await writeFile(join(directory, 'platform.json'), JSON.stringify(description));
  const program = join(root, 'bin/restore-drill.ts');
  try {
    return await run(process.execPath, [program, '--local', '--directory', directory, ...options]).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );
  } finally {
    await rm(directory, { recursive: true });
  }
};

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
    const [, again = ''] = /Undone by the restore.*\n((?:\S.*\n)+)/.exec(damaged.stdout) ?? [];
    expect(again.trimEnd().split('\n')).toEqual([
      `conversation.erased: DELETE /v1/conversations/${id}`,
      `api_key.revoked: DELETE /v1/api-keys/${apiKey.id}`,
      `api_key.rotated: POST /v1/api-keys/${rotated.id}/rotate {"overlap_seconds":0}`,
      `document.removed: DELETE /v1/agents/${retired.id}/documents/${document.id}`,
      `agent.removed: DELETE /v1/agents/${retired.id}`,
      `client.suspended: PUT /v1/clients/${client.id}`,
    ]);
  }));
