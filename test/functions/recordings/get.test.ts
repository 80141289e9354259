import { expect, test } from 'vitest';
import type { Organization } from '../../fixtures.ts';
import {
  available,
  newConversation,
  operator,
  organization,
  platform,
  refusalOf,
  upload,
} from '../../fixtures.ts';

const bytes = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 256));

const recorded = async (settings = {}, body = {}, parent?: Organization) => {
  const org = await organization(parent, 'client', { settings });
  const { id } = await newConversation(org, body);
  const params = { conversation_id: id };
  const { upload: link } = await org.api.recordings.create({
    params,
    body: { content_type: 'audio/ogg', size_bytes: bytes.length, duration_ms: 500, channels: 1 },
  });
  await upload(link, bytes);
  await available(org, id);
  return { org, params };
};

test('the link returns the recording, whole and in ranges, without any header', async () => {
  const { org, params } = await recorded();
  const { url, ...rest } = await org.api.recordings.get({ params });
  expect(rest).toEqual({
    expires_at: rest.expires_at,
    content_type: 'audio/ogg',
    size_bytes: bytes.length,
    duration_ms: 500,
    channels: 1,
  });
  const life = Date.parse(rest.expires_at) - Date.now();
  expect(life).toBeGreaterThan(0);
  expect(life).toBeLessThanOrEqual(300_000);

  const whole = await fetch(url);
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
  expect(whole.headers.get('content-type')).toBe('audio/ogg');
  expect(whole.headers.get('content-disposition')).toBe(`inline; filename="${params.conversation_id}.ogg"`);
  const part = await fetch(url, { headers: { range: 'bytes=10-19' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 10-19/1000']);
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true);
});

test('a value of `download` other than true and false is refused', async () => {
  const { org, params } = await recorded();
  const query = { download: 'perhaps' as 'true' };
  expect(await refusalOf(org.api.recordings.get({ params, query }))).toBe('400 validation_failed');
});

test('a link to download is answered as an attachment with a file name', async () => {
  const { org, params } = await recorded();
  const { url } = await org.api.recordings.get({ params, query: { download: 'true' } });
  const name = `${params.conversation_id}.ogg`;
  expect((await fetch(url)).headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
  // The link is signed for it: whoever has a link to play cannot turn it into another.
  const changed = await fetch(url.replace('attachment', 'inline'));
  expect(changed.status).toBe(403);
});

test('if Accept prefers audio, the answer is a redirect to it', async () => {
  const { org, params } = await recorded();
  const ask = (accept: string) =>
    fetch(`${platform.base_url}/v1/conversations/${params.conversation_id}/audio`, {
      headers: { authorization: `Bearer ${org.key}`, accept },
      redirect: 'manual',
    });
  for (const accept of [
    'audio/*',
    'audio/ogg',
    'audio/*;q=0.9, application/json;q=0.5',
    'audio/mpeg, */*;q=0.1',
  ]) {
    const response = await ask(accept);
    expect([accept, response.status]).toEqual([accept, 302]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const sound = await fetch(response.headers.get('location') ?? '');
    expect(Buffer.from(await sound.arrayBuffer()).equals(bytes)).toBe(true);
  }
  for (const accept of [
    'application/json',
    '*/*',
    'audio/*;q=0.4, application/json;q=0.5',
    'audio/*;q=0, */*',
  ]) {
    expect([accept, (await ask(accept)).status]).toEqual([accept, 200]);
  }
  expect((await ask('image/png')).status).toBe(406);
});

test('a conversation without a recording has none, and one with a pending upload has none yet', async () => {
  const org = await organization();
  const { id } = await newConversation(org);
  const params = { conversation_id: id };
  expect(await refusalOf(org.api.recordings.get({ params }))).toBe('404 recording_not_available');
  await org.api.recordings.create({ params, body: { content_type: 'audio/wav', size_bytes: 1 } });
  expect(await refusalOf(org.api.recordings.get({ params }))).toBe('409 recording_pending');
});

test('past its retention it is gone, before it is erased', async () => {
  const { org, params } = await recorded({}, { status: 'completed', start_time: '2020-01-01T00:00:00Z' });
  await operator.clients.replace({
    params: { client_id: org.client.id },
    body: { name: 'Forgets', settings: { retention_days: 30 } },
  });
  expect(await refusalOf(org.api.recordings.get({ params }))).toBe('410 recording_deleted');
});

test('the retention of the conversation’s own organization counts, whichever was asked for before', async () => {
  const reseller = await organization(undefined, 'reseller');
  const old = { status: 'completed', start_time: '2020-01-01T00:00:00Z' };
  const keeps = await recorded({}, old, reseller);
  const forgets = await recorded({}, old, reseller);
  const recent = await recorded({ retention_days: 1 }, { status: 'completed' }, reseller);
  await operator.clients.replace({
    params: { client_id: forgets.org.client.id },
    body: { name: 'Forgets', settings: { retention_days: 30 } },
  });
  const asked = [keeps, keeps, forgets, forgets, keeps, recent, forgets, recent, keeps];
  for (const { params } of asked) {
    const answer = reseller.api.recordings.get({ params });
    if (params === forgets.params) expect(await refusalOf(answer)).toBe('410 recording_deleted');
    else expect((await answer).size_bytes).toBe(bytes.length);
  }
});

test('unsigned headers of an upload do not reach a listener', async () => {
  const org = await organization();
  const { id } = await newConversation(org);
  const params = { conversation_id: id };
  const { upload: link } = await org.api.recordings.create({
    params,
    body: { content_type: 'audio/ogg', size_bytes: bytes.length },
  });
  const added = {
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000',
    expires: 'Fri, 01 Jan 2100 00:00:00 GMT',
  };
  const stored = await upload({ ...link, headers: { ...link.headers, ...added } }, bytes);
  expect(stored.status).toBe(200);
  await available(org, id);
  const { url } = await org.api.recordings.get({ params });
  const { headers } = await fetch(url);
  expect(headers.get('content-encoding')).toBe('identity');
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(Date.parse(headers.get('expires') ?? '')).toBe(0);
});
