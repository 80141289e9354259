import { expect, test } from 'vitest';
import { refusalOf } from '../../fixtures.ts';
import { attemptsOf, ended, tested } from '../../support/test-suites.ts';

test('each scenario of a suite has its attempts, with a copy of the scenario as it was', async () => {
  const { org, scenario_id, start } = await tested();
  const { id } = await start({ repeat: 3 });
  await org.api.scenarios.remove({ params: { scenario_id } });
  const run = await ended(org, id);
  const attempts = await attemptsOf(org, id);
  // It was removed before or after its attempts were created.
  expect([run.status, attempts.length]).toEqual(
    run.status === 'canceled' ? ['canceled', 0] : ['completed', 3],
  );
  expect(await refusalOf(start())).toBe('404 scenario_not_found');
});
