import { request } from 'node:http';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OwnPlatform } from '../../support/own-platform.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';

/*
 * Any web page can send requests to the ports of the machine on which somebody tries the platform. None of
 * them gets an answer.
 */

let platform: OwnPlatform;
beforeAll(async () => {
  platform = await startOwnPlatform({ following: false, corsOrigins: ['https://console.example'] });
});
afterAll(() => platform.close());

interface Answer {
  readonly status: number;
  readonly allowed: string | undefined;
  readonly body: string;
}

/** Sends a request with headers that `fetch` would not let through. */
const send = (url: string, headers: Record<string, string>, method = 'GET', body = ''): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          allowed: response.headers['access-control-allow-origin'],
          body: text,
        }),
      );
    });
    outgoing.on('error', reject).end(body);
  });

const evil = { origin: 'https://evil.example' };

describe('The table’s endpoint', () => {
  const scan = (secretAccessKey?: string, headers: Record<string, string> = {}) => {
    const { region, table, access_key_id, secret_access_key } = platform.description;
    const client = new DynamoDBClient({
      endpoint: platform.guardedEndpoint,
      region,
      maxAttempts: 1,
      credentials: { accessKeyId: access_key_id, secretAccessKey: secretAccessKey ?? secret_access_key },
    });
    client.middlewareStack.add(
      (next) => (args) => {
        Object.assign((args.request as { headers: object }).headers, headers);
        return next(args);
      },
      // After the signature, as a browser would add them.
      { step: 'finalizeRequest', priority: 'low' },
    );
    return client.send(new ScanCommand({ TableName: table, Limit: 1 }));
  };

  test('answers only requests signed with this start’s credentials', async () => {
    expect((await scan()).Items).toHaveLength(1);
    await expect(scan('another secret')).rejects.toThrow('does not match the signature');
    await expect(scan('only-good-on-this-machine')).rejects.toThrow('does not match the signature');
  });

  test('answers no web page, signed or not', async () => {
    await expect(scan(undefined, evil)).rejects.toThrow('web pages');
    await expect(scan(undefined, { host: 'rebound.example' })).rejects.toThrow('127.0.0.1 or localhost');
  });

  test('answers nothing unsigned', async () => {
    const { table } = platform.description;
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.Scan',
    };
    const forged = {
      authorization:
        'AWS4-HMAC-SHA256 Credential=LOCALLOCALLOCALLOCAL/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    };
    const body = JSON.stringify({ TableName: table });
    for (const more of [{}, forged, { ...forged, ...evil }]) {
      const answer = await send(platform.guardedEndpoint, { ...headers, ...more }, 'POST', body);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect([answer.allowed, answer.body.includes('Items')]).toEqual([undefined, false]);
    }
    const preflight = { ...evil, 'access-control-request-method': 'POST' };
    expect(await send(platform.guardedEndpoint, preflight, 'OPTIONS')).toMatchObject({
      status: 403,
      allowed: undefined,
    });
  });
});

describe('The bucket’s endpoint', () => {
  const link = async (Key: string, put = false) => {
    const { s3_endpoint, bucket, region, access_key_id, secret_access_key } = platform.description;
    const s3 = new S3Client({
      endpoint: s3_endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId: access_key_id, secretAccessKey: secret_access_key },
    });
    if (put) await s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'heard' }));
    return getSignedUrl(s3, new GetObjectCommand({ Bucket: bucket, Key }));
  };

  test('answers pages of the platform and of the named origins, and no others', async () => {
    const url = await link('k', true);
    const own = platform.description.base_url;
    for (const origin of [own, own.replace('127.0.0.1', 'localhost'), 'https://console.example']) {
      expect(await send(url, { origin })).toEqual({ status: 200, allowed: origin, body: 'heard' });
    }
    const refused = await send(url, evil);
    expect([refused.status, refused.allowed, refused.body.includes('heard')]).toEqual([
      403,
      undefined,
      false,
    ]);
    expect((await send(url, { host: 'rebound.example' })).status).toBe(403);
    expect((await send(url, {})).body).toBe('heard');
  });

  test('has another secret with each start', async () => {
    const { secret_access_key } = platform.description;
    expect(secret_access_key.length).toBeGreaterThanOrEqual(40);
    const other = await startOwnPlatform({ following: false });
    expect(other.description.secret_access_key).not.toBe(secret_access_key);
    await other.close();
  });
});
