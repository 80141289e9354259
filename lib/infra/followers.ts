import { Duration } from 'aws-cdk-lib';
import type { ITable, ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Match, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as Target } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Event } from '#lib/data/events/events.ts';
import { begunEvents, wordEvents } from '#lib/data/events/events.ts';
import { eventsPartition } from '#lib/data/keys.ts';
import { recordingsFolder } from '#lib/domain/recordings/recording.ts';
import { acknowledge } from './acknowledged.ts';
import type { Data } from './data-stack.ts';

export interface FollowersProps {
  readonly data: Data;
  readonly functionOf: (id: string) => LambdaFunction;
}

/** What happens after a write or an upload, and where that is kept which could not be done. */
export class Followers extends Construct {
  readonly failed: Queue;
  readonly #props: FollowersProps;
  readonly #table: ITableV2;

  constructor(scope: Construct, id: string, props: FollowersProps) {
    super(scope, id);
    this.#props = props;
    const { tableArn, tableStreamArn } = props.data.table;
    this.#table = TableV2.fromTableAttributes(this, 'Table', { tableArn, tableStreamArn });
    // For two weeks, as long as SQS keeps anything.
    this.failed = new Queue(this, 'FailedEvents', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledge(this.failed, 'AwsSolutions-SQS3', 'Serverless-SQSRedrivePolicy');
    this.#followBucket();
    // A shard of a stream takes two followers well (docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html).
    this.#followTable('events.indexConversation', wordEvents, 20);
    // What this one has to finish is written nowhere else: while the table cannot be reached, it waits for a day.
    this.#followTable('events.finishWrite', begunEvents, 1000);
  }

  #followBucket(): void {
    const { data, functionOf } = this.#props;
    const received = functionOf('events.recordingUploaded');
    received.configureAsyncInvoke({ onFailure: new SqsDestination(this.failed), retryAttempts: 2 });
    new Rule(this, 'RecordingUploaded', {
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: {
          bucket: { name: [data.bucket.bucketName] },
          object: { key: Match.prefix(recordingsFolder) },
        },
      },
      // Tried again for a day where the function cannot even be asked.
      targets: [new Target(received, { deadLetterQueue: this.failed })],
    });
  }

  #followTable(id: string, types: readonly Event['type'][], retryAttempts: number): void {
    this.#props.functionOf(id).addEventSource(
      // The library's own types do not agree with each other about what may be undefined.
      new DynamoEventSource(this.#table as ITable, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        filters: [
          FilterCriteria.filter({
            eventName: FilterRule.isEqual('INSERT'),
            dynamodb: {
              Keys: { pk: { S: FilterRule.beginsWith(eventsPartition('')) } },
              NewImage: { type: { S: FilterRule.or(...types) } },
            },
          }),
        ],
        batchSize: 10,
        parallelizationFactor: 4,
        reportBatchItemFailures: true,
        bisectBatchOnError: true,
        // What fails is parked. Only where a function is cut off, or cannot even park, does an event come again.
        retryAttempts,
        maxRecordAge: Duration.days(1),
        onFailure: new SqsDlq(this.failed),
      }),
    );
  }
}
