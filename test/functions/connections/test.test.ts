import { expect, test } from 'vitest';
import { operator, organization, platform, refusalOf, unknownId } from '../../fixtures.ts';
import { peopleOf } from '../../support/people.ts';

const { connect } = peopleOf(platform.base_url, { operator });

test('the test of a connection says whether people can sign in, and otherwise why not', async () => {
  const { client, api } = await organization();
  const tested = async (connection_id: string) => api.connections.test({ params: { connection_id } });
  const honest = await connect(client.id);
  expect(await tested(honest.connection.id)).toEqual({ successful: true, detail: null });
  const private_ = await connect(client.id, {
    behavior: { discovery: (metadata) => ({ ...metadata, jwks_uri: 'https://10.0.0.1/keys' }) },
  });
  expect(await tested(private_.connection.id)).toMatchObject({
    successful: false,
    detail: expect.stringContaining('public internet'),
  });
  // Nothing is ever answered.
  const silent = await connect(client.id, { behavior: { keys: () => new Promise(() => {}) } });
  expect((await tested(silent.connection.id)).detail).toContain('too long');
  expect(await refusalOf(tested(unknownId('con')))).toBe('404 connection_not_found');
});
