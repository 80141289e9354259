import { expect, test } from 'vitest';
import { newAgent, operator, organization } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';

test('a key gets its own organization’s usage, and a platform key that of all', async () => {
  const org = await organization(undefined, 'client', { settings: { timezone: 'Asia/Kathmandu' } });
  const { id: agent_id } = await newAgent(org);
  await org.api.conversations.create({
    body: { agent_id, status: 'completed', start_time: '2024-02-10T12:00:00Z', duration_ms: 1000 },
  });
  const query = { start_after: '2024-02-10', start_before: '2024-02-11' } as const;
  await eventually(async () => {
    const usage = await org.api.usage.own({ query });
    expect(usage).toMatchObject({ timezone: 'Asia/Kathmandu', rows: [{ conversations: 1 }] });
    expect(usage.from).toBe('2024-02-09T18:15:00.000Z');
  });
  const all = await operator.usage.own({ query: { ...query, group_by: 'child' } });
  expect(all.timezone).toBe('UTC');
  expect(all.rows).toContainEqual(
    expect.objectContaining({ group: { child: org.client.id }, conversations: 1 }),
  );
});
