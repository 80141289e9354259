import { expect, test } from 'vitest';
import { firstIdAt } from '#lib/domain/ids.ts';
import type { ApiProblem } from '#lib/local/client.ts';
import { keyOf } from '#lib/store/keys.ts';
import { clientFor, makeKey, organization, platform, refusalOf } from '../../fixtures.ts';
import { tableOf } from '../../support/table.ts';
import { anyAgent, ended, modelAgent, tested } from '../../support/test-suites.ts';

test('a gate opens for the version, the documents and the suite that passed, and for nothing else', async () => {
  const { org, agent_id, suite_id, scenario_id, run } = await tested();
  const params = { agent_id };
  await org.api.gates.replace({ params, body: { suite_id } });
  expect(await org.api.agents.get({ params })).toMatchObject({ live_version: 1 });
  await org.api.agents.update({ params, body: { first_message: 'Good day' } });
  const setLive = (version: number | null, rest: object = {}) =>
    refusalOf(org.api.gates.setLive({ params, body: { version, ...rest } }));
  expect(await setLive(2)).toBe('409 gate_not_passed');
  expect(await setLive(null)).toBe('409 gate_not_passed');
  expect(await refusalOf(org.api.gates.setLive({ params, body: { version: 9 } }))).toBe(
    '404 agent_version_not_found',
  );
  // Saving alone changes nothing that customers meet.
  expect(await org.api.chats.create({ params, body: {} })).toMatchObject({ message: 'Hello' });

  expect(await run()).toMatchObject({ result: 'passed', agent_version: 2 });
  expect((await org.api.gates.get({ params })).gates).toMatchObject([
    { suite_id, opened_by: expect.any(String) },
  ]);
  await org.api.gates.setLive({ params, body: { version: 2 } });
  expect(await org.api.chats.create({ params, body: {} })).toMatchObject({ message: 'Good day' });

  const { id: document_id } = await org.api.documents.create({
    params,
    body: { name: 'Hours', text: 'Open at nine.' },
  });
  expect(await setLive(2)).toBe('409 gate_not_passed');
  await run();
  await org.api.gates.setLive({ params, body: { version: 2 } });
  await org.api.documents.remove({ params: { ...params, document_id } });
  expect(await setLive(2)).toBe('409 gate_not_passed');
  await run();
  await org.api.scenarios.update({ params: { scenario_id }, body: { max_turns: 5 } });
  expect(await setLive(2)).toBe('409 gate_not_passed');
  // Fewer attempts than the suite asks for open nothing.
  await run({ repeat: 1 });
  expect(await setLive(2)).toBe('409 gate_not_passed');
  await run();
  await org.api.gates.setLive({ params, body: { version: 2 } });
});

test('an override is recorded with its reason, and takes the scope of who sets gates', async () => {
  const { org, agent_id, suite_id } = await tested();
  const params = { agent_id };
  await org.api.gates.replace({ params, body: { suite_id } });
  await org.api.agents.update({ params, body: { first_message: 'Good day' } });
  const body = { version: 2, override: { reason: 'The old answer names a wrong number' } };
  const builder = clientFor(await makeKey(org.client.id, ['agents:read', 'agents:write']));
  expect(await refusalOf(builder.gates.setLive({ params, body }))).toBe('403 insufficient_scope');
  const overridden = { ...body.override, version: 2, by: expect.any(String), at: expect.any(String) };
  const after = { live_version: 2, gates: [{ suite_id, opened_by: null, overridden }] };
  expect(await org.api.gates.setLive({ params, body })).toMatchObject(after);
  expect(await org.api.gates.get({ params })).toMatchObject(after);
});

test('a version that an agent below several gates uses must pass all of them', async () => {
  const above = await organization();
  const { org, agent_id, suite_id, run } = await tested(await organization(above, 'location'));
  const params = { agent_id };
  const { id } = await above.api.scenarios.create({
    body: { ...anyAgent, checks: [{ type: 'says', contains: ['Good day'] }] },
  });
  const body = { name: 'For all', scenario_ids: [id] };
  const { id: theirs } = await above.api.testSuites.create({ body });
  await org.api.gates.replace({ params, body: { suite_id } });
  await above.api.gates.replace({ params, body: { suite_id: theirs } });
  const setLive = () => refusalOf(org.api.gates.setLive({ params, body: { version: 1 } }));
  await run();
  expect(await run({ suite_id: theirs })).toMatchObject({ result: 'failed' });
  expect(await setLive()).toBe('409 gate_not_passed');
  await above.api.scenarios.update({
    params: { scenario_id: id },
    body: { checks: anyAgent.checks },
  });
  expect(await run({ suite_id: theirs })).toMatchObject({ result: 'passed' });
  await org.api.gates.setLive({ params, body: { version: 1 } });
});

test('a passed run opens a gate for its days and its share of scenarios', async () => {
  const { org, agent_id, suite_id, scenario_id, run } = await tested();
  const params = { agent_id };
  const setLive = async (gate: object) => {
    await org.api.gates.replace({ params, body: { suite_id, ...gate } });
    return org.api.gates.setLive({ params, body: { version: 1 } }).then(
      () => 'open',
      ({ code }: ApiProblem) => code,
    );
  };
  await run();
  expect(await setLive({ max_age_days: 1 })).toBe('open');
  const { get, put } = tableOf(platform);
  const key = keyOf('tested', agent_id, suite_id, 1);
  const run_id = firstIdAt('trun', new Date(Date.now() - 2 * 24 * 3_600_000).toISOString());
  await put({ ...(await get(key)), ...key, run_id });
  expect(await setLive({ max_age_days: 1 })).toBe('gate_not_passed');
  expect(await setLive({ max_age_days: 3 })).toBe('open');
  const body = { ...anyAgent, checks: [{ type: 'says' as const, contains: ['never said'] }] };
  const { id: failing } = await org.api.scenarios.create({ body });
  const scenario_ids = [scenario_id, failing];
  await org.api.testSuites.update({ params: { test_suite_id: suite_id }, body: { scenario_ids } });
  await run();
  expect(await setLive({ at_least: 0.5 })).toBe('open');
  expect(await setLive({ at_least: 0.51 })).toBe('gate_not_passed');
});

test('a run that is judged again counts for a gate only if no newer run was completed', async () => {
  const org = await organization();
  const { agent_id } = await modelAgent(org, [{ text: 'yes' }, { text: 'no' }]);
  const body = { ...anyAgent, checks: [{ type: 'says' as const, equals: 'yes', turn: 'last' }] };
  const { id } = await org.api.scenarios.create({ body });
  const { id: suite_id } = await org.api.testSuites.create({ body: { name: 'All', scenario_ids: [id] } });
  const params = { agent_id };
  await org.api.gates.replace({ params, body: { suite_id } });
  const run = async () => ended(org, (await org.api.testRuns.create({ params, body: { suite_id } })).id);
  const first = await run();
  expect(first.result).toBe('passed');
  expect((await run()).result).toBe('failed');
  await org.api.testRuns.judge({ params: { test_run_id: first.id }, body: { all: true } });
  expect((await ended(org, first.id)).result).toBe('passed');
  expect(await refusalOf(org.api.gates.setLive({ params, body: { version: 1 } }))).toBe(
    '409 gate_not_passed',
  );
});
