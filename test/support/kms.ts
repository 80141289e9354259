import { createECDH, createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A KMS of the test's own. Each operation gets the input of its call, and returns a status and an output. */
export const startKms = async <Input>(answer: (operation: string, asked: Input) => [number, object]) => {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += String(piece);
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const [status, reply] = answer(operation, JSON.parse(body) as Input);
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(reply));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { endpoint, close: () => server.close() };
};

/** The order of the group of P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

const numberIn = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

const power = (base: bigint, exponent: bigint): bigint => {
  if (exponent === 0n) return 1n;
  const root = power((base * base) % order, exponent / 2n);
  return exponent % 2n === 0n ? root : (root * base) % order;
};

/** An INTEGER of DER, whose first bit is its sign. */
const derOf = (number: bigint): Buffer => {
  const digits = number.toString(16);
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  const positive = (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Buffer.of(0), bytes]);
  return Buffer.concat([Buffer.of(2, positive.length), positive]);
};

export interface SigningKey {
  readonly arn: string;
  /** In PEM. */
  readonly publicKey: string;
  readonly der: Buffer;
  /** Signs a hash, which Node.js can only do together with hashing. */
  readonly sign: (hashed: Buffer) => Buffer;
}

export const newSigningKey = (name: string): SigningKey => {
  const pair = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const { d = '' } = createPrivateKey(pair.privateKey).export({ format: 'jwk' });
  return {
    arn: `arn:aws:kms:us-east-1:000000000000:key/${name}`,
    publicKey: pair.publicKey,
    der: Buffer.from(pair.publicKey.replaceAll(/-----.*-----|\n/g, ''), 'base64'),
    sign: (hashed) => {
      const once = createECDH('prime256v1');
      const r = numberIn(once.generateKeys().subarray(1, 33)) % order;
      const inverse = power(numberIn(once.getPrivateKey()), order - 2n);
      const s = (inverse * (numberIn(hashed) + r * numberIn(Buffer.from(d, 'base64url')))) % order;
      const numbers = Buffer.concat([derOf(r), derOf(s)]);
      return Buffer.concat([Buffer.of(0x30, numbers.length), numbers]);
    },
  };
};

interface Asked {
  readonly KeyId: string;
  readonly Message?: string;
  readonly MessageType?: string;
  readonly SigningAlgorithm?: string;
}

/** A KMS with one key on the curve P-256, which signs and tells its public key. */
export const startSigningKms = async ({ arn, der, sign }: SigningKey) => {
  const calls: string[] = [];
  let works = true;
  const answer = (
    operation: string,
    { KeyId, Message = '', MessageType, SigningAlgorithm }: Asked,
  ): [number, object] => {
    calls.push(operation);
    if (!works) return [400, { __type: 'DisabledException' }];
    if (KeyId !== arn) return [400, { __type: 'NotFoundException' }];
    const key = { KeyId, KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' };
    if (operation === 'GetPublicKey') {
      return [200, { ...key, PublicKey: der.toString('base64'), SigningAlgorithms: ['ECDSA_SHA_256'] }];
    }
    const hashed = Buffer.from(Message, 'base64');
    const signs = operation === 'Sign' && MessageType === 'DIGEST' && SigningAlgorithm === 'ECDSA_SHA_256';
    if (!signs || hashed.length !== 32) return [400, { __type: 'ValidationException' }];
    return [200, { KeyId, Signature: sign(hashed).toString('base64'), SigningAlgorithm }];
  };
  const { endpoint, close } = await startKms(answer);
  const whileDisabled = async (task: () => Promise<unknown>): Promise<void> => {
    works = false;
    try {
      await task();
    } finally {
      works = true;
    }
  };
  return { endpoint, calls, whileDisabled, close };
};
