import { describe, expect, test } from 'vitest';
import {
  available,
  clientFor,
  costOf,
  makeKey,
  newConversation,
  organization,
  platform,
  problemOf,
  refusalOf,
  unknownId,
  upload,
} from '../../fixtures.ts';

test('a conversation is readable with keys of the organizations above, in one read, and a repeat writes nothing', async () => {
  const client = await organization();
  const location = await organization(client, 'location');
  const conversation = await newConversation(location);
  const params = { conversation_id: conversation.id };
  expect(await client.api.conversations.get({ params })).toEqual(conversation);
  const cost = await costOf(client, (api) => api.conversations.get.withResponse({ params }));
  expect(cost).toBe('1 calls, 1.0 RCU, 0 WCU');
});

test('it is not found with keys below or beside', async () => {
  const client = await organization();
  const [one, other] = await Promise.all([
    organization(client, 'location'),
    organization(client, 'location'),
  ]);
  const [above, beside] = await Promise.all([newConversation(client), newConversation(other)]);
  for (const { id } of [above, beside]) {
    const read = one.api.conversations.get({ params: { conversation_id: id } });
    expect(await refusalOf(read)).toBe('404 conversation_not_found');
  }
});

test('/active is a separate route, not an id', async () => {
  const org = await organization();
  expect((await org.api.conversations.active()).data).toEqual([]);
});

describe('An expanded conversation', () => {
  const turns = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ role: 'user' as const, text: `Turn ${at}` }));

  test('has its turns and the link to its recording, in one request', async () => {
    const org = await organization();
    const { id } = await newConversation(org, { turns: turns(3) });
    const params = { conversation_id: id };
    const bytes = Buffer.from('ID3!');
    const body = { content_type: 'audio/mpeg' as const, size_bytes: bytes.length };
    await upload((await org.api.recordings.create({ params, body })).upload, bytes);
    const conversation = await available(org, id);

    const query = { expand: ['transcript' as const, 'recording' as const] };
    const { transcript, recording, ...rest } = await org.api.conversations.get({ params, query });
    const { transcript: summary, ...plain } = conversation;
    expect(rest).toEqual(plain);
    const { data, has_more, next_cursor } = await org.api.transcripts.get({ params });
    expect(transcript).toEqual({ ...summary, data, has_more, next_cursor });
    expect(Buffer.from(await (await fetch(recording?.url ?? '')).arrayBuffer())).toEqual(bytes);
    expect(recording).toMatchObject({ content_type: 'audio/mpeg', size_bytes: bytes.length });
    const cost = await costOf(org, (api) => api.conversations.get.withResponse({ params, query }));
    expect(cost).toBe('1 calls, 1.0 RCU, 0 WCU');
  });

  test('has only the parts that are named', async () => {
    const org = await organization();
    const params = { conversation_id: (await newConversation(org, { turns: turns(1) })).id };
    const get = (expand: ('transcript' | 'recording')[]) =>
      org.api.conversations.get({ params, query: { expand } });
    const heard = await get(['recording']);
    expect([heard.recording, heard.transcript]).toEqual([null, { status: 'partial', turns: 1 }]);
    const read = await get(['transcript']);
    expect(read).not.toHaveProperty('recording');
    expect(read.transcript.data).toMatchObject([{ index: 0, text: 'Turn 0' }]);
  });

  test('continues after 500 turns with the cursor of the transcript', async () => {
    const org = await organization();
    const { id } = await newConversation(org, { turns: turns(1203) });
    const params = { conversation_id: id };
    const { transcript } = await org.api.conversations.get({ params, query: { expand: ['transcript'] } });
    expect([transcript.turns, transcript.data?.length, transcript.has_more]).toEqual([1203, 500, true]);
    const texts = transcript.data?.map(({ text }) => text) ?? [];
    const query = { cursor: transcript.next_cursor ?? '', limit: '100' };
    for await (const { text } of org.api.transcripts.get.all({ params, query })) texts.push(text);
    expect(texts).toEqual(turns(1203).map(({ text }) => text));
  });

  test('needs the scope of each part', async () => {
    const org = await organization();
    const params = { conversation_id: (await newConversation(org)).id };
    const api = clientFor(await makeKey(org.client.id, ['conversations:read']));
    await api.conversations.get({ params, query: { expand: ['transcript'] } });
    const query = { expand: ['transcript' as const, 'recording' as const] };
    for (const conversation_id of [params.conversation_id, unknownId('conv')]) {
      const refused = await problemOf(api.conversations.get({ params: { conversation_id }, query }));
      expect([refused.status, refused.problem.required_scope]).toEqual([403, 'recordings:read']);
    }
    const other = (await organization()).api;
    expect(await refusalOf(other.conversations.get({ params, query }))).toBe('404 conversation_not_found');
  });

  test('has no ETag, because its link differs each time, and is not compressed with it', async () => {
    const org = await organization();
    const params = { conversation_id: (await newConversation(org, { turns: turns(50) })).id };
    const ask = (query: string, headers = {}) =>
      fetch(`${platform.base_url}/v1/conversations/${params.conversation_id}?${query}`, {
        headers: { authorization: `Bearer ${org.key}`, 'accept-encoding': 'gzip', ...headers },
      });
    const plain = await ask('');
    const etag = plain.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"/);
    expect((await ask('', { 'if-none-match': etag })).status).toBe(304);
    for (const query of ['expand=transcript', 'expand=transcript&expand=recording']) {
      const expanded = await ask(query, { 'if-none-match': etag });
      expect([expanded.status, expanded.headers.get('etag')]).toEqual([200, null]);
      expect(expanded.headers.get('cache-control')).toBe('no-store');
      const encoding = query.includes('recording') ? null : 'gzip';
      expect(expanded.headers.get('content-encoding')).toBe(encoding);
    }
  });

  test('is refused for a part that does not exist', async () => {
    const org = await organization();
    const params = { conversation_id: (await newConversation(org)).id };
    const query = { expand: ['transcript', 'notes'] as 'transcript'[] };
    const { errors } = await problemOf(org.api.conversations.get({ params, query }));
    expect(errors).toMatchObject([{ parameter: 'expand', code: 'invalid_value' }]);
  });
});
