import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Conversation } from '#lib/contract/conversations.ts';
import { usersOf } from './fixtures.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { whileRemembered } from './support/remembered.ts';

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

let platform: OwnPlatform;

beforeAll(async () => {
  platform = await startOwnPlatform({ listShards: 8, following: false });
});
afterAll(() => platform.close());

/**
 * One after the other: the first test expects nothing but its own conversations in the list of the platform.
 */
const alone = { concurrent: false };

test('a list that is spread over several partitions is read in order, in full pages', alone, async () => {
  const { operator, organization } = usersOf(platform.description);
  const { api } = await organization();
  const { id: agent_id } = await api.agents.create({ body: { name: 'Reception' } });
  const made: Conversation[] = [];
  for (let minute = 0; minute < 60; minute += 1) {
    const start_time = new Date(Date.UTC(2026, 9, 1, 12, minute % 7, minute)).toISOString();
    const outcome = minute % 2 === 0 ? 'won' : 'lost';
    made.push(
      await api.conversations.create({ body: { agent_id, start_time, status: 'completed', outcome } }),
    );
  }
  const placeOf = ({ start_time, id }: Conversation) => `${start_time}#${id}`;
  const newestFirst = made.toSorted((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1));
  for (const [order, outcome, limit] of [
    ['desc', undefined, 7],
    ['asc', undefined, 20],
    ['desc', undefined, 50],
    ['desc', 'won', 7],
    ['asc', 'lost', 1],
  ] as const) {
    const wanted = newestFirst.filter((one) => !outcome || one.outcome === outcome);
    if (order === 'asc') wanted.reverse();
    for (const reader of [api, operator]) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await reader.conversations.list({
          query: { order, outcome, limit: String(limit), ...(cursor && { cursor }) },
        });
        expect(page.data).toHaveLength(Math.min(limit, wanted.length - found.length));
        found.push(...page.data.map(({ id }) => id));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      expect(found).toEqual(idsOf(wanted));
    }
  }
});

const costs =
  'a page of a list in eight partitions costs little more than twice as much as one of a list in one';
test(costs, alone, async () => {
  const { clientFor, makeKey, organization } = usersOf(platform.description);
  const top = await organization();
  const below = await organization(top);
  const { id: agent_id } = await below.api.agents.create({ body: { name: 'Reception' } });
  // Seven such entries fit into 4 KB, and nine do not.
  const body = { agent_id, status: 'completed', summary: 'x'.repeat(300) } as const;
  for (let count = 0; count < 160; count += 20) {
    await Promise.all(Array.from({ length: 20 }, () => below.api.conversations.create({ body })));
  }

  /** The read units of two pages of 50. */
  const unitsOf = async (key: string): Promise<number> => {
    const api = clientFor(key);
    await api.conversations.list({ query: { limit: '1' } });
    const page = async (cursor?: string) => {
      const query = { limit: '50', ...(cursor && { cursor }) };
      const { reply, response } = await api.conversations.list.withResponse({ query });
      expect(reply.data).toHaveLength(50);
      const [, units] = /([\d.]+) RCU/.exec(response.headers.get('server-timing') ?? '') ?? [];
      return { next: reply.next_cursor ?? '', units: Number(units) };
    };
    const first = await page();
    const second = await page(first.next);
    return first.units + second.units;
  };
  const unitsFor = (clientId?: string) => whileRemembered(() => makeKey(clientId), unitsOf);
  const units = await unitsFor(below.client.id);
  for (const clientId of [top.client.id, undefined]) {
    expect(await unitsFor(clientId)).toBeLessThan(2.2 * units);
  }
});
