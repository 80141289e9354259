import type { App } from 'aws-cdk-lib';
import { CfnOutput, Stack, Tags } from 'aws-cdk-lib';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { AuditSeals } from './audit-seals.ts';
import { SecretsKey } from './secrets-key.ts';
import type { Stage } from './settings.ts';
import { dataStackName } from './settings.ts';
import { SignInPool } from './sign-in-pool.ts';
import { Storage } from './storage.ts';

/** The resources that functions need to use the table and the bucket. */
export interface Data {
  readonly table: { readonly tableName: string; readonly tableArn: string; readonly tableStreamArn: string };
  readonly bucket: { readonly bucketName: string; readonly bucketArn: string };
  /** The bucket of the audit log's seals. */
  readonly auditBucket: { readonly bucketName: string; readonly bucketArn: string };
  /** The bucket in another region that recordings are copied to. */
  readonly copiesName?: string | undefined;
  /** The key that encrypts secrets of other services; absent: such secrets cannot be stored. */
  readonly secretsKey: { readonly keyArn: string } | undefined;
  /** The key that signs the audit log's digests; absent: they are not signed. */
  readonly signingKey: { readonly keyArn: string } | undefined;
}

/**
 * The resources that hold data: the table, the recordings and their key. A deployment can recreate everything
 * else.
 */
export class DataStack extends Stack implements Data {
  readonly table: Data['table'];
  readonly bucket: Data['bucket'];
  readonly auditBucket: Data['auditBucket'];
  readonly secretsKey: Data['secretsKey'];
  readonly signingKey: Data['signingKey'];
  readonly copiesName: string | undefined;

  /** `copies` is the bucket in another region that recordings are replicated to. */
  constructor(scope: App, { stackName, settings }: Stage, copies?: IBucket) {
    const { account, region } = settings;
    super(scope, dataStackName(stackName), {
      description: 'The table and the recordings of the voice agent platform',
      env: { ...(account && { account }), ...(region && { region }) },
      terminationProtection: settings.termination_protection,
    });
    Tags.of(this).add('platform', stackName);

    const { table, bucket } = new Storage(this, 'Storage', settings, copies);
    const { tableName, tableArn, tableStreamArn } = table;
    if (!tableStreamArn) throw new Error('The table has no stream');
    this.table = { tableName, tableArn, tableStreamArn: settings.data.stream_arn ?? tableStreamArn };
    this.bucket = bucket;
    const seals = new AuditSeals(this, 'AuditSeals', settings);
    this.auditBucket = seals.bucket;
    this.signingKey = seals.signingKey;
    this.copiesName = copies?.bucketName;
    this.secretsKey = settings.data.secrets_key ? new SecretsKey(this, 'SecretsKey').key : undefined;
    const { user_pool, callback_urls } = settings.sign_in;
    if (user_pool) new SignInPool(this, 'SignIn', { stackName, callbackUrls: callback_urls });
    new CfnOutput(this, 'TableName', { value: tableName });
    new CfnOutput(this, 'BucketName', { value: bucket.bucketName });
    new CfnOutput(this, 'AuditBucketName', { value: this.auditBucket.bucketName });
    if (this.signingKey) new CfnOutput(this, 'AuditSigningKeyArn', { value: this.signingKey.keyArn });
  }
}
