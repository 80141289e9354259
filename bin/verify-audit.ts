import { startProgram } from '#lib/upkeep/program.ts';

const { bucket, days, ...keys } = startProgram(
  'verify-audit',
  'Compares the audit log with its seals, and names each record that was changed, deleted or inserted.',
  {
    bucket: {
      type: 'string',
      default: process.env.AUDIT_BUCKET_NAME ?? '',
      value: 'name',
      help: "the bucket of seals, which is AuditBucketName in the stack's outputs (AUDIT_BUCKET_NAME)",
    },
    days: {
      type: 'string',
      default: process.env.AUDIT_DAYS ?? '',
      value: 'number',
      help: 'the setting audit.days, after which seals expire; without it, none may be missing (AUDIT_DAYS)',
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
if (!/^([1-9]\d*)?$/.test(days)) {
  console.error('--days <number>: the setting audit.days, such as 400');
  process.exit(1);
}

// Only now: the clients take their settings from the environment.
const { publicKeyIn, publicKeyOf } = await import('#lib/upkeep/public-key.ts');
const { verifyAudit } = await import('#lib/upkeep/verify-audit.ts');
const { 'signing-key': arn, 'public-key': file } = keys;
const key = file ? await publicKeyIn(file) : arn ? await publicKeyOf(arn) : undefined;
const { hours, records, first, isContinued, last, signedSince, faults } = await verifyAudit({
  key,
  days: days ? Number(days) : undefined,
});
for (const { hour, record, fault } of faults) console.log(`${hour} ${record ?? '-'}: ${fault}`);
if (isContinued) {
  console.log(
    days
      ? `The chain starts at ${first}. Earlier hours have expired.`
      : `The chain starts at ${first}, and earlier hours are missing. If they may have expired, pass the setting audit.days: --days <number>.`,
  );
}
if (signedSince !== null) {
  console.log(
    `The hours since ${signedSince} are signed.${key ? '' : ' Their signatures were not checked: --signing-key <ARN> or --public-key <file>.'}`,
  );
}
console.log(
  last === null
    ? 'Nothing has been sealed yet.'
    : `${records} records of ${hours} hours from ${first} until ${last}: ${faults.length === 0 ? 'everything agrees.' : `${faults.length} do not agree.`}`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
