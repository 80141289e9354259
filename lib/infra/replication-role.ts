import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { recordingsFolder } from '#lib/domain/recordings/recording.ts';
import { acknowledgeReplication } from './acknowledged.ts';

/** The role with which S3 copies recordings: it reads those of one bucket, and writes those of the other. */
export class ReplicationRole extends Construct {
  readonly role: Role;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('s3.amazonaws.com') });
  }

  /**
   * The key of the first bucket may be used through S3 by the whole account, so that only the other one's has
   * to be named.
   */
  allow(from: Bucket, to: IBucket, keyArn: string | undefined): void {
    const add = (actions: readonly string[], resource: string) =>
      this.role.addToPolicy(new PolicyStatement({ actions: [...actions], resources: [resource] }));
    add(['s3:GetReplicationConfiguration', 's3:ListBucket'], from.bucketArn);
    add(
      ['s3:GetObjectVersionForReplication', 's3:GetObjectVersionAcl', 's3:GetObjectVersionTagging'],
      from.arnForObjects(`${recordingsFolder}*`),
    );
    add(
      ['s3:ReplicateObject', 's3:ReplicateDelete', 's3:ReplicateTags'],
      to.arnForObjects(`${recordingsFolder}*`),
    );
    if (keyArn) add(['kms:Encrypt', 'kms:GenerateDataKey'], keyArn);
    acknowledgeReplication(this.role, from, to);
  }
}
