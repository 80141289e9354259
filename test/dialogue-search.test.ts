import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Client } from '#lib/local/client.ts';
import { usersOf } from './fixtures.ts';
import { eachOf, haveDialogues, readDialogues, turnsOf } from './support/dialogues.ts';
import type { Recorded } from './support/model.ts';
import { expectedOf, matchesOf } from './support/model.ts';
import { withOwnPlatform } from './support/own-platform.ts';
import type { World } from './support/world.ts';
import { indexed } from './support/world.ts';

const count = 150;

/** Real dialogues in the locations of a client. */
const createWorld = async ({ organization, operator }: ReturnType<typeof usersOf>): Promise<World> => {
  const client = await organization();
  const locations = await Promise.all([organization(client, 'location'), organization(client, 'location')]);
  const { id: agent_id } = await operator.agents.create({
    body: { name: 'All', client_id: client.client.id },
  });
  const recorded: Recorded[] = [];
  const all = readDialogues();
  const some = all.filter((_, at) => at % Math.floor(all.length / count) === 0).slice(0, count);
  await eachOf(some, 8, async (dialogue, at) => {
    const client_id = locations[at % 2]?.client.id ?? '';
    const turns = turnsOf(dialogue);
    const conversation = await operator.conversations.create({
      body: {
        agent_id,
        client_id,
        status: 'completed',
        start_time: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString(),
        outcome: dialogue.outcome,
        turns,
      },
    });
    recorded.push({ conversation, path: [client.client.id, client_id], turns });
  });
  const record = () => Promise.reject(new Error('These are all'));
  return { organizations: [client, ...locations], agents: [agent_id], recorded, record };
};

const search = async (api: Client, query: object) => {
  const found: { id: string; turns: number[] }[] = [];
  for await (const { id, matches = [] } of api.conversations.list.all({ query })) {
    found.push({ id, turns: matches.map(({ index }) => index) });
  }
  return found;
};

describe.skipIf(!haveDialogues)(
  `Search over real dialogues${haveDialogues ? '' : ' (skipped: ../shared/data is not there)'}`,
  () => {
    test('finds exactly the conversations that a scan of all transcripts finds', () =>
      withOwnPlatform(async (description) => {
        const users = usersOf(description);
        const world = await createWorld(users);
        await indexed(users, world);
        const { recorded, organizations } = world;
        const spoken = recorded.flatMap(({ turns }) =>
          turns.flatMap(({ text }) => text.match(/[A-Za-z0-9]+/g) ?? []),
        );

        const word = fc.constantFrom(...new Set(spoken.map((one) => one.toLowerCase())));
        const beginning = word.filter((one) => one.length > 3).map((one) => `${one.slice(0, 3)}*`);
        const term = fc.oneof({ weight: 4, arbitrary: word }, { weight: 1, arbitrary: beginning });
        // Words of one conversation, so that something is found, and words from anywhere.
        const together = fc
          .tuple(fc.constantFrom(...recorded), fc.nat(), fc.nat())
          .map(([{ turns }, one, other]) => {
            const said = turns.flatMap(({ text }) => text.match(/[A-Za-z0-9]+/g) ?? []);
            return `${said[one % said.length]} ${said[other % said.length]}`;
          });
        const asked = fc.record({
          q: fc.oneof(
            together,
            fc.array(term, { minLength: 1, maxLength: 3 }).map((terms) => terms.join(' ')),
          ),
          at: fc.nat({ max: 3 }),
          outcome: fc.option(fc.constantFrom('success', 'failure', 'unknown'), { nil: undefined }),
          order: fc.constantFrom('asc' as const, 'desc' as const),
          limit: fc.constantFrom('20', '50', '100'),
        });
        await fc.assert(
          fc.asyncProperty(asked, async ({ at, limit, ...query }) => {
            const org = organizations[at];
            const found = await search(org?.api ?? users.operator, { ...query, limit });
            const expected = expectedOf(recorded, org?.client.id, query);
            expect(found).toEqual(
              expected.map((one) => ({ id: one.conversation.id, turns: matchesOf(one, query.q) })),
            );
          }),
          { numRuns: 120, seed: 5 },
        );
      }));
  },
);
