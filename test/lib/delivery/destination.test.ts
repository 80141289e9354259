import { expect, test } from 'vitest';
import { isPublicAddress } from '#lib/delivery/addresses.ts';
import { destinationOf } from '#lib/delivery/destination.ts';
import { DeliveryError } from '#lib/delivery/errors.ts';
import type { Outgoing } from '#lib/delivery/request.ts';
import { send } from '#lib/delivery/request.ts';
import { names } from '../../support/names.ts';

// As in AWS: the platform that all tests share runs on one machine, and each test file has a process of its own.
delete process.env.LOCAL_DESTINATION;

/** What a customer might name in the hope of reaching something inside. */
const refused = [
  'https://127.0.0.1/',
  'https://127.0.0.1:9001/2018-06-01/runtime/invocation/next',
  'https://127.1/',
  'https://127.0.1/',
  'https://0x7f.1/',
  'https://0x7f000001/',
  'https://2130706433/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://127.0.0.1./',
  'https://１２７.０.０.１/',
  'https://127。0。0。1/',
  'https://%31%32%37.0.0.1/',
  'https://0/',
  'https://0.0.0.0/',
  'https://10.0.0.1/',
  'https://10.255.255.255/',
  'https://012.0.0.1/',
  'https://100.64.0.1/',
  'https://100.100.100.200/',
  'https://169.254.169.254/latest/meta-data/',
  'https://169.254.170.2/v2/credentials/',
  'https://0xa9fea9fe/',
  'https://2852039166/',
  'https://169.254.43518/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.0.0.192/',
  'https://192.0.2.1/',
  'https://192.168.1.1/',
  'https://198.18.0.1/',
  'https://198.51.100.7/',
  'https://203.0.113.7/',
  'https://224.0.0.1/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::127.0.0.1]/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[64:ff9b:1::10.0.0.1]/',
  'https://[100::1]/',
  'https://[2001::1]/',
  'https://[2001:db8::1]/',
  'https://[2002:7f00:1::]/',
  'https://[2002:a9fe:a9fe::1]/',
  'https://[3fff::1]/',
  'https://[5f00::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://[fe80::1%25eth0]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'javascript:alert(1)',
  'data:text/plain,hello',
  'https://user:password@example.com/',
  'https://example.com@127.0.0.1/',
  'https://example.com:22/',
  'https://example.com:80/',
  'https://example.com:0/',
  'https://example.com:99999/',
  'https://',
  'https://exa mple.com/',
  '//example.com/',
  '',
];

test.for(refused)('%s is refused', (url) => {
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

const get = (url: string, more: Partial<Outgoing> = {}) =>
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
