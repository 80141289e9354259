import type { AuditProof, AuditRecord } from '#lib/contract/audit-records.ts';
import { inclusionProof } from '#lib/domain/audit/merkle.ts';
import type { AuditDigest } from '#lib/domain/audit/seal.ts';
import { digestHash, digestName, hourOf, signatureName } from '#lib/domain/audit/seal.ts';
import type { DigestSignature } from '#lib/domain/audit/signature.ts';
import { createdAt } from '#lib/domain/ids.ts';
import { readSealed } from './sealed/read-sealed.ts';

const shown = (text: string): AuditProof['signature'] => {
  const { key_id, algorithm, value } = JSON.parse(text) as DigestSignature;
  return { key_id, algorithm, value };
};

/** The proof that a record is part of what was sealed; undefined: its hour is not sealed yet. */
export const proofOf = async ({ id }: Pick<AuditRecord, 'id'>): Promise<AuditProof | undefined> => {
  const sealed = hourOf(createdAt(id));
  const [digest, signature] = await Promise.all(
    [digestName, signatureName].map((name) => readSealed(name(sealed))),
  );
  if (!digest) return undefined;
  const text = digest.toString();
  const { hour, root, leaves, previous } = JSON.parse(text) as AuditDigest;
  const index = leaves.findIndex(([leaf]) => leaf === id);
  if (index < 0) return undefined;
  const hashes = leaves.map(([, hash]) => hash);
  return {
    audit_record_id: id,
    hour,
    leaf_hash: hashes[index] ?? '',
    leaf_index: index,
    tree_size: leaves.length,
    inclusion_path: inclusionProof(hashes, index),
    root,
    digest_sha256: digestHash(text),
    previous_digest_sha256: previous,
    signature: signature ? shown(signature.toString()) : null,
  };
};
