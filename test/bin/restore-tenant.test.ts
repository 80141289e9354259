import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { minuteMs } from '#lib/domain/durations.ts';
import { createTable } from '#lib/local/create-table.ts';
import { keyOf, kindOf } from '#lib/store/keys.ts';
import type { Kind } from '#lib/store/kinds.ts';
import { kinds } from '#lib/store/kinds.ts';
import { restoreTenant } from '#lib/upkeep/restore-tenant.ts';
import { verifyTable } from '#lib/upkeep/verify-table.ts';
import { refusalOf } from '../fixtures.ts';
import { backgroundOf } from '../support/background.ts';
import { monthFromNow, monthFromOpen, terms } from '../support/billing.ts';
import { eventually } from '../support/eventually.ts';
import { sampleMcpServer } from '../support/mcp-server.ts';
import { startOwnPlatform } from '../support/own-platform.ts';
import { postEvent } from '../support/provider-webhooks.ts';
import { tableOf } from '../support/table.ts';
import { usersOf } from '../support/users.ts';
import { oneMonth } from '../support/whole-periods.ts';

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

test('one organization is restored with its descendants, and everything else is left as it is', async () => {
  await oneMonth(10 * minuteMs);
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

  /** The same without the program, which takes a second to start. */
  const restoredOf = async (client: string) =>
    Object.fromEntries(await restoreTenant({ restored: 'restored', client, dryRun: false }));

  try {
    const { organization, operator } = usersOf(description);
    const { runTasks } = backgroundOf(description);
    const reseller = await organization(undefined, 'reseller');
    const org = await organization(reseller, 'client');
    const child = await organization(org);
    const other = await organization(reseller, 'client');
    const record = async ({ client, api }: typeof org, text: string) => {
      const agent = await operator.agents.create({ body: { name: 'Reception', client_id: client.id } });
      const params = { agent_id: agent.id };
      await operator.agents.replace({ params, body: { name: 'Night', external_id: 'night' } });
      const named = { external_id: 'walrus' };
      const prices = { name: 'Prices', text: 'A walrus costs ten.', ...named };
      await operator.documents.create({ params, body: prices });
      const turns = [{ role: 'user' as const, text }];
      const over = {
        status: 'completed' as const,
        start_time: new Date().toISOString(),
        duration_ms: 60_000,
      };
      const body = { agent_id: agent.id, ...over, turns, ...named };
      return { agent_id: agent.id, conversation_id: (await api.conversations.create({ body })).id };
    };
    const made = await record(org, 'One walrus, please');
    const ofMade = { conversation_id: made.conversation_id };
    await org.api.notes.create({ params: ofMade, body: { text: 'Call back', author: 'Ada' } });
    // An analysis with its verdicts, and a tool server.
    const settings = { analysis: { enabled: true } };
    await operator.clients.update({ params: { client_id: org.client.id }, body: { settings } });
    const analyzer = await org.api.analyzers.create({
      body: {
        name: 'Animals',
        criteria: [{ name: 'walrus', kind: 'contains', texts: ['walrus'] }],
        when: { min_turns: 1 },
      },
    });
    await org.api.analyses.create({ params: ofMade, body: {} });
    const server = await org.api.toolServers.create({
      body: { name: 'Tools', url: (await sampleMcpServer()).url },
    });
    const widget = await org.api.widgets.create({ body: { name: 'Shop', agent_id: made.agent_id } });
    await org.api.openingHours.replace({
      params: { client_id: org.client.id },
      body: { weekly: [{ weekday: 'monday', opens: '08:00', closes: '18:00' }] },
    });
    // A suite of tests that its agent must pass. They are made from calls, one of which is being erased.
    const scenarioOf = (conversation_id: string) =>
      org.api.scenarios.create({
        body: {
          name: 'Sells walruses',
          caller: { kind: 'script', lines: ['One walrus, please'] },
          checks: [{ type: 'says', contains: ['walrus'] }],
          source: { conversation_id, turn: 0 },
        },
      });
    const scenario = await scenarioOf(made.conversation_id);
    const { id: leaving } = await org.api.conversations.create({
      body: { agent_id: made.agent_id, status: 'completed', duration_ms: 0 },
    });
    const left = await scenarioOf(leaving);
    const suite = await org.api.testSuites.create({
      body: { name: 'Animals', scenario_ids: [scenario.id] },
    });
    const ofAgent = { agent_id: made.agent_id };
    await org.api.gates.replace({ params: ofAgent, body: { suite_id: suite.id } });
    const below = await record(child, 'Two walruses, please');
    const elsewhere = await record(other, 'No walrus');
    // The organization's billing, and its connection to its provider.
    const { id: plan_id } = await reseller.api.plans.create({ body: { ...terms, at_limit: 'warn' } });
    const billed = { client_id: org.client.id };
    const body = { plan_id, start_date: monthFromOpen(-1) };
    await reseller.api.subscriptions.replace({ params: billed, body });
    await reseller.api.subscriptions.addPack({ params: billed, body: { minutes: 20, price: '1' } });
    const provider_agent_id = 'agent_of_the_provider';
    const integration = await org.api.integrations.create({
      body: {
        provider: 'elevenlabs',
        name: 'Production',
        webhook_secret: 'wsec_of_the_provider',
        agents: [{ provider_agent_id, agent_id: made.agent_id }],
      },
    });
    await org.api.conversations.create({
      body: {
        agent_id: made.agent_id,
        status: 'completed',
        start_time: new Date().toISOString(),
        duration_ms: 90_000,
      },
    });
    const figures = async () => {
      const query = { start_after: monthFromNow(0), start_before: monthFromNow(1) };
      const { minutes_used } =
        (await reseller.api.subscriptions.get({ params: billed })).current_period ?? {};
      const statements = (await reseller.api.statements.list({ params: billed })).data;
      return {
        minutes_used,
        // The current month's draft says when it was computed.
        lines: statements[0]?.lines,
        finals: statements.filter(({ status }) => status === 'final'),
        usage: await operator.usage.get({ params: billed, query }),
        above: await reseller.api.usage.own({ query }),
      };
    };
    await eventually(async () =>
      expect(await figures()).toMatchObject({ minutes_used: '4', finals: [{ status: 'final' }] }),
    );
    const known = await figures();

    const found = (by: typeof operator) => async () =>
      (await by.conversations.list({ query: { q: 'walrus' } })).data.map(({ id }) => id).sort();
    const all = [made, elsewhere].map(({ conversation_id }) => conversation_id).sort();
    await eventually(async () => expect(await found(operator)()).toEqual(all));

    await eventually(async () =>
      expect((await operator.analyses.list({ params: ofMade })).data).toMatchObject([
        { status: 'completed' },
      ]),
    );
    const deployment = { ...keyOf('deployment', made.agent_id, integration.id), provider_agent_id };
    await tableOf(description).put(deployment);

    // A restore to this second.
    await createTable('restored');
    const [inUse, restored] = [description, { ...description, table: 'restored' }].map(tableOf);
    const items = (await inUse?.all()) ?? [];
    for (const item of items) await restored?.put(item);
    const going = keyOf('conversation', leaving);
    await restored?.put({ ...(await inUse?.get(going)), ...going, erasing: true });
    // Nothing is restored untested: the organizations have something of each kind that a restore copies.
    const present = new Set(items.map(kindOf));
    const copied = (Object.keys(kinds) as Kind[]).filter((kind) => kinds[kind].restored === 'copied');
    expect(copied.filter((kind) => !present.has(kind))).toEqual([]);

    const verified = async () => {
      const { findings, usage } = await verifyTable({ rechecks: 3, recheckMs: 500 });
      return { findings, usage };
    };
    const entities = () =>
      Promise.all([
        operator.clients.get({ params: { client_id: org.client.id } }),
        operator.agents.get({ params: { agent_id: made.agent_id } }),
        operator.agentVersions.list({ params: { agent_id: made.agent_id } }),
        operator.documents.list({ params: { agent_id: made.agent_id } }),
        operator.conversations.get({ params: made }),
        operator.transcripts.get({ params: below }),
        operator.notes.list({ params: ofMade }),
        operator.integrations.get({ params: { integration_id: integration.id } }),
        operator.analyzers.get({ params: { analyzer_id: analyzer.id } }),
        operator.analyzerVersions.list({ params: { analyzer_id: analyzer.id } }),
        operator.analyses.list({ params: ofMade }),
        operator.toolServers.get({ params: { tool_server_id: server.id } }),
        operator.widgets.get({ params: { widget_id: widget.id } }),
        operator.openingHours.get({ params: billed }),
        operator.scenarios.get({ params: { scenario_id: scenario.id } }),
        operator.testSuites.get({ params: { test_suite_id: suite.id } }),
        operator.gates.get({ params: ofAgent }),
      ]);
    const before = await entities();
    const nothing = await restoredOf(org.client.id);
    expect(nothing.conversations).toEqual({ restored: 0, kept: 4, erasing: 0 });

    // The restore does not revert later changes.
    await operator.agents.replace({ params: elsewhere, body: { name: 'Changed since' } });
    await operator.clients.erase({ params: { client_id: org.client.id } });
    const during = await restore(org.client.id);
    expect(during.code).toBe(1);
    await eventually(async () => {
      // An erasure looks a second time, a minute later.
      await runTasks('erase_organization', org.client.id);
      expect(await refusalOf(operator.clients.get({ params: { client_id: org.client.id } }))).toBe(
        '404 client_not_found',
      );
    });

    const recordsOf = async (by: typeof operator, target: string) =>
      (await by.auditRecords.list({ query: { target, action: 'client.restored' } })).data;
    const earlier = (await recordsOf(operator, org.client.id)).length;
    const dry = await restore(org.client.id, '--dry-run');
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ +2 +0 +0 {2}clients$/m) });
    expect(await refusalOf(operator.agents.get({ params: { agent_id: made.agent_id } }))).toMatch(/^404/);

    const done = await restore(org.client.id);
    expect(done.stderr).toBe('');
    expect(await tableOf(description).get(keyOf('deployment', made.agent_id, integration.id))).toEqual(
      deployment,
    );
    for (const subject of ['2  clients', '2  agents', '3  conversations', '1  integrations', '1  billing']) {
      const [count, name] = subject.split('  ');
      expect(done.stdout).toMatch(new RegExp(`^ +${count} +0 +0 {2}${name}$`, 'm'));
    }
    expect(await entities()).toEqual(before);
    // The organization's list has one record of the run, and so have the lists above it.
    for (const by of [operator, reseller.api]) {
      const records = await recordsOf(by, org.client.id);
      expect(records).toHaveLength(earlier + 1);
      expect(records[0]).toMatchObject({
        actor: { type: 'operator', id: 'restore-tenant', via: 'program' },
        client_id: org.client.id,
        target: { type: 'client', id: org.client.id },
        changed: [],
        request_id: null,
      });
    }
    expect(await recordsOf(operator, child.client.id)).toEqual([]);
    for (const by of [operator, reseller.api])
      await eventually(async () => expect(await found(by)()).toEqual(all));
    expect(await verified()).toEqual({ findings: [], usage: [] });
    const wordsOf = async ({ id }: typeof scenario) =>
      JSON.stringify(await tableOf(description).get(keyOf('scenario', id)));
    expect(await wordsOf(scenario)).toContain('walrus, please');
    expect(await wordsOf(left)).not.toContain('walrus, please');
    // It is billed as before, and what happens from now on counts.
    expect(await figures()).toEqual(known);
    await operator.conversations.create({
      body: {
        agent_id: made.agent_id,
        status: 'completed',
        start_time: new Date().toISOString(),
        duration_ms: 60_000,
      },
    });
    await eventually(async () => expect(await figures()).toMatchObject({ minutes_used: '5' }));
    // Its secrets are good again, because the key that encrypts them is the same.
    const event = { type: 'sample', data: {} };
    expect((await postEvent(integration, 'wsec_of_the_provider', event)).status).toBe(200);
    expect((await postEvent(integration, 'another_secret', event)).status).toBe(401);
    const kept = { restored: 0, kept: 1, erasing: 0 };
    expect(await restoredOf(org.client.id)).toMatchObject({ integrations: kept, billing: kept });
    // Nothing was missing: nothing is recorded.
    expect(await recordsOf(operator, org.client.id)).toHaveLength(earlier + 1);
    // A run that was interrupted before it wrote the record of billing is repeated.
    const now = await figures();
    await inUse?.remove({ pk: `billing#${org.client.id}`, sk: 'record' });
    expect(await restoredOf(org.client.id)).toMatchObject({
      billing: { restored: 1, kept: 0, erasing: 0 },
    });
    expect(await recordsOf(operator, org.client.id)).toHaveLength(earlier + 2);
    expect(await figures()).toEqual(now);
    // An index removes what was erased long after: nothing that was restored is noted for that.
    const notes = (await inUse?.all())?.filter(({ pk }) => pk.endsWith('#erased')) ?? [];
    expect(notes).toEqual([]);
    const agent = await operator.agents.get({ params: { agent_id: elsewhere.agent_id } });
    expect(agent.name).toBe('Changed since');
    // Its keys are not good again.
    expect(await refusalOf(org.api.me.get())).toBe('401 unauthenticated');
    // The erasure of a call finds the test that was made from it.
    await operator.conversations.erase({ params: ofMade });
    await eventually(async () => expect(await wordsOf(scenario)).not.toContain('walrus, please'));

    const missing = await restore(org.client.id, '--restored', 'missing');
    expect(missing).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no table missing in'),
    });
    await expect(restoredOf('client_01m7zbjhtkevss4e3sans0atac')).rejects.toThrow('has no organization');
  } finally {
    await close();
    await rm(directory, { recursive: true });
  }
});
