import { Duration } from 'aws-cdk-lib';
import { Bucket, BucketEncryption, ObjectLockRetention } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledged.ts';
import type { Settings } from './settings.ts';
import { closedBucket } from './storage.ts';

const locks = {
  governance: ObjectLockRetention.governance,
  compliance: ObjectLockRetention.compliance,
} as const;

/** The bucket of the audit log's seals, which are locked as long as they are kept. It is retained when its stack is deleted. */
export class AuditSeals extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { audit }: Pick<Settings, 'audit'>) {
    super(scope, id);
    const kept = Duration.days(audit.days);
    this.bucket = new Bucket(this, 'Bucket', {
      ...closedBucket,
      encryption: BucketEncryption.S3_MANAGED,
      versioned: true,
      objectLockEnabled: true,
      objectLockDefaultRetention: locks[audit.lock](kept),
      lifecycleRules: [{ expiration: kept, noncurrentVersionExpiration: Duration.days(1) }],
    });
    acknowledge(this.bucket, 'AwsSolutions-S1:seals');
  }
}
