import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSecret } from '#lib/store/secrets/open-secret.ts';
import { sealSecret } from '#lib/store/secrets/seal-secret.ts';
import { startKms } from '../../support/kms.ts';
import { context, secret, testSecrets } from '../../support/secrets.ts';

interface Asked {
  readonly KeyId: string;
  readonly EncryptionContext: Record<string, string>;
  readonly CiphertextBlob?: string;
}

/** A KMS whose keys are kept with what they were asked for, and given back for the same. */
const startSecretsKms = async () => {
  const keys = new Map<string, { readonly plain: string; readonly asked: string }>();
  const calls: { readonly operation: string; readonly wrapped: string | undefined }[] = [];
  const boundTo = ({ KeyId, EncryptionContext }: Asked) => JSON.stringify([KeyId, EncryptionContext]);
  const answer = (operation: string, asked: Asked): [number, object] => {
    calls.push({ operation, wrapped: asked.CiphertextBlob });
    if (operation === 'GenerateDataKey') {
      const plain = randomBytes(32).toString('base64');
      const wrapped = createHash('sha256').update(plain).digest('base64');
      keys.set(wrapped, { plain, asked: boundTo(asked) });
      return [200, { Plaintext: plain, CiphertextBlob: wrapped, KeyId: asked.KeyId }];
    }
    const known = keys.get(asked.CiphertextBlob ?? '');
    if (known?.asked !== boundTo(asked)) return [400, { __type: 'InvalidCiphertextException' }];
    return [200, { Plaintext: known.plain, KeyId: asked.KeyId }];
  };
  return { ...(await startKms(answer)), calls };
};

const SECRETS_KEY_ID = 'arn:aws:kms:us-east-1:000000000000:key/one';
let kms: Awaited<ReturnType<typeof startSecretsKms>>;

beforeAll(async () => {
  kms = await startSecretsKms();
  delete process.env.SECRETS_KEY_FILE;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_KMS: kms.endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'any',
    AWS_SECRET_ACCESS_KEY: 'any',
    SECRETS_KEY_ID,
  });
});

afterAll(() => kms.close());

testSecrets();

test('KMS is called once for a data key that is used repeatedly', async () => {
  const sealed = await sealSecret(secret, context);
  await Promise.all([openSecret(sealed, context), openSecret(sealed, context)]);
  await openSecret(sealed, context);
  const wrapped = Buffer.from(sealed.split('.')[1] ?? '', 'base64url').toString('base64');
  expect(kms.calls.filter((call) => call.wrapped === wrapped)).toHaveLength(1);
});

test('without a key no secret is encrypted, and the caller gets the reason', async () => {
  delete process.env.SECRETS_KEY_ID;
  const refused = sealSecret(secret, context);
  process.env.SECRETS_KEY_ID = SECRETS_KEY_ID;
  await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
});
