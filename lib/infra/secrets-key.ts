import { RemovalPolicy } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';

/**
 * The key under which the secrets of other services are kept. It encrypts a data key for each secret and never sees a
 * secret; a function's role says whether the function may make such keys, or read them.
 */
export class SecretsKey extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      description: 'Secrets of voice providers and webhooks',
      enableKeyRotation: true,
      // Without it no secret could be read again.
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }
}
