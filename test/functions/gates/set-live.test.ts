import { expect, test } from 'vitest';
import { clientFor, makeKey, organization, refusalOf } from '../../fixtures.ts';
import { anyAgent, tested } from '../../support/test-suites.ts';

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
