import type { Stack } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Bundle } from '#lib/build/bundles.ts';
import { Clock } from './clock.ts';
import type { Data } from './data-stack.ts';
import { Followers } from './followers.ts';
import { PartStack } from './part-stack.ts';
import type { FunctionOptions } from './platform-function.ts';
import { PlatformFunction } from './platform-function.ts';
import { callSocketsOf } from './socket-stack.ts';
import { Queues } from './task-queues.ts';

export interface BackgroundStackProps {
  readonly data: Data;
  readonly options: FunctionOptions;
  readonly bundles: readonly Bundle[];
  /** The id of the WebSocket API, whose connections functions send to. */
  readonly callApiId: string;
  /** The label of the table's present stream, if the operator had to connect it. */
  readonly streamLabel: string | undefined;
}

/**
 * All functions that no request waits for: those that follow writes and uploads, process tasks, or run on a
 * schedule.
 */
export class BackgroundStack extends PartStack {
  /** The dead-letter queue for events and tasks that failed after all attempts. */
  readonly failed: Queue;
  readonly functionOf: (id: string) => LambdaFunction;

  constructor(
    scope: Stack,
    id: string,
    { data, options, bundles, callApiId, streamLabel }: BackgroundStackProps,
  ) {
    super(scope, id, data);
    const queues = new Queues(this, 'Queues');
    const taskQueues = queues.tasks;
    const callSockets = callSocketsOf(() => this.pass('CallApiId', callApiId));
    this.failed = queues.failed;
    const made = new Map(
      bundles.map((bundle) => [
        bundle.id,
        new PlatformFunction(this, { bundle, data: this, taskQueues, callSockets, ...options }).function,
      ]),
    );
    this.functionOf = (id) => {
      const found = made.get(id);
      if (!found) throw new Error(`There is no bundle of ${id}. Run npm run build`);
      return found;
    };
    const { failed, functionOf } = this;
    new Followers(this, 'Followers', { data: this, streamLabel, failed, functionOf });
    queues.serve(functionOf);
    new Clock(this, 'Clock', functionOf);
  }
}
