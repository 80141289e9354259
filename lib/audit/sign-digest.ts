import { hash } from 'node:crypto';
import { SignCommand } from '@aws-sdk/client-kms';
import type { AuditDigest } from '#lib/domain/audit/seal.ts';
import { signatureName } from '#lib/domain/audit/seal.ts';
import type { DigestSignature } from '#lib/domain/audit/signature.ts';
import { signingAlgorithm } from '#lib/domain/audit/signature.ts';
import { kms } from '#lib/store/kms.ts';
import { putSealed } from './sealed/put-sealed.ts';
import { readSealed } from './sealed/read-sealed.ts';

/**
 * Signs the text of a stored digest, unless it is signed already. Without the setting `audit.signing_key`,
 * nothing is signed.
 */
export const signDigest = async (text: string): Promise<void> => {
  const { AUDIT_SIGNING_KEY } = process.env;
  if (!AUDIT_SIGNING_KEY) return;
  const name = signatureName((JSON.parse(text) as AuditDigest).hour);
  if (await readSealed(name)) return;
  // A digest may be longer than the 4,096 bytes that KMS hashes itself.
  const { KeyId, Signature } = await kms.send(
    new SignCommand({
      KeyId: AUDIT_SIGNING_KEY,
      Message: hash('sha256', text, 'buffer'),
      MessageType: 'DIGEST',
      SigningAlgorithm: signingAlgorithm,
    }),
  );
  if (!Signature) throw new Error('KMS returned no signature');
  const signature: DigestSignature = {
    version: 1,
    key_id: KeyId ?? AUDIT_SIGNING_KEY,
    algorithm: signingAlgorithm,
    value: Buffer.from(Signature).toString('base64'),
  };
  // Another run may have signed in the meantime: one signature is as good as the other.
  await putSealed(name, JSON.stringify(signature), 'application/json');
};
