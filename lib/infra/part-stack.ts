import type { CfnStack, Stack } from 'aws-cdk-lib';
import { CfnParameter, NestedStack } from 'aws-cdk-lib';
import type { Data } from './data-stack.ts';

/**
 * A stack nested in the platform stack, so that a deployment changes all of them or none. The platform stack
 * looks up the names of the table and the bucket in the data stack and passes them on as parameters.
 */
export class PartStack extends NestedStack implements Data {
  readonly table: Data['table'];
  readonly bucket: Data['bucket'];
  readonly auditBucket: Data['auditBucket'];
  readonly secretsKey: Data['secretsKey'];
  readonly signingKey: Data['signingKey'];
  readonly #passed = new Map<string, string>();

  constructor(scope: Stack, id: string, { table, bucket, auditBucket, secretsKey, signingKey }: Data) {
    super(scope, id);
    (this.nestedStackResource as CfnStack).overrideLogicalId(id);
    const pass = (name: string, value: string): string => this.pass(name, value);
    // Only values that are used become parameters.
    this.table = {
      get tableName() {
        return pass('TableName', table.tableName);
      },
      get tableArn() {
        return pass('TableArn', table.tableArn);
      },
      get tableStreamArn() {
        return pass('TableStreamArn', table.tableStreamArn);
      },
    };
    this.bucket = {
      get bucketName() {
        return pass('BucketName', bucket.bucketName);
      },
      get bucketArn() {
        return pass('BucketArn', bucket.bucketArn);
      },
    };
    this.auditBucket = {
      get bucketName() {
        return pass('AuditBucketName', auditBucket.bucketName);
      },
      get bucketArn() {
        return pass('AuditBucketArn', auditBucket.bucketArn);
      },
    };
    this.secretsKey = secretsKey && {
      get keyArn() {
        return pass('SecretsKeyArn', secretsKey.keyArn);
      },
    };
    this.signingKey = signingKey && {
      get keyArn() {
        return pass('AuditSigningKeyArn', signingKey.keyArn);
      },
    };
  }

  /** CloudFormation deploys this stack after the other one, and removes it first. */
  deployAfter(other: PartStack | undefined): void {
    if (other)
      (this.nestedStackResource as CfnStack).addResourceDependency(other.nestedStackResource as CfnStack);
  }

  /** A value of another stack, as a parameter with this name. */
  protected pass(name: string, value: string): string {
    const passed = this.#passed.get(name) ?? new CfnParameter(this, name).valueAsString;
    if (!this.#passed.has(name)) {
      this.#passed.set(name, passed);
      this.setParameter(name, value);
    }
    return passed;
  }
}
