import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { TaskKind } from '#lib/store/tasks/kinds.ts';
import { taskKindNames, taskKinds } from '#lib/store/tasks/kinds.ts';
import { acknowledge } from './acknowledged.ts';
import type { TaskQueues } from './permissions.ts';

/** The number of runs that may end by timeout before the message moves to the dead-letter queue. */
const maxReceiveCount = 5;

/** A queue for each kind of task, and the dead-letter queue. */
export class Queues extends Construct {
  /** Messages that failed after all attempts, kept for two weeks, the maximum of SQS. */
  readonly failed: Queue;
  readonly tasks: TaskQueues;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.failed = new Queue(this, 'FailedEvents', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledge(this.failed, 'AwsSolutions-SQS3', 'Serverless-SQSRedrivePolicy');
    this.tasks = Object.fromEntries(taskKindNames.map((kind) => [kind, this.#taskQueue(kind)])) as Record<
      TaskKind,
      Queue
    >;
  }

  #taskQueue(kind: TaskKind): Queue {
    return new Queue(this, `${kind}.Tasks`, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // As AWS recommends: Lambda may have to try several times until it can run the function
      // (docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html). A lost run is restarted by the
      // clock earlier than that.
      visibilityTimeout: Duration.seconds(6 * taskKinds[kind].seconds),
      retentionPeriod: Duration.days(4),
      // The library's types do not agree with each other about undefined fields.
      deadLetterQueue: { queue: this.failed as IQueue, maxReceiveCount },
    });
  }

  /** Connects each kind's function to its queue. */
  serve(functionOf: (id: string) => LambdaFunction): void {
    for (const kind of taskKindNames) {
      const worker = functionOf(taskKinds[kind].function);
      this.tasks[kind].grantConsumeMessages(worker);
      const mapping = worker.addEventSourceMapping(`${kind}.Tasks`, {
        eventSourceArn: this.tasks[kind].queueArn,
        batchSize: 1,
        maxConcurrency: taskKinds[kind].concurrency,
      });
      acknowledge(mapping, 'Serverless-LambdaEventSourceMappingDestination');
    }
  }
}
