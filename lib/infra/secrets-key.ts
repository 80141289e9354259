import { RemovalPolicy } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';

/**
 * The key that encrypts the secrets of other services. It encrypts a data key for each secret and never sees
 * a secret. A function's role allows creating data keys, decrypting them, or neither.
 */
export class SecretsKey extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      description: 'Secrets of voice providers and webhooks',
      enableKeyRotation: true,
      // Without the key, no secret could be decrypted.
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }
}
