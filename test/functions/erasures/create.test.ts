import { expect, test } from 'vitest';
import { operator, organization, platform, problemOf, refusalOf } from '../../fixtures.ts';
import { tableOf } from '../../support/table.ts';

// The task that erases is tested in test/functions/tasks/erase-caller.test.ts.
test('a receipt says nothing about the caller', async () => {
  const { client, api } = await organization();
  const caller = '+14155550142';
  const { reply, response } = await api.erasures.create.withResponse({ body: { caller } });
  expect(response.status).toBe(202);
  expect(reply).toMatchObject({ client_id: client.id, status: 'running', conversations: 0, kept: 0 });
  const record = await tableOf(platform).get({ pk: `erasure#${reply.id}`, sk: 'record' });
  expect(JSON.stringify([reply, record])).not.toContain('4155550142');
  const { data } = await operator.auditRecords.list({ query: { target: reply.id } });
  expect(data).toMatchObject([{ action: 'erasure.created', changed: ['caller'] }]);
  expect(JSON.stringify(data)).not.toContain('4155550142');
});

test('only within the reach of the key, and of somebody', async () => {
  const [one, other] = [await organization(), await organization()];
  const body = { client_id: other.client.id, caller: '+14155550142' };
  expect(await refusalOf(one.api.erasures.create({ body }))).toBe('404 client_not_found');
  const nobody = await problemOf(one.api.erasures.create({ body: { caller: '' } }));
  expect([nobody.status, nobody.errors[0]?.pointer]).toEqual([400, '/caller']);
});
