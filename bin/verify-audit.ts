import { startProgram } from '#lib/upkeep/program.ts';

const { bucket, ...keys } = startProgram(
  'verify-audit',
  'Compares the audit log with its seals, and names each record that was changed, deleted or inserted.',
  {
    bucket: {
      type: 'string',
      default: process.env.AUDIT_BUCKET_NAME ?? '',
      value: 'name',
      help: "the bucket of seals, which is AuditBucketName in the stack's outputs (AUDIT_BUCKET_NAME)",
    },
    'signing-key': {
      type: 'string',
      default: process.env.AUDIT_SIGNING_KEY ?? '',
      value: 'ARN',
      help: "the KMS key of the signatures, which is AuditSigningKeyArn in the stack's outputs (AUDIT_SIGNING_KEY)",
    },
    'public-key': {
      type: 'string',
      default: '',
      value: 'file',
      help: 'a PEM file with the public key of the signatures, in place of --signing-key',
    },
  },
);
if (bucket) process.env.AUDIT_BUCKET_NAME = bucket;
if (!process.env.AUDIT_BUCKET_NAME) {
  console.error(`Which bucket? AuditBucketName is among the outputs of the data stack: --bucket <name>`);
  process.exit(1);
}

// Only now: the clients take their settings from the environment.
const { publicKeyIn, publicKeyOf } = await import('#lib/upkeep/public-key.ts');
const { verifyAudit } = await import('#lib/upkeep/verify-audit.ts');
const { 'signing-key': arn, 'public-key': file } = keys;
const key = file ? await publicKeyIn(file) : arn ? await publicKeyOf(arn) : undefined;
const { hours, records, last, signedSince, faults } = await verifyAudit(key);
for (const { hour, record, fault } of faults) console.log(`${hour} ${record ?? '-'}: ${fault}`);
if (signedSince !== null) {
  console.log(
    `The hours since ${signedSince} are signed.${key ? '' : ' Their signatures were not checked: --signing-key <ARN> or --public-key <file>.'}`,
  );
}
console.log(
  last === null
    ? 'Nothing has been sealed yet.'
    : `${records} records of ${hours} hours until ${last}: ${faults.length === 0 ? 'everything agrees.' : `${faults.length} do not agree.`}`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
