import { expect, test } from 'vitest';
import { available, newConversation, organization, refusalOf, upload } from '../../fixtures.ts';

test('an erasure is counted before, with organizations for tests and nothing of others', async () => {
  const org = await organization();
  const [child, beside] = [await organization(org), await organization()];
  const caller = { number: '+14155550143' };
  await newConversation(org, { caller });
  await newConversation(child, { caller });
  await newConversation(org, { caller: { number: '+14155550144' } });
  await newConversation(beside, { caller });
  const { id } = await newConversation(org, { caller });
  const bytes = Buffer.from('ID3!');
  const audio = { content_type: 'audio/mpeg' as const, size_bytes: bytes.length };
  const params = { conversation_id: id };
  await upload((await org.api.recordings.create({ params, body: audio })).upload, bytes);
  await available(org, id);

  const body = { caller: caller.number };
  const found = { conversations: 3, recordings: 1, kept: 0, has_more: false };
  expect(await org.api.erasures.preview({ body })).toEqual({ client_id: org.client.id, ...found });
  const ofChild = { ...body, client_id: child.client.id };
  expect(await org.api.erasures.preview({ body: ofChild })).toMatchObject({
    conversations: 1,
    recordings: 0,
  });
  expect((await org.api.erasures.list()).data).toEqual([]);
  expect((await org.api.conversations.list({ query: body })).data).toHaveLength(3);
});

test('nothing is counted beyond the reach of the key', async () => {
  const [one, other] = [await organization(), await organization()];
  const body = { client_id: other.client.id, caller: '+14155550142' };
  expect(await refusalOf(one.api.erasures.preview({ body }))).toBe('404 client_not_found');
});
