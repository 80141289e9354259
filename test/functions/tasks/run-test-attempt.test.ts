import { expect, test } from 'vitest';
import { operator } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { attemptsOf, ended, tested } from '../../support/test-suites.ts';

test('attempts count as tests of a day, above which they are skipped', async () => {
  const { org, start } = await tested();
  const params = { client_id: org.client.id };
  await operator.clients.update({ params, body: { settings: { quotas: { agent_tests_per_day: 1 } } } });
  // Functions remember quotas for a moment.
  await eventually(async () => {
    const { id } = await start();
    expect(await ended(org, id)).toMatchObject({ result: 'inconclusive' });
    const skipped = (await attemptsOf(org, id)).filter(({ status }) => status === 'skipped');
    expect(skipped[0]).toMatchObject({ reason: 'rate_limited' });
  });
});
