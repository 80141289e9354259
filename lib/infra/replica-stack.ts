import type { App } from 'aws-cdk-lib';
import { CfnOutput, PhysicalName, Stack, Tags } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { acknowledge } from './acknowledged.ts';
import type { Replication, Stage } from './settings.ts';
import { replicaStackName } from './settings.ts';
import { closedBucket, recordingsLifecycle } from './storage.ts';

/**
 * The copies in another region that the data stack writes to. Only the bucket is a resource of this stack:
 * replicas of the table belong to the table.
 */
export class ReplicaStack extends Stack {
  readonly copies: IBucket;

  constructor(scope: App, stage: Stage, { region, key_arn }: Replication) {
    const { stackName, settings } = stage;
    const { account, data } = settings;
    super(scope, replicaStackName(stage), {
      description: 'Copies of the recordings of the voice agent platform, in another region',
      env: { ...(account && { account }), region },
      terminationProtection: settings.termination_protection,
    });
    Tags.of(this).add('platform', stackName);
    const key = key_arn ? Key.fromKeyArn(this, 'Key', key_arn) : undefined;
    const bucket = new Bucket(this, 'Copies', {
      ...closedBucket,
      // Derived from the account, the region and the stack, so that the stack of the other region can name
      // it.
      bucketName: PhysicalName.GENERATE_IF_NEEDED,
      ...(key
        ? { encryption: BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true }
        : { encryption: BucketEncryption.S3_MANAGED }),
      // Replication needs versions on both sides.
      versioned: true,
      lifecycleRules: recordingsLifecycle(data),
    });
    // The library's types disagree about which fields may be undefined.
    this.copies = bucket as IBucket;
    acknowledge(bucket, 'AwsSolutions-S1:copies');
    new CfnOutput(this, 'CopiesBucketName', { value: bucket.bucketName });
  }
}
