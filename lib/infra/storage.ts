import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, StreamViewType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  HttpMethods,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { tableDefinition } from '#lib/data/table-definition.ts';

const string = (name: string) => ({ name, type: AttributeType.STRING });

/** What outlives every deployment: the one table and the bucket of recordings. Both stay when the stack goes. */
export class Storage extends Construct {
  readonly table: TableV2;
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);

    this.table = new TableV2(this, 'Table', {
      partitionKey: string(tableDefinition.partitionKey),
      sortKey: string(tableDefinition.sortKey),
      globalSecondaryIndexes: tableDefinition.indexes.map(({ name, partitionKey, sortKey }) => ({
        indexName: name,
        partitionKey: string(partitionKey),
        sortKey: string(sortKey),
      })),
      billing: Billing.onDemand(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
      dynamoStream: StreamViewType.NEW_IMAGE,
      timeToLiveAttribute: tableDefinition.timeToLive,
    });

    this.bucket = new Bucket(this, 'Recordings', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      removalPolicy: RemovalPolicy.RETAIN,
      // Not versioned: keys are never used twice, and what is erased must be gone.
      lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      // A link is the permission; whoever has one may use it from a page of any origin.
      cors: [
        {
          allowedMethods: [HttpMethods.GET, HttpMethods.HEAD, HttpMethods.PUT],
          allowedOrigins: ['*'],
          allowedHeaders: ['*'],
          exposedHeaders: ['accept-ranges', 'content-length', 'content-range', 'etag'],
          maxAge: 3600,
        },
      ],
    });
  }
}
