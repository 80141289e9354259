import { startProgram } from '#lib/upkeep/program.ts';

const { bucket } = startProgram(
  'verify-audit',
  'Compares the audit log with its seals, and names each record that was changed, deleted or inserted.',
  {
    bucket: {
      type: 'string',
      default: process.env.AUDIT_BUCKET_NAME ?? '',
      value: 'name',
      help: "the bucket of seals, which is AuditBucketName in the stack's outputs (AUDIT_BUCKET_NAME)",
    },
  },
);
if (bucket) process.env.AUDIT_BUCKET_NAME = bucket;
if (!process.env.AUDIT_BUCKET_NAME) {
  console.error(`Which bucket? AuditBucketName is among the outputs of the data stack: --bucket <name>`);
  process.exit(1);
}

// Only now: the clients take their settings from the environment.
const { verifyAudit } = await import('#lib/upkeep/verify-audit.ts');
const { hours, records, last, faults } = await verifyAudit();
for (const { hour, record, fault } of faults) console.log(`${hour} ${record ?? '-'}: ${fault}`);
console.log(
  last === null
    ? 'Nothing has been sealed yet.'
    : `${records} records of ${hours} hours until ${last}: ${faults.length === 0 ? 'everything agrees.' : `${faults.length} do not agree.`}`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
