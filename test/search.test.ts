import { describe, expect, test } from 'vitest';
import type { ConversationItem } from '#lib/contract/conversations.ts';
import type { Organization } from './fixtures.ts';
import { newAgent, newConversation, operator, organization, problemOf, refusalOf } from './fixtures.ts';
import { eventually } from './support/eventually.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString();

const say = (...texts: string[]) => texts.map((text) => ({ role: 'user' as const, text }));

/** Conversations that are over, one a minute, with what was said in each. */
const record = async (org: Organization, said: readonly (readonly string[])[], more: object = {}) => {
  const { id: agent_id } = await newAgent(org);
  const ids: string[] = [];
  for (const [minute, texts] of said.entries()) {
    const body = {
      agent_id,
      start_time: at(minute),
      status: 'completed' as const,
      turns: say(...texts),
      ...more,
    };
    ids.push((await newConversation(org, body)).id);
  }
  return ids;
};

const search = async (org: Organization, q: string, more: object = {}): Promise<ConversationItem[]> => {
  const found: ConversationItem[] = [];
  for await (const item of org.api.conversations.list.all({ query: { q, ...more } })) found.push(item);
  return found;
};

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

/** Waits until conversations can be found, in whatever order they are indexed. */
const indexed = (org: Organization, q: string, ids: readonly (string | undefined)[]) =>
  eventually(async () => expect(idsOf(await search(org, q))).toEqual(expect.arrayContaining([...ids])));

describe('Searching', () => {
  test('finds conversations in which all words occur, newest first, with the turns they occur in', async () => {
    const org = await organization();
    const [a, b, c] = await record(org, [
      ['Hello', 'I must reschedule my cleaning'],
      ['Reschedule, please', 'Which day?', 'Friday. Can you reschedule?'],
      ['Just cancel it'],
    ]);
    await indexed(org, 'reschedule', [a, b]);
    await indexed(org, 'cancel', [c]);
    const found = await search(org, 'reschedule');
    expect(idsOf(found)).toEqual([b, a]);
    expect(found[0]?.matches).toEqual([
      { index: 0, text: 'Reschedule, please' },
      { index: 2, text: 'Friday. Can you reschedule?' },
    ]);
    expect(idsOf(await search(org, 'reschedule cleaning'))).toEqual([a]);
    expect(idsOf(await search(org, 'reschedule cancel'))).toEqual([]);
    expect(idsOf(await search(org, 'reschedule', { order: 'asc' }))).toEqual([a, b]);
    expect(idsOf(await search(org, 'resched'))).toEqual([]);
  });

  test('word* finds every word with this beginning', async () => {
    const org = await organization();
    const [a, b, c] = await record(org, [['rescheduled twice'], ['rescue me'], ['Reschedule twice']]);
    await indexed(org, 'res*', [a, b, c]);
    expect(idsOf(await search(org, 'resch*'))).toEqual([c, a]);
    expect(idsOf(await search(org, 'res*', { order: 'asc' }))).toEqual([a, b, c]);
    expect(idsOf(await search(org, 'resch* twice'))).toEqual([c, a]);
    expect(idsOf(await search(org, 'resc* me*'))).toEqual([b]);
    expect(idsOf(await search(org, 'zz*'))).toEqual([]);
  });

  test('case, accents and width do not matter, and scripts without spaces are found by any part', async () => {
    const org = await organization();
    const [a, b, c] = await record(org, [
      ['Die Straße zum CAFÉ, bitte'],
      ['明日の予約を取りたいです', '예약을 변경하고 싶어요'],
      ['Ｆｕｌｌ width ΟΔΟΣ'],
    ]);
    await indexed(org, 'strasse', [a]);
    await indexed(org, '予約 예약을', [b]);
    await indexed(org, 'width', [c]);
    for (const q of ['strasse', 'STRASSE cafe', 'Cafe\u0301'])
      expect(idsOf(await search(org, q))).toEqual([a]);
    for (const q of ['予約', '約を取', '予', '예약', '予約 예약을', '予約*']) {
      expect([q, idsOf(await search(org, q))]).toEqual([q, [b]]);
    }
    expect(idsOf(await search(org, '取予'))).toEqual([]);
    for (const q of ['full', 'οδος', 'ΟΔΟΣ']) expect(idsOf(await search(org, q))).toEqual([c]);
  });

  test('combines with every other filter', async () => {
    const org = await organization();
    const other = await newAgent(org, 'Other');
    const [a] = await record(org, [['apples and pears']], {
      outcome: 'success',
      caller: { number: '+4930123456' },
      channel: 'web',
    });
    const [b] = await record(org, [['apples and plums']], {
      agent_id: other.id,
      sentiment: 'positive',
      start_time: at(5),
      status: 'failed',
      caller: { id: 'u1' },
    });
    await indexed(org, 'apples', [a, b]);
    const find = async (more: object, q = 'apples') => idsOf(await search(org, q, more));
    expect(await find({ outcome: 'success' })).toEqual([a]);
    expect(await find({ outcome: 'failure' })).toEqual([]);
    expect(await find({ caller: '+4930123456' })).toEqual([a]);
    expect(await find({ caller: 'u1' })).toEqual([b]);
    expect(await find({ channel: 'web' })).toEqual([a]);
    expect(await find({ agent_id: other.id })).toEqual([b]);
    expect(await find({ status: 'failed', sentiment: 'positive' })).toEqual([b]);
    expect(await find({ start_after: at(1) })).toEqual([b]);
    expect(await find({ start_before: at(1) })).toEqual([a]);
    expect(await find({ agent_id: other.id }, 'app*')).toEqual([b]);
    expect(await find({ outcome: 'success', channel: 'web' }, 'app* pe*')).toEqual([a]);
    expect(await find({ status: 'active' })).toEqual([]);
  });

  test('each of four levels finds conversations of the lowest one, and not those beside it', async () => {
    const reseller = await organization(undefined, 'reseller');
    const client = await organization(reseller, 'client');
    const [north, south] = [await organization(client), await organization(client)];
    const shop = await organization(north, 'location');
    const [a] = await record(shop, [['a rare okapi']]);
    await indexed(reseller, 'okapi', [a]);
    for (const org of [reseller, client, north, shop]) {
      expect(idsOf(await search(org, 'okapi'))).toEqual([a]);
      expect(idsOf(await search(org, 'ok*'))).toEqual([a]);
    }
    expect(idsOf(await search(south, 'okapi'))).toEqual([]);
  });

  test('every level finds its own conversations and those below', async () => {
    const client = await organization();
    const [north, south] = await Promise.all([
      organization(client, 'location'),
      organization(client, 'location'),
    ]);
    const [a] = await record(north, [['a rare quokka']]);
    const [b] = await record(south, [['another quokka']], { start_time: at(1) });
    await indexed(client, 'quokka', [a, b]);
    expect(idsOf(await search(client, 'quokka'))).toEqual([b, a]);
    expect(idsOf(await search(north, 'quokka'))).toEqual([a]);
    expect(idsOf(await search(client, 'quokka', { client_id: south.client.id }))).toEqual([b]);
    expect(
      idsOf(await search({ ...client, api: operator }, 'quokka', { client_id: north.client.id })),
    ).toEqual([a]);
  });

  test('pages neither lose nor repeat conversations', async () => {
    const org = await organization();
    const said = Array.from({ length: 13 }, (_, index) => [index % 3 === 0 ? 'even walrus' : 'walrus']);
    const ids = await record(org, said);
    await indexed(org, 'walrus', ids);
    const expected = [...ids].reverse();
    for (const limit of ['1', '4', '13', '100']) {
      expect(idsOf(await search(org, 'walrus', { limit }))).toEqual(expected);
      expect(idsOf(await search(org, 'wal*', { limit }))).toEqual(expected);
      const even = expected.filter((_, index) => (12 - index) % 3 === 0);
      expect(idsOf(await search(org, 'walrus even', { limit }))).toEqual(even);
    }
  });

  test('finds late turns, and a conversation after its end', async () => {
    const org = await organization();
    const { id } = await newConversation(org, { turns: say('a pangolin') });
    const [other] = await record(org, [['an aardvark']]);
    await indexed(org, 'aardvark', [other]);
    expect(await search(org, 'pangolin')).toEqual([]);
    const params = { conversation_id: id };
    await org.api.conversations.update({ params, body: { status: 'completed' } });
    await indexed(org, 'pangolin', [id]);
    await org.api.transcripts.append({ params, body: { turns: say('and an okapi') } });
    await indexed(org, 'okapi', [id]);
    expect(idsOf(await search(org, 'pangolin okapi'))).toEqual([id]);
  });

  test('a change of a conversation’s fields is visible immediately', async () => {
    const org = await organization();
    const [id = ''] = await record(org, [['a tapir']]);
    await indexed(org, 'tapir', [id]);
    await org.api.conversations.update({ params: { conversation_id: id }, body: { outcome: 'success' } });
    expect(idsOf(await search(org, 'tapir', { outcome: 'success' }))).toEqual([id]);
    expect((await search(org, 'tapir'))[0]?.outcome).toBe('success');
  });

  test('an invalid search is refused', async () => {
    const org = await organization();
    for (const q of [
      '',
      '!?',
      'a*',
      Array.from({ length: 11 }, (_, index) => `w${index}`).join(' '),
      'x'.repeat(201),
    ]) {
      const problem = await problemOf(org.api.conversations.list({ query: { q } }));
      expect([problem.code, problem.errors[0]?.parameter]).toEqual(['validation_failed', 'q']);
    }
  });
});

test('words in quotation marks follow each other in a turn', async () => {
  const org = await organization();
  const said = [
    ['We have free slots on Friday'],
    ['Slots free of charge', 'Free', 'slots'],
    ['Free morning slots'],
  ];
  const ids = await record(org, said);
  await indexed(org, 'slots', ids);
  const found = async (q: string) => idsOf(await search(org, q)).toSorted();
  expect(await found('"free slots"')).toEqual([ids[0]]);
  expect(await found('“slots FREE” charge')).toEqual([ids[1]]);
  expect(await found('"free slo*" friday')).toEqual([ids[0]]);
  expect(await found('"free" "slots"')).toEqual([...ids].toSorted());
  expect((await search(org, '"free slots"'))[0]?.matches?.map(({ index }) => index)).toEqual([0]);
  for (const q of ['"free slots', 'free -slots', '-"free slots"']) {
    expect(await refusalOf(org.api.conversations.list({ query: { q } }))).toBe('400 validation_failed');
  }
  expect(await found('slots - free')).toEqual([...ids].toSorted());
});
