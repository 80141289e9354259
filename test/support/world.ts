import fc from 'fast-check';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { ClientType } from '#lib/contract/clients.ts';
import type { Conversation } from '#lib/contract/conversations.ts';
import { conversationFilters } from '#lib/contract/conversations.ts';
import type { Client } from '#lib/local/client.ts';
import type { Organization, usersOf } from '../fixtures.ts';
import { upload } from '../fixtures.ts';
import { eachOf } from './dialogues.ts';
import { eventually } from './eventually.ts';
import type { Asked, Recorded, SameAsField } from './model.ts';
import { sameAsField } from './model.ts';

type Users = ReturnType<typeof usersOf>;
type ConversationBody = Parameters<Client['conversations']['create']>[0]['body'];

/** A tree of organizations with an agent or two, and what was recorded in it. */
export interface World {
  readonly organizations: readonly Organization[];
  readonly agents: readonly string[];
  readonly recorded: Recorded[];
  /** Records another conversation. */
  readonly record: (input: RandomConversation) => Promise<void>;
}

const words = [
  'hello',
  'reschedule',
  'rescheduled',
  'Café',
  'cafe',
  'naïve',
  'walrus',
  'tea',
  'team',
  '予約',
  '約束',
];
const rareWord = fc.integer({ min: 0, max: 30 }).map((at) => `rare${at}`);
const word = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...words) },
  { weight: 1, arbitrary: rareWord },
);

const minute = fc
  .integer({ min: 0, max: 40 })
  .map((at) => new Date(Date.UTC(2026, 9, 1, 8, at)).toISOString());
const status = fc.constantFrom('active', 'completed', 'completed', 'failed');

/** Whether a filter means a value, and not that there is none, or none such. */
const isValue = (word: string): boolean => !/^(null|not:.*)$/.test(word);

/** A value of a filter: one of three, so that several conversations share it. */
const anyValue = (filter: SameAsField): fc.Arbitrary<string> => {
  const { element } = conversationFilters[filter]._zod.def.innerType._zod.def.out._zod.def;
  return element instanceof z.ZodMiniEnum
    ? fc.constantFrom(...(element.options as string[]).filter(isValue).slice(0, 3))
    : fc.constantFrom('success', 'failure', 'unknown');
};

/** The values that a conversation can have and a list can be asked for; agents are chosen by number. */
const values = Object.fromEntries(
  sameAsField.filter((filter) => filter !== 'agent_id').map((filter) => [filter, anyValue(filter)]),
);
const number = fc.integer({ min: 0, max: 5 }).map((at) => `+4930000000${at}`);
const callerId = fc.integer({ min: 0, max: 3 }).map((at) => `user-${at}`);

const name = fc.constantFrom('Nora Lind', 'Álvaro Núñez', 'Noa');
/** Beginnings of words of a name, in any order. */
const named = fc.constantFrom('nora', 'no', 'lind n', 'ALVARO', 'nun', 'nobody');

const provider = fc.constantFrom('retell', 'vapi', 'own');
const providersId = fc.integer({ min: 0, max: 3 }).map((at) => `call-${at}`);
const duration = fc.constantFrom(0, 1000, 60_000, 60_001);
const pair = fc.record(
  { campaign: fc.constantFrom('spring', 'fall', ''), 'crm.id': fc.constantFrom('1', '2') },
  { requiredKeys: [] },
);
const onePair = fc
  .tuple(fc.constantFrom('campaign', 'crm.id', 'none'), fc.constantFrom('spring', 'fall', '', '1'))
  .map(([key, value]) => ({ [key]: value }));

const tag = fc.constantFrom('vip', 'complaint', 'needs_follow_up', 'upsell');

const turn = fc
  .array(word, { maxLength: 6 })
  .map((said) => ({ role: 'user' as const, text: said.join(', ') }));

/** A conversation to record; `at` and `of` choose organization and agent. */
export const randomConversation = fc.record({
  at: fc.nat(),
  of: fc.nat(),
  isReviewed: fc.boolean(),
  body: fc.record(
    {
      ...values,
      start_time: minute,
      status,
      caller: fc.oneof(
        fc.record({ number, name }, { requiredKeys: ['number'] }),
        fc.record({ id: callerId, name }, { requiredKeys: ['id'] }),
      ),
      turns: fc.array(turn, { maxLength: 4 }),
      provider: fc.record({ name: provider, conversation_id: fc.option(providersId) }),
      duration_ms: duration,
      metadata: pair,
      quality: fc.record({ successful: fc.option(fc.boolean()) }),
      tags: fc.uniqueArray(tag, { maxLength: 4 }),
    },
    { requiredKeys: ['start_time', 'status'] },
  ),
  hasRecording: fc.nat({ max: 3 }).map((at) => at === 0),
});
export type RandomConversation = typeof randomConversation extends fc.Arbitrary<infer T> ? T : never;

/** In one question of eight: of many filters at once hardly any conversation passes all. */
const sometimes = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

/** The own id of a conversation: one of each organization, by number. */
const ownId = (at: number): string => `own-${at}`;

/** One value, or any of several. */
const oneOrSeveral = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | T[]> =>
  fc.oneof(value, fc.uniqueArray(value, { minLength: 1, maxLength: 3 }));

/** The words of a filter by a property: values, no value, or what is excluded. */
const wordsOf = (value: fc.Arbitrary<string>): fc.Arbitrary<string | string[]> => {
  const orNone = fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: fc.constant('null') });
  return fc.oneof(
    { weight: 3, arbitrary: oneOrSeveral(orNone) },
    { weight: 1, arbitrary: oneOrSeveral(orNone.map((word) => `not:${word}`)) },
  );
};

/** A question to a list; `of` chooses the agents, and `among` the ids. */
export const randomQuestion = fc.record({
  at: fc.nat(),
  of: sometimes(fc.uniqueArray(fc.nat({ max: 1 }), { minLength: 1 })),
  /** The conversations to ask for by their ids. */
  among: sometimes(fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 100 })),
  /** A conversation with whose values the question is asked. */
  like: fc.option(fc.nat(), { freq: 2 }),
  limit: fc.constantFrom(1, 2, 7, 30, 100),
  asked: fc
    .record({
      ...Object.fromEntries(
        Object.entries(values).map(([filter, value]) => [filter, sometimes(wordsOf(value))]),
      ),
      caller: sometimes(fc.oneof(number, callerId, fc.constantFrom('null', 'not:null', 'not:user-1'))),
      caller_name: sometimes(named),
      external_id: sometimes(fc.nat(5).map(ownId)),
      tag: sometimes(wordsOf(tag)),
      reviewed: sometimes(fc.constantFrom('true', 'false')),
      start_after: sometimes(minute),
      start_before: sometimes(minute),
      provider: sometimes(wordsOf(provider)),
      provider_conversation_id: sometimes(providersId),
      metadata: sometimes(onePair),
      duration_min_ms: sometimes(duration.map(String)),
      duration_max_ms: sometimes(duration.map(String)),
      has_recording: sometimes(fc.constantFrom('true', 'false')),
      successful: sometimes(fc.constantFrom('true', 'false', 'null', 'not:true', 'not:null')),
      order: fc.constantFrom('asc', 'desc'),
    })
    .filter(
      ({ duration_min_ms: min, duration_max_ms: max, start_after: from, start_before: until }) =>
        (min === undefined || max === undefined || Number(min) <= Number(max)) &&
        (from === undefined || until === undefined || from < until),
    )
    .map(
      (asked) =>
        Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as Asked,
    ),
});

const beginning = fc.constantFrom('re*', 'resch*', 'te*', 'caf*', 'rare*', 'rare1*');
/** Words to search for. */
export const randomSearch = fc
  .array(fc.oneof({ weight: 4, arbitrary: word }, { weight: 1, arbitrary: beginning }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((terms) => terms.join(' '));

const pick = <T>(items: readonly T[], at: number): T => items[at % items.length] as T;

const below: Readonly<Record<ClientType, readonly ClientType[]>> = {
  reseller: ['client'],
  client: ['subcompany', 'location'],
  subcompany: ['subcompany', 'location'],
  location: [],
};

export interface WorldOptions {
  readonly size: number;
  readonly seed: number;
  /** The recorded conversations, if several worlds share a platform. */
  readonly recorded?: Recorded[];
  /** Reports an upload, where nothing follows a write. */
  readonly reportUpload?: (link: { readonly url: string }) => Promise<unknown>;
}

/** Uploads a recording, and waits until it is available. */
const withRecording = async (
  api: Client,
  { id }: Conversation,
  reportUpload: WorldOptions['reportUpload'],
): Promise<Conversation> => {
  const params = { conversation_id: id };
  const bytes = Buffer.from('sound');
  const { upload: link } = await api.recordings.create({
    params,
    body: { content_type: 'audio/mpeg', size_bytes: bytes.length },
  });
  await upload(link, bytes);
  await reportUpload?.(link);
  return eventually(async () => {
    const conversation = await api.conversations.get({ params });
    expect(conversation.audio.status).toBe('available');
    return conversation;
  });
};

/** A reseller's tree of so many organizations, the same for the same seed. */
export const createWorld = async (
  { organization, operator }: Users,
  { size, seed, recorded = [], reportUpload }: WorldOptions,
): Promise<World> => {
  const reseller = await organization(undefined, 'reseller');
  const organizations = [reseller];
  const pathOf = new Map([[reseller.client.id, [reseller.client.id]]]);
  for (const [at, kind] of fc.sample(fc.tuple(fc.nat(), fc.nat()), { numRuns: size - 1, seed })) {
    const parent = pick(
      organizations.filter(({ client }) => client.type !== 'location'),
      at,
    );
    const made = await organization(parent, pick(below[parent.client.type], kind));
    organizations.push(made);
    pathOf.set(made.client.id, [...(pathOf.get(parent.client.id) ?? []), made.client.id]);
  }
  const claims = new Set<string>();
  const agents = await Promise.all(
    ['One', 'Two'].map((name) => operator.agents.create({ body: { name, client_id: reseller.client.id } })),
  );
  const counts = new Map<string, number>();
  return {
    organizations,
    agents: agents.map(({ id }) => id),
    recorded,
    record: async ({ at, of, isReviewed, body, hasRecording }) => {
      const client_id = pick(organizations, at).client.id;
      const named = counts.get(client_id) ?? 0;
      counts.set(client_id, named + 1);
      const { provider, duration_ms, ...rest } = body;
      // Within an organization, a provider’s id is recorded once, and only what is over has a duration.
      const claim = `${client_id} ${provider?.name} ${provider?.conversation_id}`;
      const isKnown = claims.has(claim);
      claims.add(claim);
      const created = await operator.conversations.create({
        body: {
          ...rest,
          ...(provider && { provider: { ...provider, ...(isKnown && { conversation_id: null }) } }),
          ...(rest.status !== 'active' && { duration_ms }),
          client_id,
          agent_id: pick(agents, of).id,
          external_id: ownId(named),
        } as ConversationBody,
      });
      const conversation = isReviewed
        ? await operator.conversations.update({
            params: { conversation_id: created.id },
            body: { reviewed: true },
          })
        : created;
      recorded.push({
        conversation: hasRecording ? await withRecording(operator, conversation, reportUpload) : conversation,
        path: pathOf.get(client_id) ?? [],
        turns: body.turns ?? [],
      });
    },
  };
};

/** Records so many, the same in every run of a seed. */
export const populate = (world: World, count: number, seed: number): Promise<void> =>
  eachOf(fc.sample(randomConversation, { numRuns: count, seed }), 8, world.record);

/** Waits until everything that is over can be searched. */
export const indexed = (users: Users, { recorded }: World): Promise<void> =>
  eventually(async () => {
    const over = recorded.filter(
      ({ conversation, turns }) => conversation.status !== 'active' && turns.some(({ text }) => text !== ''),
    );
    for (const { conversation, turns } of over.slice(-12)) {
      const said = turns.flatMap(({ text }) => text.match(/[\p{L}\p{N}]+/gu) ?? []);
      const q = said.slice(0, 3).join(' ');
      const found: string[] = [];
      const query = { q, start_after: conversation.start_time, order: 'asc' as const };
      for await (const { id } of users.operator.conversations.list.all({ query })) found.push(id);
      expect(found).toContain(conversation.id);
    }
  });
