import { expect, test } from 'vitest';
import { organization } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { anyAgent, attemptsOf, ended, manyLines, modelAgent, tested } from '../../support/test-suites.ts';

test('a run that has ended stays as it is', async () => {
  const { org, run } = await tested();
  const completed = await run();
  expect(await org.api.testRuns.cancel({ params: { test_run_id: completed.id } })).toEqual(completed);
});

test('a run that is canceled ends without a result, and each attempt after its current answer', async () => {
  const org = await organization();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['test_run.completed'] } });
  const { agent_id, asked } = await modelAgent(org, [{ text: 'Good day' }]);
  const body = { ...anyAgent, caller: manyLines, max_turns: 40 };
  const { id } = await org.api.scenarios.create({ body });
  const start = { params: { agent_id }, body: { scenario_ids: [id], repeat: 20 } };
  const run = await org.api.testRuns.create(start);
  const params = { test_run_id: run.id };
  await eventually(async () => expect((await asked()).length).toBeGreaterThan(0));
  expect(await org.api.testRuns.cancel({ params })).toMatchObject({ status: 'canceled', result: null });
  const before = (await asked()).length;
  await eventually(async () => {
    const attempts = await attemptsOf(org, run.id);
    expect(attempts.every(({ status }) => status === 'canceled')).toBe(true);
    expect(attempts.length).toBeLessThanOrEqual(20);
  });
  // Each attempt had one answer under way at most.
  expect((await asked()).length).toBeLessThanOrEqual(before + 20);
  expect(await ended(org, run.id)).toMatchObject({ status: 'canceled', result: null, scenarios: [] });
  await eventually(async () => {
    const { data } = await org.api.webhookMessages.list({ params: { webhook_id }, query: {} });
    expect(data.map(({ payload }) => payload)).toMatchObject([
      { type: 'test_run.completed', data: { id: run.id, status: 'canceled', result: null } },
    ]);
  });
});
