import { expect, test } from 'vitest';
import {
  available,
  newConversation,
  operator,
  organization,
  problemOf,
  refusalOf,
  upload,
} from '../../fixtures.ts';

const audio = { content_type: 'audio/mpeg' as const, size_bytes: 5, duration_ms: 100, channels: 2 };
const bytes = Buffer.from('12345');

const start = async (body = {}) => {
  const org = await organization();
  const { id } = await newConversation(org, body);
  return { org, params: { conversation_id: id } };
};

test('a recording is uploaded to the link and becomes available by S3’s own event', async () => {
  const { org, params } = await start();
  const { reply, response } = await org.api.recordings.create.withResponse({ params, body: audio });
  expect(response.status).toBe(201);
  expect(response.headers.get('location')).toBe(`/v1/conversations/${params.conversation_id}/audio`);
  expect(reply.upload.method).toBe('PUT');
  const pending = await org.api.conversations.get({ params });
  expect(pending.audio).toEqual({ ...audio, status: 'pending' });

  expect((await upload(reply.upload, bytes)).status).toBe(200);
  const { audio: stored } = await available(org, params.conversation_id);
  expect(stored).toEqual({ ...audio, status: 'available' });
  const [item] = (await org.api.conversations.list()).data;
  expect(item?.audio).toEqual({ status: 'available', duration_ms: 100 });
});

test('the link accepts exactly the announced upload, once', async () => {
  const { org, params } = await start();
  const { upload: link } = await org.api.recordings.create({ params, body: audio });
  const send = async (body: Buffer, headers: Record<string, string>) =>
    (await upload({ ...link, headers: { ...link.headers, ...headers } }, body)).status;
  expect(await send(Buffer.from('123456'), { 'content-length': '6' })).toBe(403);
  expect(await send(bytes, { 'content-type': 'audio/wav' })).toBe(403);
  const { 'if-none-match': _once, ...without } = link.headers;
  expect((await upload({ ...link, headers: without }, bytes)).status).toBe(403);
  expect(await send(bytes, {})).toBe(200);
  expect(await send(Buffer.from('54321'), {})).toBe(412);
  await available(org, params.conversation_id);
});

test('announcing the same recording again returns the same place, so that neither upload is lost', async () => {
  const { org, params } = await start();
  const first = await org.api.recordings.create({ params, body: audio });
  const second = await org.api.recordings.create({ params, body: audio });
  const place = (link: { url: string }) => new URL(link.url).pathname;
  expect(place(second.upload)).toBe(place(first.upload));
  await upload(first.upload, bytes);
  await available(org, params.conversation_id);
});

test('another recording announced in its place is the one that counts', async () => {
  const { org, params } = await start();
  const first = await org.api.recordings.create({ params, body: audio });
  const second = await org.api.recordings.create({ params, body: { ...audio, size_bytes: 6 } });
  await upload(first.upload, bytes);
  expect((await org.api.conversations.get({ params })).audio.status).toBe('pending');
  await upload(second.upload, Buffer.from('123456'));
  const { audio: stored } = await available(org, params.conversation_id);
  expect(stored.size_bytes).toBe(6);
});

test('a conversation has one recording', async () => {
  const { org, params } = await start();
  const { upload: link } = await org.api.recordings.create({ params, body: audio });
  await upload(link, bytes);
  await available(org, params.conversation_id);
  const again = org.api.recordings.create({ params, body: audio });
  expect(await refusalOf(again)).toBe('409 recording_exists');
});

test('only audio of a known size is accepted', async () => {
  const { org, params } = await start();
  const problem = await problemOf(
    org.api.recordings.create({
      params,
      body: { content_type: 'text/html', size_bytes: 5_000_000_001, duration_ms: 0, channels: 17 } as never,
    }),
  );
  expect(problem.errors.map(({ pointer }) => pointer).sort()).toEqual([
    '/channels',
    '/content_type',
    '/duration_ms',
    '/size_bytes',
  ]);
});

test('an organization accepts none while recording is disabled for it or an ancestor', async () => {
  const client = await organization(undefined, 'client', { settings: { recording_enabled: false } });
  const location = await organization(client, 'location');
  const { id } = await newConversation(location);
  const create = () => operator.recordings.create({ params: { conversation_id: id }, body: audio });
  expect(await refusalOf(create())).toBe('409 recording_disabled');
  const record = ({ client: { id: client_id } }: typeof client, recording_enabled: boolean) =>
    operator.clients.replace({
      params: { client_id },
      body: { name: 'Records', settings: { recording_enabled } },
    });
  const { effective_settings } = await record(location, true);
  expect(effective_settings.recording_enabled).toBe(false);
  expect(await refusalOf(create())).toBe('409 recording_disabled');
  await record(client, true);
  await create();
});

test('none is accepted for a conversation past its retention', async () => {
  const org = await organization(undefined, 'client', { settings: { retention_days: 1 } });
  const { id } = await newConversation(org, { status: 'completed', start_time: '2020-01-01T00:00:00Z' });
  const create = org.api.recordings.create({ params: { conversation_id: id }, body: audio });
  expect(await refusalOf(create)).toBe('410 recording_deleted');
});
