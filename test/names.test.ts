import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Client as ClientEntity } from '#lib/contract/clients.ts';
import { operator, organization } from './fixtures.ts';
import { eachOf } from './support/dialogues.ts';

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const begins = ({ name }: { readonly name: string }, beginning: string | undefined): boolean =>
  beginning === undefined || fold(name).startsWith(fold(beginning));

/** Newest first. */
const idsOf = (found: readonly { readonly id: string; readonly created_at: string }[], order?: string) => {
  const sort = ({ id, created_at }: { id: string; created_at: string }) => `${created_at} ${id}`;
  const ids = [...found].sort((one, other) => (sort(one) < sort(other) ? -1 : 1)).map(({ id }) => id);
  return order === 'asc' ? ids : ids.reverse();
};

const name = fc
  .array(fc.constantFrom('a', 'Ä', 'b', 'É', 'e', 'ﬁ', ' '), { minLength: 1, maxLength: 4 })
  .map((letters) => `x${letters.join('')}x`);
const paging = {
  limit: fc.constantFrom('1', '3', '100'),
  order: fc.constantFrom('asc' as const, 'desc' as const),
};
const beginning = fc.constantFrom('x', 'XA', 'xe', 'xä', 'xfi', 'xb ', 'y');

const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

test('agents are found by the beginning of their names, as in a simple model', async () => {
  const org = await organization();
  const agents: { id: string; name: string; created_at: string }[] = [];
  await eachOf(fc.sample(name, { numRuns: 40, seed: 1 }), 4, async (given) => {
    agents.push(await org.api.agents.create({ body: { name: given } }));
  });
  const asked = fc.record({ ...paging, name: beginning }, { requiredKeys: ['limit'] });
  await fc.assert(
    fc.asyncProperty(asked, async (query) => {
      const found = await collect(org.api.agents.list.all({ query }));
      const expected = agents.filter((agent) => begins(agent, query.name));
      expect(found.map(({ id }) => id)).toEqual(idsOf(expected, query.order));
    }),
    { numRuns: 60, seed: 2 },
  );
});

test('organizations are found by name, parent and type at every level, as in a simple model', async () => {
  const top = await organization(undefined, 'reseller');
  const clients: { client: ClientEntity; path: string[] }[] = [{ client: top.client, path: [top.client.id] }];
  for (const [given, at] of fc.sample(fc.tuple(name, fc.nat()), { numRuns: 30, seed: 3 })) {
    const above = clients[at % clients.length];
    if (!above || above.path.length > 4) continue;
    const type = above.client.type === 'reseller' ? 'client' : 'subcompany';
    const client = await operator.clients.create({ body: { name: given, type, parent_id: above.client.id } });
    clients.push({ client, path: [...above.path, client.id] });
  }
  const asked = fc.record(
    {
      ...paging,
      name: beginning,
      type: fc.constantFrom('reseller' as const, 'client' as const, 'subcompany' as const),
      parent: fc.nat(),
    },
    { requiredKeys: ['limit'] },
  );
  await fc.assert(
    fc.asyncProperty(asked, async ({ parent, ...query }) => {
      const parent_id = parent === undefined ? undefined : clients[parent % clients.length]?.client.id;
      const found = await collect(
        top.api.clients.list.all({ query: { ...query, ...(parent_id && { parent_id }) } }),
      );
      const expected = clients
        .map(({ client }) => client)
        .filter((client) => begins(client, query.name))
        .filter(({ type }) => query.type === undefined || type === query.type)
        .filter((client) => parent_id === undefined || client.parent_id === parent_id);
      expect(found.map(({ id }) => id)).toEqual(idsOf(expected, query.order));
    }),
    { numRuns: 80, seed: 4 },
  );
});

test('a name whose index key would end within a character is stored and found', async () => {
  const org = await organization();
  // Folded, the ligature becomes two letters, and the pair moves to where the key is cut.
  const name = `ﬁ${'y'.repeat(197)}😀`;
  const { id } = await org.api.agents.create({ body: { name } });
  const { data } = await org.api.agents.list({ query: { name } });
  expect(data.map((found) => found.id)).toEqual([id]);
});
