import { expect, test } from 'vitest';
import { refusalOf, unknownId } from '../../fixtures.ts';
import { tested } from '../../support/test-suites.ts';

test('a gate names a suite that exists, and keeps what customers meet as it is', async () => {
  const { org, agent_id, suite_id } = await tested();
  const params = { agent_id };
  const unknown = { suite_id: unknownId('suite') };
  expect(await refusalOf(org.api.gates.replace({ params, body: unknown }))).toBe('404 test_suite_not_found');
  expect(await org.api.gates.replace({ params, body: { suite_id } })).toMatchObject({
    live_version: 1,
    gates: [{ client_id: org.client.id, suite_id, at_least: 1, max_age_days: null, opened_by: null }],
  });
});

test('a gate names no suite of another agent, which its agent could never pass', async () => {
  const { org, agent_id, suite_id } = await tested();
  const other = await org.api.agents.create({ body: { name: 'Other' } });
  const params = { test_suite_id: suite_id };
  const { response } = await org.api.testSuites.get.withResponse({ params });
  const ifMatch = response.headers.get('etag') ?? '';
  await org.api.testSuites.update({ params, body: { agent_id }, ifMatch });
  const set = (id: string) => org.api.gates.replace({ params: { agent_id: id }, body: { suite_id } });
  expect(await refusalOf(set(other.id))).toBe('404 test_suite_not_found');
  expect((await set(agent_id)).gates).toMatchObject([{ suite_id }]);
});
