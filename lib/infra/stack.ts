import type { App, StackProps } from 'aws-cdk-lib';
import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { CorsHttpMethod, HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { EventType } from 'aws-cdk-lib/aws-s3';
import { LambdaDestination } from 'aws-cdk-lib/aws-s3-notifications';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Bundle } from '#lib/bundles.ts';
import { crossOrigin } from '#lib/contract/cors.ts';
import { operations } from '#lib/contract/index.ts';
import { methodsOf, pathOf } from '#lib/contract/route.ts';
import type { Event } from '#lib/data/events.ts';
import { begunEvents, wordEvents } from '#lib/data/events.ts';
import { eventsPartition } from '#lib/data/keys.ts';
import { recordingsFolder } from '#lib/domain/recording.ts';
import { scheduleMinutes } from '#lib/function-settings.ts';
import { PlatformFunction } from './platform-function.ts';
import type { Settings } from './settings.ts';
import { Storage } from './storage.ts';

export interface PlatformStackProps extends StackProps {
  /** What the last build made: every function of the contract, and those that follow events. */
  readonly bundles: readonly Bundle[];
  readonly settings: Settings;
}

/** The whole platform: one table, one bucket, and a function for each route of the contract. */
export class PlatformStack extends Stack {
  constructor(scope: App, id: string, { bundles, settings, ...props }: PlatformStackProps) {
    super(scope, id, props);

    const storage = new Storage(this, 'Storage');
    const { table, bucket } = storage;
    const resources = { table, bucket, model: settings.model };
    const functions = new Map(
      bundles.map((bundle) => [bundle.id, new PlatformFunction(this, bundle, resources).function] as const),
    );
    const functionOf = (id: string) => {
      const found = functions.get(id);
      if (!found) throw new Error(`There is no bundle of ${id}: npm run build`);
      return found;
    };

    const { cors_origins: allowOrigins } = settings;
    const api = new HttpApi(this, 'Api', {
      apiName: id,
      ...(allowOrigins.length > 0 && {
        corsPreflight: {
          allowOrigins,
          allowMethods: crossOrigin.methods.map((method) => CorsHttpMethod[method]),
          allowHeaders: [...crossOrigin.requestHeaders],
          exposeHeaders: [...crossOrigin.responseHeaders],
          maxAge: Duration.seconds(crossOrigin.maxAgeSeconds),
        },
      }),
    });
    for (const { id: operation, route } of operations) {
      const integration = new HttpLambdaIntegration(`${operation}.Integration`, functionOf(operation));
      for (const method of methodsOf(route)) {
        new HttpRoute(this, `${operation}.${method === 'HEAD' ? 'HeadRoute' : 'Route'}`, {
          httpApi: api,
          routeKey: HttpRouteKey.with(pathOf(route), HttpMethod[method]),
          integration,
        });
      }
    }
    new HttpRoute(this, 'unrouted.Route', {
      httpApi: api,
      routeKey: HttpRouteKey.DEFAULT,
      integration: new HttpLambdaIntegration('unrouted.Integration', functionOf('events.unrouted')),
    });

    // What could not be processed is kept for two weeks, as long as SQS keeps anything.
    const failed = new Queue(this, 'FailedEvents', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    const recordingUploaded = functionOf('events.recordingUploaded');
    recordingUploaded.configureAsyncInvoke({ onFailure: new SqsDestination(failed), retryAttempts: 2 });
    storage.bucket.addEventNotification(EventType.OBJECT_CREATED, new LambdaDestination(recordingUploaded), {
      prefix: recordingsFolder,
    });

    const follow = (id: string, types: readonly Event['type'][], retryAttempts: number) =>
      functionOf(id).addEventSource(
        // The library's own types do not agree with each other about what may be undefined.
        new DynamoEventSource(storage.table as ITable, {
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
          retryAttempts,
          onFailure: new SqsDlq(failed),
        }),
      );
    // A shard of a stream takes two followers well (docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html).
    follow('events.indexConversation', wordEvents, 20);
    // With the pauses in between, for as long as the stream keeps them, which is a day.
    follow('events.finishWrite', begunEvents, 1000);

    for (const [scheduled, minutes] of Object.entries(scheduleMinutes)) {
      const target = functionOf(scheduled);
      // The next run does what this one could not.
      target.configureAsyncInvoke({ retryAttempts: 0 });
      new Rule(this, `${scheduled}.Schedule`, {
        schedule: Schedule.rate(Duration.minutes(minutes)),
        targets: [new LambdaFunction(target)],
      });
    }

    new CfnOutput(this, 'BaseUrl', { value: api.apiEndpoint });
    new CfnOutput(this, 'TableName', { value: storage.table.tableName });
    new CfnOutput(this, 'BucketName', { value: storage.bucket.bucketName });
  }
}
