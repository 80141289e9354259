import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableClass,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { CfnBucket, IBucket, LifecycleRule, ReplicationRule } from 'aws-cdk-lib/aws-s3';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  HttpMethods,
  ObjectOwnership,
  StorageClass,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { exportsFolder } from '#lib/domain/exports/export.ts';
import { payloadsFolder } from '#lib/domain/integrations/payloads.ts';
import { recordingsFolder } from '#lib/domain/recordings/recording.ts';
import { speechFolder } from '#lib/domain/speech/speech.ts';
import type { IndexDefinition } from '#lib/store/table-definition.ts';
import { tableDefinition } from '#lib/store/table-definition.ts';
import { acknowledge } from './acknowledged.ts';
import { DataKey } from './data-key.ts';
import { ReplicationRole } from './replication-role.ts';
import type { Replication, Settings } from './settings.ts';

const string = (name: string) => ({ name, type: AttributeType.STRING });

/** The attributes that an index contains besides its keys, or all of them. */
const projection = (includes: IndexDefinition['includes']) => {
  if (!includes) return { projectionType: ProjectionType.ALL };
  return includes.length === 0
    ? { projectionType: ProjectionType.KEYS_ONLY }
    : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...includes] };
};

const atMost = (units: number | undefined, name: 'maxReadRequestUnits' | 'maxWriteRequestUnits') =>
  units === undefined ? {} : { [name]: units };

/** The keys of replicas, by region. */
const keysOf = (replication: Replication | undefined): Record<string, string> =>
  replication?.key_arn ? { [replication.region]: replication.key_arn } : {};

/** The number of an index of facets; 0 for another one. */
const numberOf = (name: string): number => Number(/^by_f(\d+)$/.exec(name)?.[1] ?? 0);

/** The indexes up to the last one that the table gets in this deployment; absent: all. */
const indexesUntil = (last: string | undefined) =>
  tableDefinition.indexes.filter(({ name }) => last === undefined || numberOf(name) <= numberOf(last));

const tableClasses: Readonly<Record<Settings['data']['table_class'], TableClass>> = {
  standard: TableClass.STANDARD,
  standard_infrequent_access: TableClass.STANDARD_INFREQUENT_ACCESS,
};

/** The name of the replication rule for recordings, and of its metrics. */
export const recordingsRule = 'recordings';

/** Settings that all buckets of the platform share. */
export const closedBucket = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
  objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
  removalPolicy: RemovalPolicy.RETAIN,
};

/** The lifecycle of objects in the recordings' bucket, or in its copy: retention and storage class. */
export const recordingsLifecycle = ({ recordings_tiering_days: days }: Settings['data']): LifecycleRule[] => [
  {
    abortIncompleteMultipartUploadAfter: Duration.days(1),
    // Without replication there are no versions. With it, or after it was turned off, an erased object is
    // removed a day later.
    noncurrentVersionExpiration: Duration.days(1),
    expiredObjectDeleteMarker: true,
  },
  { prefix: payloadsFolder, expiration: Duration.days(30) },
  { prefix: speechFolder, expiration: Duration.days(1) },
  // Cleans up after an export that was removed while one of its files was being written.
  { prefix: exportsFolder, expiration: Duration.days(8) },
  ...(days === null
    ? []
    : [
        {
          transitions: [
            { storageClass: StorageClass.INTELLIGENT_TIERING, transitionAfter: Duration.days(days) },
          ],
        },
      ]),
];

/** The one table and the bucket of recordings. Both are retained when their stack is deleted. */
export class Storage extends Construct {
  readonly table: TableV2;
  readonly bucket: Bucket;

  /** `copies` is the bucket in another region that recordings are replicated to. */
  constructor(scope: Construct, id: string, { data, logs, caps }: Settings, copies?: IBucket) {
    super(scope, id);
    const key = data.own_key ? new DataKey(this, 'Key').key : undefined;
    const maximum = {
      ...atMost(caps.table_read_units, 'maxReadRequestUnits'),
      ...atMost(caps.table_write_units, 'maxWriteRequestUnits'),
    };

    const { restored_table: restored } = data;
    // Another logical name is another resource, so that CloudFormation imports it instead of replacing the
    // current one.
    this.table = new TableV2(this, restored ? `Table-${restored}` : 'Table', {
      ...(restored && { tableName: restored }),
      partitionKey: string(tableDefinition.partitionKey),
      sortKey: string(tableDefinition.sortKey),
      globalSecondaryIndexes: indexesUntil(data.last_index).map(
        ({ name, partitionKey, sortKey, includes }) => ({
          indexName: name,
          partitionKey: string(partitionKey),
          sortKey: string(sortKey),
          ...projection(includes),
          ...maximum,
        }),
      ),
      billing: Billing.onDemand(maximum),
      ...(key && { encryption: TableEncryptionV2.customerManagedKey(key, keysOf(data.replication)) }),
      ...(data.replication && { replicas: [{ region: data.replication.region }] }),
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: data.recovery_days > 0,
        ...(data.recovery_days > 0 && { recoveryPeriodInDays: data.recovery_days }),
      },
      tableClass: tableClasses[data.table_class],
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
      // Replication reads both images, and the view cannot be changed once there is a replica.
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: tableDefinition.timeToLive,
    });

    const replicating = copies && new ReplicationRole(this, 'Replication');
    const copiesKey = data.replication?.key_arn;
    this.bucket = new Bucket(this, 'Recordings', {
      ...closedBucket,
      ...this.#encryption(key),
      ...(data.recordings_access_logs && this.#accessLogs(logs.retention_days)),
      // Not versioned unless it is replicated: keys are never reused, and erased data must disappear.
      ...(copies && replicating && this.#replicated(copies, replicating, copiesKey)),
      lifecycleRules: recordingsLifecycle(data),
      // The link is the permission: a page of any origin may use it.
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
    if (copies) replicating?.allow(this.bucket, copies, copiesKey);
    if (!data.recordings_access_logs) acknowledge(this.bucket, 'AwsSolutions-S1:recordings');
    // The library's option would create a function that may change every bucket.
    const resource = this.bucket.node.defaultChild as CfnBucket;
    if (copies) {
      // The library's option would also notify about each recording that takes longer than 15 minutes.
      resource.addPropertyOverride('ReplicationConfiguration.Rules.0.Destination.Metrics', {
        Status: 'Enabled',
      });
    }
    resource.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
  }

  #encryption(key: Key | undefined) {
    return key
      ? { encryption: BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true }
      : { encryption: BucketEncryption.S3_MANAGED };
  }

  #accessLogs(retentionDays: number) {
    const bucket = new Bucket(this, 'RecordingsAccess', {
      ...closedBucket,
      encryption: BucketEncryption.S3_MANAGED,
      lifecycleRules: [{ expiration: Duration.days(retentionDays) }],
    });
    acknowledge(bucket, 'AwsSolutions-S1:access');
    // The library's types disagree about which fields may be undefined.
    return { serverAccessLogsBucket: bucket as IBucket };
  }

  /**
   * Replicates recordings only: everything else in the bucket expires within a month. Erasures are replicated
   * as well.
   */
  #replicated(copies: IBucket, { role }: ReplicationRole, keyArn: string | undefined) {
    const rule: ReplicationRule = {
      id: recordingsRule,
      destination: copies,
      filter: { prefix: recordingsFolder },
      priority: 1,
      deleteMarkerReplication: true,
      ...(keyArn && { kmsKey: Key.fromKeyArn(this, 'CopiesKey', keyArn), sseKmsEncryptedObjects: true }),
    };
    return { versioned: true, replicationRules: [rule], replicationRole: role };
  }
}
