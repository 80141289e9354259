import { ApiError } from '#lib/contract/errors.ts';
import type { SecretContext } from './data-key.ts';

/** The ARN of the key that encrypts data keys. A stack has one only with the setting `data.secrets_key`. */
export const kmsKeyId = (): string => {
  const { SECRETS_KEY_ID } = process.env;
  if (!SECRETS_KEY_ID) {
    throw new ApiError('unavailable', { detail: 'The platform has no key for encrypting secrets' });
  }
  return SECRETS_KEY_ID;
};

/** CloudTrail shows the context, so it contains ids and no secret. */
export const encryptionContext = ({ entity, purpose }: SecretContext): Record<string, string> => ({
  entity,
  purpose,
});
