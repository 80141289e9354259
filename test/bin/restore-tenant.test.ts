import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#lib/bundles.ts';
import { createTable } from '#lib/local/create-table.ts';
import { verifyTable } from '#lib/upkeep/verify-table.ts';
import { refusalOf } from '../fixtures.ts';
import { eventually } from '../support/eventually.ts';
import { startOwnPlatform } from '../support/own-platform.ts';
import { tableOf } from '../support/table.ts';
import { usersOf } from '../support/users.ts';

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

test('one organization is restored with its descendants, and everything else is left as it is', async () => {
  const { description, close } = await startOwnPlatform();
  const directory = await mkdtemp(join(tmpdir(), 'restore-'));
  await writeFile(join(directory, 'platform.json'), JSON.stringify(description));
  const restore = (client: string, ...more: string[]): Promise<Ended> =>
    new Promise((resolve) => {
      const options = ['--local', '--directory', directory, '--restored', 'restored', '--client', client];
      execFile(
        process.execPath,
        [join(root, 'bin/restore-tenant.ts'), ...options, ...more],
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      );
    });

  try {
    const { organisation, operator } = usersOf(description);
    const reseller = await organisation(undefined, 'reseller');
    const org = await organisation(reseller, 'client');
    const child = await organisation(org);
    const other = await organisation(reseller, 'client');
    const record = async ({ client, api }: typeof org, text: string) => {
      const agent = await operator.agents.create({ body: { name: 'Reception', client_id: client.id } });
      const params = { agent_id: agent.id };
      await operator.agents.replace({ params, body: { name: 'Night' } });
      await operator.documents.create({ params, body: { name: 'Prices', text: 'A walrus costs ten.' } });
      const turns = [{ role: 'user' as const, text }];
      const body = { agent_id: agent.id, status: 'completed' as const, duration_ms: 60_000, turns };
      return { agent_id: agent.id, conversation_id: (await api.conversations.create({ body })).id };
    };
    const made = await record(org, 'One walrus, please');
    const below = await record(child, 'Two walruses, please');
    const elsewhere = await record(other, 'No walrus');
    const found = (by: typeof operator) => async () =>
      (await by.conversations.list({ query: { q: 'walrus' } })).data.map(({ id }) => id).sort();
    const all = [made, elsewhere].map(({ conversation_id }) => conversation_id).sort();
    await eventually(async () => expect(await found(operator)()).toEqual(all));

    // A restore to this second.
    await createTable('restored');
    const [inUse, restored] = [description, { ...description, table: 'restored' }].map(tableOf);
    for (const item of (await inUse?.all()) ?? []) await restored?.put(item);

    const verified = async () => (await verifyTable({ rechecks: 3, recheckMs: 500 })).findings;
    const entities = () =>
      Promise.all([
        operator.clients.get({ params: { client_id: org.client.id } }),
        operator.agents.get({ params: { agent_id: made.agent_id } }),
        operator.agentVersions.list({ params: { agent_id: made.agent_id } }),
        operator.documents.list({ params: { agent_id: made.agent_id } }),
        operator.conversations.get({ params: made }),
        operator.transcripts.get({ params: below }),
      ]);
    const before = await entities();
    const nothing = await restore(org.client.id);
    expect(nothing).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^ +0 +2 +0 {2}conversations$/m),
    });

    // What was changed since is not taken back.
    await operator.agents.replace({ params: elsewhere, body: { name: 'Changed since' } });
    await operator.clients.erase({ params: { client_id: org.client.id } });
    const during = await restore(org.client.id);
    expect(during.code).toBe(1);
    await inUse?.all();
    await eventually(async () =>
      expect(await refusalOf(operator.clients.get({ params: { client_id: org.client.id } }))).toBe(
        '404 client_not_found',
      ),
    );

    const dry = await restore(org.client.id, '--dry-run');
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ +2 +0 +0 {2}clients$/m) });
    expect(await refusalOf(operator.agents.get({ params: { agent_id: made.agent_id } }))).toMatch(/^404/);

    const done = await restore(org.client.id);
    expect(done.stderr).toBe('');
    for (const subject of ['clients', 'agents', 'conversations'])
      expect(done.stdout).toMatch(new RegExp(`^ +2 +0 +0 {2}${subject}$`, 'm'));
    expect(await entities()).toEqual(before);
    for (const by of [operator, reseller.api])
      await eventually(async () => expect(await found(by)()).toEqual(all));
    expect(await verified()).toEqual([]);
    // An index removes what was erased long after: nothing that was restored is noted for that.
    const notes = (await inUse?.all())?.filter(({ pk }) => pk.endsWith('#erased')) ?? [];
    expect(notes).toEqual([]);
    const agent = await operator.agents.get({ params: { agent_id: elsewhere.agent_id } });
    expect(agent.name).toBe('Changed since');
    // Its keys are not good again.
    expect(await refusalOf(org.api.me.get())).toBe('401 unauthenticated');

    const unknown = await restore('client_01m7zbjhtkevss4e3sans0atac');
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('has no organization') });
  } finally {
    await close();
    await rm(directory, { recursive: true });
  }
});
