import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ConversationItem } from '#lib/contract/conversations.ts';
import { conversationFilters } from '#lib/contract/conversations.ts';
import type { Client } from '#lib/local/client.ts';
import { usersOf } from './fixtures.ts';
import { everyCase } from './support/cases.ts';
import type { Asked, Recorded } from './support/model.ts';
import { expectedOf, likened, matchesOf } from './support/model.ts';
import { withOwnPlatform } from './support/own-platform.ts';
import {
  createWorld,
  indexed,
  populate,
  randomConversation,
  randomQuestion,
  randomSearch,
} from './support/world.ts';

const listAll = async (api: Client, query: object): Promise<ConversationItem[]> => {
  const items: ConversationItem[] = [];
  for await (const item of api.conversations.list.all({ query })) items.push(item);
  return items;
};

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

/** A list can be asked for in two ways: with the organization's own key, or the operator's and a filter. */
const waysTo = (
  {
    organizations,
    operator,
  }: { organizations: readonly { client: { id: string }; api: Client }[]; operator: Client },
  at: number,
) => {
  const chosen = organizations[at % (organizations.length + 1)];
  return chosen
    ? {
        owner: chosen.client.id,
        ways: [
          { api: chosen.api, client_id: undefined },
          { api: operator, client_id: chosen.client.id },
        ],
      }
    : { owner: undefined, ways: [{ api: operator, client_id: undefined }] };
};

type Question = typeof randomQuestion extends fc.Arbitrary<infer T> ? T : never;
type Users = ReturnType<typeof usersOf>;

/** Holds a random world against the model; what other worlds have recorded is in it too. */
const listsAgree = async (users: Users, everything: Recorded[], seed: number): Promise<void> => {
  const world = await createWorld(users, { size: 8, seed, recorded: everything });
  await populate(world, 100, seed);
  await indexed(users, world);
  const { organizations, agents, recorded } = world;

  const ask = ({ at, of, among, like, asked: chosen }: Question) => {
    const ids = among?.flatMap((at) => recorded[at % recorded.length]?.conversation.id ?? []);
    const model = like === null ? undefined : recorded[like % recorded.length];
    const agent_id = of?.flatMap((at) => agents[at] ?? []);
    const all = { ...chosen, ...(agent_id && { agent_id }), ...(ids && { ids: [...new Set(ids)] }) };
    const above = organizations.flatMap(({ client }, at) => (model?.path.includes(client.id) ? [at] : []));
    return {
      asked: model ? likened(all, model) : all,
      at: above[at % (above.length + 1)] ?? at,
    };
  };

  const hits = new Set<string>();
  const answered = { questions: 0, found: 0, searches: 0, foundByWords: 0 };
  const search = fc.option(randomSearch, { nil: undefined, freq: 2 });
  const alone = fc.asyncProperty(randomQuestion, search, fc.nat(), async (question, q, way) => {
    const { at, ...asking } = ask(question);
    const asked: Asked = { ...asking.asked, q };
    const { owner, ways } = waysTo({ organizations, operator: users.operator }, at);
    const expected = expectedOf(recorded, owner, asked);
    // Not more than six pages, which show as much as sixty.
    const limit = Math.max(question.limit, Math.ceil(expected.length / 5));
    answered.questions += 1;
    answered.found += Number(expected.length > 0);
    if (expected.length > 0) for (const name of Object.keys(asked)) hits.add(name);
    answered.searches += Number(q !== undefined);
    answered.foundByWords += Number(q !== undefined && expected.length > 0);
    const [{ api, client_id } = { api: users.operator, client_id: undefined }] = ways.slice(
      way % ways.length,
    );
    const items = await listAll(api, { ...asked, client_id, limit: String(limit) });
    expect(idsOf(items)).toEqual(idsOf(expected.map(({ conversation }) => conversation)));
    for (const [index, item] of items.entries()) {
      const { matches, audio, successful, ...shown } = item;
      expect(expected[index]?.conversation).toMatchObject(shown);
      expect(successful).toBe(expected[index]?.conversation.quality?.successful ?? null);
      if (q) expect(matches?.map((match) => match.index)).toEqual(matchesOf(expected[index] as never, q));
    }
  });
  await fc.assert(alone, { numRuns: everyCase ? 400 : 200, seed, endOnFailure: true });
  // Else nothing would be compared with nothing.
  expect(answered.found).toBeGreaterThan(answered.questions / 3);
  expect(answered.foundByWords).toBeGreaterThan(10);
  expect(answered.searches).toBeGreaterThan(30);
  const unanswered = Object.keys(conversationFilters).filter(
    // These worlds have no organizations for tests (test/test-organizations.test.ts) and no analyses
    // (test/functions/analyses/list.test.ts).
    (filter) => !['test', 'label', 'updated_after'].includes(filter) && !hits.has(filter),
  );
  expect(unanswered).toEqual([]);

  // Later conversations may not be indexed yet when the test searches for them.
  const settled = new Set(idsOf(recorded.map(({ conversation }) => conversation)));
  const whileWriting = fc.asyncProperty(
    randomQuestion,
    search,
    fc.array(randomConversation, { minLength: 1, maxLength: 4 }),
    async (question, q, more) => {
      const { at, ...asking } = ask(question);
      const asked: Asked = { ...asking.asked, q };
      const { owner, ways } = waysTo({ organizations, operator: users.operator }, at);
      const before = idsOf(expectedOf(recorded, owner, asked).map(({ conversation }) => conversation)).filter(
        (id) => q === undefined || settled.has(id),
      );
      const [{ api, client_id } = { api: users.operator, client_id: undefined }] = ways;
      const count = recorded.length;
      const [found] = await Promise.all([
        listAll(api, { ...asked, client_id, limit: '3' }),
        ...more.map(world.record),
      ]);
      const ids = idsOf(found);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => before.includes(id))).toEqual(before);
      const known = idsOf(expectedOf(recorded, owner, asked).map(({ conversation }) => conversation));
      // One that is being written was found as it was at that moment, such as before it had a recording.
      const made = idsOf(recorded.slice(count).map(({ conversation }) => conversation));
      expect(ids.filter((id) => !known.includes(id) && !made.includes(id))).toEqual([]);
    },
  );
  await fc.assert(whileWriting, { numRuns: 20, seed, endOnFailure: true });

  const changing = fc.asyncProperty(
    fc.nat(),
    fc.constantFrom('success', 'failure', 'other'),
    async (at, outcome) => {
      const one = recorded[at % recorded.length];
      if (!one) throw new Error('Nothing is recorded');
      const { id } = one.conversation;
      const conversation = await users.operator.conversations.update({
        params: { conversation_id: id },
        body: { outcome },
      });
      recorded[recorded.indexOf(one)] = { ...one, conversation };
      for (const owner of one.path) {
        for (const wanted of ['success', 'failure', 'other']) {
          const asked = { outcome: wanted };
          const items = await listAll(users.operator, { ...asked, client_id: owner, limit: '100' });
          expect(idsOf(items)).toEqual(
            idsOf(expectedOf(recorded, owner, asked).map((it) => it.conversation)),
          );
        }
      }
    },
  );
  await fc.assert(changing, { numRuns: 10, seed, endOnFailure: true });
};

test('every list matches a simple model: any tree, filters, level and page size, while others are written', () =>
  withOwnPlatform(
    async (description) => {
      const users = usersOf(description);
      const everything: Recorded[] = [];
      await populate(await createWorld(users, { size: 3, seed: 2, recorded: everything }), 30, 2);
      await listsAgree(users, everything, 1);
    },
    { listShards: 3 },
  ));
