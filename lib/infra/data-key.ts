import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AnyPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';

/**
 * A customer managed key. Like AWS managed keys, everyone who may use the table and the bucket can use it
 * through them, and nobody can use it directly. No role changes with it, and presigned links keep working.
 */
export class DataKey extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const { account, region } = Stack.of(this);
    this.key = new Key(this, 'Key', {
      description: 'Conversations and their recordings',
      enableKeyRotation: true,
      // Without the key, no data could be read.
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.key.addToResourcePolicy(
      new PolicyStatement({
        principals: [new AnyPrincipal()],
        actions: ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey'],
        resources: ['*'],
        conditions: {
          StringEquals: {
            'kms:CallerAccount': account,
            'kms:ViaService': [`dynamodb.${region}.amazonaws.com`, `s3.${region}.amazonaws.com`],
          },
        },
      }),
    );
  }
}
