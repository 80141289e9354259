import { expect, test } from 'vitest';
import { openSecret } from '#lib/store/secrets/open-secret.ts';
import { sealSecret } from '#lib/store/secrets/seal-secret.ts';

export const context = { entity: 'intg_01kag3x5ntfyxs4v4yh2m8q9ab', purpose: 'api_key' };
export const secret = 'sk_live_of_a_provider';

/** Any character changed. */
const changes = (sealed: string): string[] =>
  [3, 10, Math.floor(sealed.length / 2), sealed.length - 2].map(
    (at) => `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`,
  );

/** Tests what holds wherever the key is. */
export const testSecrets = (): void => {
  test('a secret can be decrypted only for the purpose it was encrypted for', async () => {
    const sealed = await sealSecret(secret, context);
    expect(sealed).not.toContain(secret);
    expect(await openSecret(sealed, context)).toBe(secret);
    expect(await sealSecret(secret, context)).not.toBe(sealed);
  });

  test('a secret opens for no other entity or purpose, and not once it was changed', async () => {
    const sealed = await sealSecret(secret, context);
    await expect(openSecret(sealed, { ...context, entity: 'intg_other' })).rejects.toThrow();
    await expect(openSecret(sealed, { ...context, purpose: 'webhook_secret' })).rejects.toThrow();
    for (const changed of [...changes(sealed), '', 'v1', 'v2.a.b', secret]) {
      await expect(openSecret(changed, context)).rejects.toThrow();
    }
  });
};
