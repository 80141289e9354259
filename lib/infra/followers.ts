import { Duration } from 'aws-cdk-lib';
import type { ITable, ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Match, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as Target } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { recordingsFolder } from '#lib/domain/recordings/recording.ts';
import type { FollowerFunction } from '#lib/store/events/followers.ts';
import { followerFunctions, followerNames, followers, taskStarter } from '#lib/store/events/followers.ts';
import { heartbeatType } from '#lib/store/events/heartbeat.ts';
import { eventsPartition, tasksPartition } from '#lib/store/keys.ts';
import type { Data } from './data-stack.ts';

export interface FollowersProps {
  readonly data: Data;
  readonly streamLabel: string | undefined;
  /** The dead-letter queue for events that cannot be followed. */
  readonly failed: Queue;
  readonly functionOf: (id: string) => LambdaFunction;
}

/** The functions that follow writes and uploads, and their sources of events. */
export class Followers extends Construct {
  readonly #props: FollowersProps;
  readonly #table: ITableV2;

  constructor(scope: Construct, id: string, props: FollowersProps) {
    super(scope, id);
    this.#props = props;
    const { tableArn, tableStreamArn } = props.data.table;
    const { streamLabel } = props;
    // Another id creates new mappings, because CloudFormation cannot know that the first ones were deleted.
    this.#table = TableV2.fromTableAttributes(this, streamLabel ? `Table-${streamLabel}` : 'Table', {
      tableArn,
      tableStreamArn,
    });
    this.#followBucket();
    for (const id of followerFunctions) this.#followTable(id);
  }

  #followBucket(): void {
    const { data, failed, functionOf } = this.#props;
    const received = functionOf('events.recordingUploaded');
    received.configureAsyncInvoke({ onFailure: new SqsDestination(failed), retryAttempts: 2 });
    new Rule(this, 'RecordingUploaded', {
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: {
          bucket: { name: [data.bucket.bucketName] },
          object: { key: Match.prefix(recordingsFolder) },
        },
      },
      // Retries for a day when the function cannot be invoked.
      targets: [new Target(received, { deadLetterQueue: failed })],
    });
  }

  #followTable(id: FollowerFunction): void {
    const { failed, functionOf } = this.#props;
    const run = followerNames.map((name) => followers[name]).filter((follower) => follower.function === id);
    const types = new Set<string>([...run.flatMap(({ events }) => [...events]), heartbeatType]);
    // The work of these followers is recorded nowhere else, so while the table is unavailable, it is retried
    // for a day.
    const retryAttempts = run.some(({ mustFinish }) => mustFinish) ? 1000 : 20;
    functionOf(id).addEventSource(
      // The library's types disagree about which fields may be undefined.
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
          ...(id === taskStarter
            ? [
                FilterCriteria.filter({
                  eventName: FilterRule.isEqual('INSERT'),
                  dynamodb: { Keys: { pk: { S: FilterRule.beginsWith(tasksPartition('')) } } },
                }),
              ]
            : []),
        ],
        batchSize: 10,
        parallelizationFactor: 4,
        reportBatchItemFailures: true,
        bisectBatchOnError: true,
        // Failed events are parked. The stream delivers an event again only if a function is cut off or
        // cannot park it.
        retryAttempts,
        maxRecordAge: Duration.days(1),
        onFailure: new SqsDlq(failed),
      }),
    );
  }
}
