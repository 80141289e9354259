import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const bucket = 'recordings-bucket';
const key = 'recordings/conv_1/a sound (1)!.mp3';

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 9), toFake: ['Date'] });
  vi.stubEnv('BUCKET_NAME', bucket);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_SESSION_TOKEN', 'a+token/=');
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const sorted = (link: string): string[] => {
  const [address, query = ''] = link.split('?');
  return [address ?? '', ...query.split('&').sort()];
};

test.for([undefined, 'http://127.0.0.1:9000'])(
  'a link is the one that the SDK signs, at %s',
  async (endpoint) => {
    vi.stubEnv('AWS_ENDPOINT_URL_S3', endpoint);
    const { s3 } = await import('#lib/store/bucket/bucket.ts');
    const { signDownload } = await import('#lib/store/bucket/download-link.ts');
    const command = new GetObjectCommand({
      Bucket: bucket,
      Key: key,
      ResponseContentType: 'audio/mpeg',
      ResponseContentDisposition: 'inline; filename="it\'s (1).mp3"',
      ResponseContentEncoding: 'identity',
      ResponseCacheControl: 'private, no-store',
      ResponseExpires: new Date(0),
    });
    const expected = await getSignedUrl(s3, command, { expiresIn: 300 });
    for (let time = 0; time < 2; time += 1) {
      const { url, expires_at } = await signDownload(key, 'audio/mpeg', "it's (1).mp3");
      expect(sorted(url)).toEqual(sorted(expected));
      expect(expires_at).toBe('2026-11-22T09:05:00.000Z');
    }
  },
);
