import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { available, newConversation, organization, platform, upload } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';

const s3 = new S3Client({
  endpoint: platform.s3_endpoint,
  region: platform.region,
  credentials: { accessKeyId: platform.access_key_id, secretAccessKey: platform.secret_access_key },
  forcePathStyle: true,
});

const find = (Key: string) =>
  s3.send(new GetObjectCommand({ Bucket: platform.bucket, Key })).then(
    () => 'there',
    ({ name }: Error) => name,
  );

const put = (Key: string) => s3.send(new PutObjectCommand({ Bucket: platform.bucket, Key, Body: 'x' }));

test('an object that no conversation expects is deleted, and no conversation changes', async () => {
  const org = await organization();
  const { id } = await newConversation(org);
  for (const key of [`recordings/${id}/a key+with %`, 'recordings/conv_unknown/x', 'recordings/x']) {
    await put(key);
    await eventually(async () => expect(await find(key)).toBe('NoSuchKey'));
  }
  await put('elsewhere/x');
  expect(await find('elsewhere/x')).toBe('there');
  const { audio } = await org.api.conversations.get({ params: { conversation_id: id } });
  expect(audio.status).toBe('none');
});

test('a conversation that changes while its recording arrives keeps both', async () => {
  const org = await organization();
  const { id } = await newConversation(org);
  const params = { conversation_id: id };
  const { upload: link } = await org.api.recordings.create({
    params,
    body: { content_type: 'audio/wav', size_bytes: 1 },
  });
  await Promise.all([
    upload(link, Buffer.from('x')),
    ...['a', 'b', 'c'].map((name) =>
      org.api.conversations.update({ params, body: { metadata: { [name]: '1' } } }),
    ),
  ]);
  const conversation = await available(org, id);
  expect(Object.keys(conversation.metadata).sort()).toEqual(['a', 'b', 'c']);
});
