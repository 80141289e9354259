import { expect, test } from 'vitest';
import { isPublicAddress } from '#lib/delivery/addresses.ts';
import { destinationOf } from '#lib/delivery/destination.ts';
import { DeliveryError } from '#lib/delivery/errors.ts';
import type { OutgoingRequest } from '#lib/delivery/request.ts';
import { send } from '#lib/delivery/request.ts';
import { names } from '../../support/names.ts';
import { refusedUrls } from '../../support/refused-urls.ts';

// As in AWS: the platform that all tests share runs on one machine, and each test file has a process of its
// own.
delete process.env.LOCAL_DESTINATION;

test.for(refusedUrls)('%s is refused', (url) => {
  expect(() => destinationOf(url)).toThrow(DeliveryError);
});

test.for([
  ['https://example.com/hook', 'https://example.com/hook'],
  ['https://EXAMPLE.com:443/hook?a=b', 'https://example.com/hook?a=b'],
  ['https://example.com:8443/', 'https://example.com:8443/'],
  ['https://93.184.215.14/', 'https://93.184.215.14/'],
  ['https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/', 'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
])('%s is a destination', ([url, written]) => {
  expect(destinationOf(url ?? '').href).toBe(written);
});

test('hosts can be allowed by name, or by the end of their name', () => {
  const allowed = ['api.vapi.ai', '*.cloudfront.net'];
  expect(destinationOf('https://api.vapi.ai/x', allowed).hostname).toBe('api.vapi.ai');
  expect(destinationOf('https://abc.cloudfront.net./x', allowed).hostname).toBe('abc.cloudfront.net.');
  for (const other of [
    'evil.com',
    'evilapi.vapi.ai',
    'cloudfront.net',
    'evilcloudfront.net',
    'api.vapi.ai.evil.com',
  ]) {
    expect(() => destinationOf(`https://${other}/`, allowed)).toThrow('not allowed');
  }
});

test.for(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.for(['', 'example.com', '127.0.0.1', '::ffff:8.8.8.8', 'fe80::1%eth0', '8.8.8'])(
  '%j is no public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(false);
  },
);

const get = (url: string, more: Partial<OutgoingRequest> = {}) =>
  send({ method: 'GET', url, timeoutMs: 20_000, maxBytes: 1000, ...more });

const failureOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof DeliveryError) return error.failure;
    throw error;
  }
  throw new Error('It was not refused');
};

test.for([
  ['127.0.0.1'],
  ['::1'],
  ['10.0.0.1', 'fd00::1'],
  ['::ffff:169.254.169.254'],
  ['64:ff9b::7f00:1'],
  [],
])('a name that leads to %j is refused', async (addresses) => {
  const { resolve } = names({ 'inside.example': [addresses] });
  expect(await failureOf(get('https://inside.example/', { resolve }))).toBe('address_refused');
});
