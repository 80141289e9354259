import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, test } from 'vitest';
import type { SignedRequest } from '#lib/local/s3/signature.ts';
import { verify } from '#lib/local/s3/signature.ts';
import { Bucket, credentials, region, s3ClientFor, testS3 } from '../../../support/s3.ts';

describe('AWS’s published examples', () => {
  // docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html and …/sigv4-query-string-auth.html
  const verification = {
    credentials: {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    },
    region: 'us-east-1',
    now: new Date('2013-05-24T00:00:00Z'),
  };
  const host = 'examplebucket.s3.amazonaws.com';
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const authorization = (signedHeaders: string, signature: string) =>
    `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${signedHeaders},Signature=${signature}`;

  const examples: Record<string, SignedRequest> = {
    'a GET of a range': {
      method: 'GET',
      path: '/test.txt',
      query: new URLSearchParams(),
      headers: {
        host,
        range: 'bytes=0-9',
        'x-amz-content-sha256': empty,
        'x-amz-date': '20130524T000000Z',
        authorization: authorization(
          'host;range;x-amz-content-sha256;x-amz-date',
          'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
        ),
      },
    },
    'a PUT with a $ in its key': {
      method: 'PUT',
      path: '/test%24file.text',
      query: new URLSearchParams(),
      headers: {
        host,
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
        'x-amz-date': '20130524T000000Z',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        authorization: authorization(
          'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
          '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
        ),
      },
    },
    'a GET of a subresource': {
      method: 'GET',
      path: '/',
      query: new URLSearchParams('lifecycle='),
      headers: {
        host,
        'x-amz-content-sha256': empty,
        'x-amz-date': '20130524T000000Z',
        authorization: authorization(
          'host;x-amz-content-sha256;x-amz-date',
          'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
        ),
      },
    },
    'a GET of a list': {
      method: 'GET',
      path: '/',
      query: new URLSearchParams('max-keys=2&prefix=J'),
      headers: {
        host,
        'x-amz-content-sha256': empty,
        'x-amz-date': '20130524T000000Z',
        authorization: authorization(
          'host;x-amz-content-sha256;x-amz-date',
          '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
        ),
      },
    },
    'a signed link': {
      method: 'GET',
      path: '/test.txt',
      query: new URLSearchParams({
        'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
        'X-Amz-Credential': 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request',
        'X-Amz-Date': '20130524T000000Z',
        'X-Amz-Expires': '86400',
        'X-Amz-SignedHeaders': 'host',
        'X-Amz-Signature': 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
      }),
      headers: { host },
    },
  };

  test.for(Object.entries(examples))('%s is verified', async ([, request]) => {
    await expect(verify(request, verification)).resolves.toBeDefined();
  });

  test.for(Object.entries(examples))('%s is refused after any change', async ([, request]) => {
    const changes: SignedRequest[] = [
      { ...request, method: 'DELETE' },
      { ...request, path: '/other.txt' },
      { ...request, query: new URLSearchParams([...request.query, ['more', '1']]) },
      { ...request, headers: { ...request.headers, host: 'other' } },
    ];
    for (const changed of changes) {
      await expect(verify(changed, verification)).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' });
    }
  });

  test('the chunks of an upload are signed one after the other', async () => {
    // docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html
    const request: SignedRequest = {
      method: 'PUT',
      path: '/examplebucket/chunkObject.txt',
      query: new URLSearchParams(),
      headers: {
        host: 's3.amazonaws.com',
        'content-encoding': 'aws-chunked',
        'content-length': '66824',
        'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
        'x-amz-date': '20130524T000000Z',
        'x-amz-decoded-content-length': '66560',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        authorization: authorization(
          'content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class',
          '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
        ),
      },
    };
    const { signature, signChunk } = await verify(request, verification);
    const { createHash } = await import('node:crypto');
    const hash = (length: number) => createHash('sha256').update('a'.repeat(length)).digest('hex');
    const first = signChunk(signature, hash(65_536), 'PAYLOAD');
    const second = signChunk(first, hash(1024), 'PAYLOAD');
    const last = signChunk(second, hash(0), 'PAYLOAD');
    expect([first, second, last]).toEqual([
      'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648',
      '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497',
      'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9',
    ]);
  });
});

describe('A request', () => {
  const codeOf = async (response: Response) => {
    const [, code] = /<Code>(\w+)<\/Code>/.exec(await response.text()) ?? [];
    return `${response.status} ${code}`;
  };

  test('without a signature is refused', async ({ onTestFinished }) => {
    const { endpoint } = await testS3(onTestFinished);
    expect(await codeOf(await fetch(`${endpoint}/${Bucket}/k`))).toBe('403 AccessDenied');
    const put = await fetch(`${endpoint}/${Bucket}/k`, { method: 'PUT', body: 'x' });
    expect(await codeOf(put)).toBe('403 AccessDenied');
  });

  test('by other credentials, for another region or another time is refused', async ({ onTestFinished }) => {
    const { endpoint } = await testS3(onTestFinished);
    const refusal = async (more: object) => {
      const get = s3ClientFor(endpoint, more).send(new GetObjectCommand({ Bucket, Key: 'k' }));
      return get.then(
        () => '',
        (error: Error) => error.name,
      );
    };
    const other = { ...credentials, accessKeyId: 'AKIDOTHER' };
    expect(await refusal({ credentials: other })).toBe('InvalidAccessKeyId');
    const wrong = { ...credentials, secretAccessKey: 'wrong' };
    expect(await refusal({ credentials: wrong })).toBe('SignatureDoesNotMatch');
    expect(await refusal({ region: 'us-west-2' })).toBe('AuthorizationHeaderMalformed');

    const late = await testS3(onTestFinished, { now: () => new Date(Date.now() + 16 * 60_000) });
    const get = fetch(
      await getSignedUrl(s3ClientFor(late.endpoint), new GetObjectCommand({ Bucket, Key: 'k' }), {
        expiresIn: 60,
      }),
    );
    expect(await codeOf(await get)).toBe('403 AccessDenied');
    const skewed = s3ClientFor(late.endpoint).send(new GetObjectCommand({ Bucket, Key: 'k' }));
    await expect(skewed).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' });
  });

  test('whose body is not the one that was signed is refused', async ({ onTestFinished }) => {
    const { endpoint, s3 } = await testS3(onTestFinished);
    const tampered = s3ClientFor(endpoint);
    tampered.middlewareStack.add(
      (next) => (args) => {
        (args.request as { body: string }).body = 'yyy';
        return next(args);
      },
      { step: 'finalizeRequest', priority: 'low' },
    );
    const put = tampered.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'xxx' }));
    await expect(put).rejects.toMatchObject({
      name: expect.stringMatching(/XAmzContentSHA256Mismatch|BadDigest/),
    });
    const get = s3.send(new GetObjectCommand({ Bucket, Key: 'k' }));
    await expect(get).rejects.toMatchObject({ name: 'NoSuchKey' });
  });
});

describe('A signed link', () => {
  const signedHeaders = ['host', 'content-type', 'content-length', 'if-none-match'];

  const uploadLink = async (endpoint: string) => {
    const client = s3ClientFor(endpoint, { requestChecksumCalculation: 'WHEN_REQUIRED' });
    const put = new PutObjectCommand({
      Bucket,
      Key: 'k',
      ContentType: 'audio/mpeg',
      ContentLength: 3,
      IfNoneMatch: '*',
    });
    return getSignedUrl(client, put, { expiresIn: 60, signableHeaders: new Set(signedHeaders) });
  };

  const send = (url: string, body: string, headers: Record<string, string>) =>
    fetch(url, { method: 'PUT', body, headers });

  const exact = { 'content-type': 'audio/mpeg', 'if-none-match': '*' };

  test('accepts exactly the type and length that it was signed for, once', async ({ onTestFinished }) => {
    const { endpoint } = await testS3(onTestFinished);
    const url = await uploadLink(endpoint);
    const statuses = [
      (await send(url, 'abcd', exact)).status,
      (await send(url, 'ab', exact)).status,
      (await send(url, 'abc', { ...exact, 'content-type': 'audio/wav' })).status,
      (await send(url, 'abc', { 'content-type': 'audio/mpeg' })).status,
      (await send(url, 'abc', { ...exact, 'x-amz-meta-more': '1' })).status,
      (await send(url.replace('/k?', '/other?'), 'abc', exact)).status,
      (await send(url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'), 'abc', exact)).status,
      (await send(`${url}&more=1`, 'abc', exact)).status,
      (await fetch(url)).status,
      (await send(url, 'abc', exact)).status,
      (await send(url, 'xyz', exact)).status,
    ];
    expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 403, 403, 403, 200, 412]);
  });

  test('returns its object, with the signed headers', async ({ onTestFinished }) => {
    const { endpoint, s3 } = await testS3(onTestFinished);
    await s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: '0123456789' }));
    const get = new GetObjectCommand({
      Bucket,
      Key: 'k',
      ResponseContentType: 'audio/ogg',
      ResponseContentDisposition: 'inline; filename="x y.ogg"',
    });
    const url = await getSignedUrl(s3ClientFor(endpoint), get, { expiresIn: 60 });
    const response = await fetch(url, { headers: { range: 'bytes=2-3' } });
    expect([response.status, await response.text()]).toEqual([206, '23']);
    expect(response.headers.get('content-type')).toBe('audio/ogg');
    expect(response.headers.get('content-disposition')).toBe('inline; filename="x y.ogg"');
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(403);
    expect((await fetch(url.replace('x%20y', 'z'))).status).toBe(403);
  });

  test('is valid until its expiry, and no longer than a week', async ({ onTestFinished }) => {
    let now = Date.now();
    const { endpoint, s3 } = await testS3(onTestFinished, { now: () => new Date(now) });
    await s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'x' }));
    const link = (expiresIn: number) =>
      getSignedUrl(s3ClientFor(endpoint), new GetObjectCommand({ Bucket, Key: 'k' }), {
        expiresIn,
        signingDate: new Date(now),
      });
    const url = await link(60);
    expect((await fetch(url)).status).toBe(200);
    now += 61_000;
    expect((await fetch(url)).status).toBe(403);
    const tooLong = (await link(60)).replace('X-Amz-Expires=60', 'X-Amz-Expires=604801');
    expect((await fetch(tooLong)).status).toBe(400);
  });

  test('is valid only in its own region', async ({ onTestFinished }) => {
    const { endpoint } = await testS3(onTestFinished, { region: `${region}-other` });
    const url = await getSignedUrl(s3ClientFor(endpoint), new GetObjectCommand({ Bucket, Key: 'k' }));
    expect((await fetch(url)).status).toBe(400);
  });
});
