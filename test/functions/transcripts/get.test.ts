import { expect, test } from 'vitest';
import type { Organization } from '../../fixtures.ts';
import { costOf, newConversation, organization, platform, refusalOf } from '../../fixtures.ts';
import { tableOf } from '../../support/table.ts';

const turn = (text: string) => ({ role: 'agent' as const, text });

const readAll = async (org: Organization, conversation_id: string, limit: string) => {
  const texts: string[] = [];
  const sizes: number[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof org.api.transcripts.get>> = await org.api.transcripts.get({
      params: { conversation_id },
      query: { limit, ...(cursor !== null && { cursor }) },
    });
    texts.push(...page.data.map(({ text }) => text));
    sizes.push(page.data.length);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return { texts, sizes };
};

test('an empty transcript says so', async () => {
  const org = await organization();
  const { id } = await newConversation(org);
  expect(await org.api.transcripts.get({ params: { conversation_id: id } })).toEqual({
    conversation_id: id,
    status: 'none',
    data: [],
    has_more: false,
    next_cursor: null,
  });
});

test('turns are read in order with pages of any size, however they arrived', async () => {
  const org = await organization();
  const { id } = await newConversation(org, { turns: Array.from({ length: 30 }, (_, at) => turn(`${at}`)) });
  const params = { conversation_id: id };
  for (let at = 30; at < 60; at += 1) {
    await org.api.transcripts.append({ params, body: { turns: [turn(`${at}`)] } });
  }
  // Wide turns fill several items at once.
  const wide = Array.from({ length: 6 }, (_, at) => turn(`${60 + at}`.padEnd(15_000, ' ')));
  await org.api.transcripts.append({ params, body: { turns: wide } });

  const expected = Array.from({ length: 66 }, (_, at) => `${at}`);
  for (const limit of ['1', '7', '30', '50', '66', '100']) {
    const { texts, sizes } = await readAll(org, id, limit);
    expect(texts.map((text) => text.trim())).toEqual(expected);
    expect(sizes.slice(0, -1).every((size) => size === Number(limit))).toBe(true);
    expect(sizes.at(-1)).toBeGreaterThan(0);
  }
});

test('a transcript that was sent at once is read in one read, and a repeat writes nothing', async () => {
  const org = await organization();
  const { id } = await newConversation(org, { turns: Array.from({ length: 20 }, () => turn('Hello')) });
  const params = { conversation_id: id };
  expect(await costOf(org, (api) => api.transcripts.get.withResponse({ params }))).toMatch(
    /^1 calls, 1\.0 RCU, 0 WCU$/,
  );
});

test('a cursor belongs to its conversation', async () => {
  const org = await organization();
  const turns = [turn('a'), turn('b')];
  const [one, other] = await Promise.all([newConversation(org, { turns }), newConversation(org, { turns })]);
  const { next_cursor } = await org.api.transcripts.get({
    params: { conversation_id: one.id },
    query: { limit: '1' },
  });
  const elsewhere = org.api.transcripts.get({
    params: { conversation_id: other.id },
    query: { limit: '1', cursor: next_cursor ?? '' },
  });
  expect(await refusalOf(elsewhere)).toBe('400 invalid_cursor');
});

test('an item of another kind between the record and the turns does not disturb them', async () => {
  const org = await organization();
  const { id } = await newConversation(org, { turns: [turn('One'), turn('Two')] });
  const { put, remove } = tableOf(platform);
  const other = { pk: `conversation#${id}`, sk: 'tags' };
  await put({ ...other, tags: 'vip' });
  expect((await readAll(org, id, '1')).texts).toEqual(['One', 'Two']);
  await remove(other);
});
