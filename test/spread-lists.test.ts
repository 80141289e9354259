import { expect, test } from 'vitest';
import type { ConversationItem } from '#lib/contract/conversations.ts';
import { usersOf } from './fixtures.ts';
import { withOwnPlatform } from './support/own-platform.ts';

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

test('a list that is spread over several partitions is read in order, in full pages', () =>
  withOwnPlatform(
    async (description) => {
      const { operator, organisation } = usersOf(description);
      const { api } = await organisation();
      const { id: agent_id } = await api.agents.create({ body: { name: 'Reception' } });
      const made: ConversationItem[] = [];
      for (let minute = 0; minute < 60; minute += 1) {
        const start_time = new Date(Date.UTC(2026, 9, 1, 12, minute % 7, minute)).toISOString();
        const outcome = minute % 2 === 0 ? 'won' : 'lost';
        made.push(
          await api.conversations.create({ body: { agent_id, start_time, status: 'completed', outcome } }),
        );
      }
      const placeOf = ({ start_time, id }: ConversationItem) => `${start_time}#${id}`;
      const newestFirst = made.toSorted((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1));
      for (const [order, outcome, limit] of [
        ['desc', undefined, 7],
        ['asc', undefined, 20],
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
    },
    { listShards: 8, following: false },
  ));
