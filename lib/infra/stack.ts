import type { App } from 'aws-cdk-lib';
import { CfnOutput, Stack, Tags } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Bundle } from '#lib/bundles.ts';
import { answersRequests } from '#lib/function-settings.ts';
import { Alarms } from './alarms.ts';
import { Canary } from './canary.ts';
import { Clock } from './clock.ts';
import { Overview } from './dashboard.ts';
import { Domain } from './domain.ts';
import { Followers } from './followers.ts';
import { Gateway } from './gateway.ts';
import { Logs } from './logs.ts';
import { measuresOf } from './measured.ts';
import { PlatformFunction } from './platform-function.ts';
import type { Stage } from './settings.ts';
import { Storage } from './storage.ts';

export interface PlatformStackProps extends Stage {
  /** What the last build made: every function of the contract, and those that follow events. */
  readonly bundles: readonly Bundle[];
}

/** The whole platform: one table, one bucket, and a function for each route of the contract. */
export class PlatformStack extends Stack {
  constructor(scope: App, { bundles, stackName, settings }: PlatformStackProps) {
    const { account, region } = settings;
    super(scope, stackName, {
      description: 'AI voice agents, their conversations and the organisations that own them',
      env: { ...(account && { account }), ...(region && { region }) },
      terminationProtection: settings.termination_protection,
    });
    // What it costs is told apart in the bill once the tag is activated there.
    Tags.of(this).add('platform', stackName);

    const { table, bucket } = new Storage(this, 'Storage', settings);
    const resources = { platform: stackName, table, bucket, model: settings.model };
    const logs = new Logs(this, 'Logs', settings);
    const functions = new Map(
      bundles.map((bundle) => {
        const answers = answersRequests(bundle.id);
        const made = new PlatformFunction(this, {
          bundle,
          resources,
          logGroup: answers ? logs.requests : logs.events,
          tracing: settings.logs.tracing,
          // What follows writes or the clock is no caller's to multiply, and a cap would make it late.
          concurrency: answers ? settings.caps.function_concurrency : undefined,
          versioned: answers && settings.canary !== undefined,
        });
        return [bundle.id, made] as const;
      }),
    );
    const made = (id: string): PlatformFunction => {
      const found = functions.get(id);
      if (!found) throw new Error(`There is no bundle of ${id}: npm run build`);
      return found;
    };
    const functionOf = (id: string) => made(id).function;

    const domain = settings.domain && new Domain(this, 'Domain', settings.domain).domainName;
    const { api } = new Gateway(this, 'Gateway', {
      name: stackName,
      settings,
      // The library's own types do not agree with each other about what may be undefined.
      functionOf: (id) => (made(id).live ?? functionOf(id)) as IFunction,
      accessLog: logs.access,
      domain,
    });
    const { failed } = new Followers(this, 'Followers', { table, bucket, functionOf });
    new Clock(this, 'Clock', functionOf);

    const measures = measuresOf({ ...resources, api, failed, functionOf });
    const alarms = new Alarms(this, 'Alarms', measures, settings);
    new Overview(this, 'Overview', {
      measures,
      alarms: Object.values(alarms.all),
      requests: logs.requests,
      tableName: table.tableName,
    });
    if (settings.canary) {
      new Canary(this, 'Canary', {
        pace: settings.canary,
        functions: [...functions.values()],
        measures,
        slowMs: settings.alarms.slow_ms,
      });
    }

    new CfnOutput(this, 'BaseUrl', { value: domain ? `https://${domain.name}` : api.apiEndpoint });
    new CfnOutput(this, 'TableName', { value: table.tableName });
    new CfnOutput(this, 'BucketName', { value: bucket.bucketName });
    new CfnOutput(this, 'AlarmTopic', { value: alarms.topic.topicArn });
    new CfnOutput(this, 'FailedEvents', { value: failed.queueUrl });
    new CfnOutput(this, 'RequestsLog', { value: logs.requests.logGroupName });
    new CfnOutput(this, 'EventsLog', { value: logs.events.logGroupName });
    if (domain) new CfnOutput(this, 'DomainTarget', { value: domain.regionalDomainName });
  }
}
