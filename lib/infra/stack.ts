import type { App } from 'aws-cdk-lib';
import { CfnOutput, Stack, Tags } from 'aws-cdk-lib';
import type { Bundle } from '#lib/bundles.ts';
import { answersRequests } from '#lib/function-settings.ts';
import { Clock } from './clock.ts';
import { Domain } from './domain.ts';
import { Followers } from './followers.ts';
import { Gateway } from './gateway.ts';
import { Logs } from './logs.ts';
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

    const storage = new Storage(this, 'Storage', settings);
    const logs = new Logs(this, 'Logs', settings);
    const functions = new Map(
      bundles.map((bundle) => {
        const { function: made } = new PlatformFunction(this, {
          bundle,
          resources: storage,
          logGroup: answersRequests(bundle.id) ? logs.requests : logs.events,
          tracing: settings.logs.tracing,
          concurrency: settings.caps.function_concurrency,
        });
        return [bundle.id, made] as const;
      }),
    );
    const functionOf = (id: string) => {
      const found = functions.get(id);
      if (!found) throw new Error(`There is no bundle of ${id}: npm run build`);
      return found;
    };

    const domain = settings.domain && new Domain(this, 'Domain', settings.domain).domainName;
    const { api } = new Gateway(this, 'Gateway', {
      name: stackName,
      settings,
      functionOf,
      accessLog: logs.access,
      domain,
    });
    new Followers(this, 'Followers', { ...storage, functionOf });
    new Clock(this, 'Clock', functionOf);

    new CfnOutput(this, 'BaseUrl', { value: domain ? `https://${domain.name}` : api.apiEndpoint });
    new CfnOutput(this, 'TableName', { value: storage.table.tableName });
    new CfnOutput(this, 'BucketName', { value: storage.bucket.bucketName });
    if (domain) new CfnOutput(this, 'DomainTarget', { value: domain.regionalDomainName });
  }
}
