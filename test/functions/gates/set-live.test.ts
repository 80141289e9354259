import { expect, test } from 'vitest';
import { refusalOf } from '../../fixtures.ts';
import { tested } from '../../support/test-suites.ts';

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
  await org.api.gates.setLive({ params, body: { version: 2, override: { reason: 'A fire' } } });

  // A simulated caller that is skipped never passes.
  await run();
  await org.api.gates.setLive({ params, body: { version: 2 } });
});
