import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { Bucket, BucketEncryption, ObjectLockRetention } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledged.ts';
import type { Settings } from './settings.ts';
import { closedBucket } from './storage.ts';

const locks = {
  governance: ObjectLockRetention.governance,
  compliance: ObjectLockRetention.compliance,
} as const;

/**
 * The bucket of the audit log's seals, which are locked as long as they are kept, and the key that signs
 * them. Both are retained when their stack is deleted.
 */
export class AuditSeals extends Construct {
  readonly bucket: Bucket;
  readonly signingKey: Key | undefined;

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
    // Locks keep versions, and not what is read: another version, or a delete marker, would lie over the one
    // that is locked. The lifecycle may still lay its markers.
    this.#deny('s3:PutObject', { Null: { 's3:if-none-match': 'true' } });
    this.#deny('s3:DeleteObject');
    acknowledge(this.bucket, 'AwsSolutions-S1:seals');
    this.signingKey = audit.signing_key ? this.#key() : undefined;
  }

  #deny(action: string, conditions: Record<string, unknown> = {}): void {
    this.bucket.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: [action],
        resources: [this.bucket.arnForObjects('*')],
        conditions,
      }),
    );
  }

  #key(): Key {
    return new Key(this, 'SigningKey', {
      description: 'Signatures of the audit log',
      keySpec: KeySpec.ECC_NIST_P256,
      keyUsage: KeyUsage.SIGN_VERIFY,
      // Auditors ask it for its public key.
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }
}
