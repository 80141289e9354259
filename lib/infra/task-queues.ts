import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { TaskKind } from '#lib/data/tasks/kinds.ts';
import { taskKindNames, taskKinds } from '#lib/data/tasks/kinds.ts';
import { acknowledge } from './acknowledged.ts';
import type { TaskQueues } from './permissions.ts';

/** How often a run may end without a word, cut off by Lambda, before its message is put aside. */
const maxReceiveCount = 5;

/** A queue for each kind of task, and one for what nothing can be done about. */
export class Queues extends Construct {
  /** What was given up after all attempts, kept for two weeks, as long as SQS keeps anything. */
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
      // While a run lasts, nobody else is handed its message; Lambda wants some room beyond that.
      visibilityTimeout: Duration.seconds(taskKinds[kind].seconds + 60),
      retentionPeriod: Duration.days(4),
      // The library's own types do not agree with each other about what may be undefined.
      deadLetterQueue: { queue: this.failed as IQueue, maxReceiveCount },
    });
  }

  /** Has each kind's function work off its queue. */
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
