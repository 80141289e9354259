import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as Target } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { scheduleMinutes } from '#lib/build/function-settings.ts';
import { acknowledge } from './acknowledged.ts';

/** Runs the scheduled functions, as often as `lib/build/function-settings.ts` declares. */
export class Clock extends Construct {
  constructor(scope: Construct, id: string, functionOf: (id: string) => LambdaFunction) {
    super(scope, id);
    for (const [scheduled, minutes] of Object.entries(scheduleMinutes)) {
      const target = functionOf(scheduled);
      // The next run picks up whatever this one could not do.
      target.configureAsyncInvoke({ retryAttempts: 0 });
      acknowledge(target, 'Serverless-LambdaAsyncFailureDestination');
      const rule = new Rule(this, `${scheduled}.Schedule`, {
        schedule: Schedule.rate(Duration.minutes(minutes)),
        targets: [new Target(target)],
      });
      acknowledge(rule, 'Serverless-EventBusDLQ');
    }
  }
}
