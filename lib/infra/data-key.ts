import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AnyPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';

/**
 * A key of the operator's own. As AWS's keys do, it lets whoever may use the table or the bucket use it through them, and
 * nobody directly: so no role changes with it, and presigned links work as they did.
 */
export class DataKey extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const { account, region } = Stack.of(this);
    this.key = new Key(this, 'Key', {
      description: 'Conversations, and their recordings',
      enableKeyRotation: true,
      // Without it nothing could be read again.
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
