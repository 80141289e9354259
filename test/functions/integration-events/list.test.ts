import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';
import { connect, deliver, newCall, settled } from '../../support/connected.ts';

test('events are listed newest first, by status and by type, page by page', async () => {
  const org = await organization();
  const integration = await connect(org, 'retell');
  const params = { integration_id: integration.id };
  const call = newCall('retell');
  for (const payload of [...call.events, { event: 'sample' }, { event: 'sample', call: { call_id: 'x' } }]) {
    await deliver(integration, payload);
  }
  const all = await settled(org, integration, ({ status }) => status !== 'received');
  expect(all.map(({ type }) => type)).toEqual([
    'sample',
    'sample',
    'call_analyzed',
    'call_ended',
    'transfer_started',
    'call_started',
  ]);
  expect(all.map(({ status }) => status)).toEqual([
    'processed',
    'failed',
    'parked',
    'parked',
    'parked',
    'parked',
  ]);
  const listed = async (query: object): Promise<string[]> => {
    const found: string[] = [];
    for await (const { id } of org.api.integrationEvents.list.all({
      params,
      query: { limit: '2', ...query },
    })) {
      found.push(id);
    }
    return found;
  };
  const ids = (isWanted: (event: (typeof all)[number]) => boolean) =>
    all.filter(isWanted).map(({ id }) => id);
  expect(await listed({})).toEqual(ids(() => true));
  expect(await listed({ order: 'asc' })).toEqual(ids(() => true).reverse());
  expect(await listed({ status: 'parked' })).toEqual(ids(({ status }) => status === 'parked'));
  expect(await listed({ status: 'failed' })).toEqual(ids(({ status }) => status === 'failed'));
  expect(await listed({ status: 'processed' })).toEqual(ids(({ status }) => status === 'processed'));
  expect(await listed({ type: 'sample' })).toEqual(ids(({ type }) => type === 'sample'));
  expect(await listed({ status: 'parked', type: 'call_ended' })).toEqual(
    ids(({ type }) => type === 'call_ended'),
  );
  const elsewhere = { integration_id: unknownId('intg') };
  expect(await refusalOf(org.api.integrationEvents.list({ params: elsewhere }))).toBe(
    '404 integration_not_found',
  );
});
