import type { App } from 'aws-cdk-lib';
import { CfnOutput, CrossStackReferences, ReferenceStrength, Stack, Tags } from 'aws-cdk-lib';
import type { CfnApi, HttpApi, IHttpApi, IWebSocketApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Bundle } from '#lib/build/bundles.ts';
import { answersRequests, callSocketFunction, toolFunction, unrouted } from '#lib/build/function-settings.ts';
import type { Operation } from '#lib/contract/index.ts';
import { operations as contractOperations } from '#lib/contract/index.ts';
import { isLive } from '#lib/contract/route.ts';
import { acknowledge } from './acknowledged.ts';
import { Alarms } from './alarms.ts';
import { BackgroundStack } from './background-stack.ts';
import { Budget } from './budget.ts';
import { Canary } from './canary.ts';
import { CheckStack, consoleRegion } from './check-stack.ts';
import { ConsoleStack } from './console-stack.ts';
import { Overview } from './dashboard.ts';
import type { Data } from './data-stack.ts';
import { DataStack } from './data-stack.ts';
import { Domain } from './domain.ts';
import { Gateway } from './gateway.ts';
import { LiveStack } from './live-stack.ts';
import { Logs } from './logs.ts';
import { measuresOf } from './measured.ts';
import type { FunctionOptions } from './platform-function.ts';
import { PlatformFunction } from './platform-function.ts';
import { ReplicaStack } from './replica-stack.ts';
import { ResourceStack } from './resource-stack.ts';
import type { Settings, Stage } from './settings.ts';
import { checkConcurrency } from './settings.ts';
import { callSocketsOf, SocketStack } from './socket-stack.ts';

export interface PlatformProps extends Stage {
  /** The functions that the last build made. */
  readonly bundles: readonly Bundle[];
  /** The routes of the contract. */
  readonly operations?: readonly Operation[];
}

/** API Gateway refuses concurrent changes of one API, so this many stacks write routes at a time. */
const writersAtOnce = 3;

/**
 * Everything that a deployment can recreate: the API, with a nested stack for each resource of the contract,
 * background work, and the monitoring of both.
 */
export class PlatformStack extends Stack {
  readonly apiId: string;

  constructor(
    scope: App,
    {
      bundles,
      operations = contractOperations,
      stackName,
      settings,
      data,
    }: PlatformProps & { readonly data: Data },
  ) {
    const { account, region } = settings;
    super(scope, stackName, {
      description: 'AI voice agents, their conversations and the organizations that own them',
      env: { ...(account && { account }), ...(region && { region }) },
    });
    // Each platform has its own line in the bill once the tag is activated there.
    Tags.of(this).add('platform', stackName);
    // CloudFormation refuses to change an export that is in use, so a restored table could not take the place
    // of the first.
    CrossStackReferences.of(this).consume(ReferenceStrength.WEAK);

    checkConcurrency(settings, bundles);
    const logs = new Logs(this, 'Logs', stackName, settings);
    const common = {
      platform: stackName,
      model: settings.model,
      speech: settings.speech,
      ears: settings.ears,
      secretsRotation: settings.secrets_rotation,
      tracing: settings.logs.tracing,
    };
    const viewerProof = settings.console.enabled ? this.#viewerProof(settings) : undefined;
    // No caller can multiply the work of followers and scheduled functions, and a cap would delay it.
    const following: FunctionOptions = {
      ...common,
      logGroup: logs.events,
      caps: {},
      versioned: false,
    };
    // Apart from its function, which calls one of the background, where others send to its connections.
    const socketApi = new WebSocketApi(this, 'CallApi', { apiName: `${stackName}-calls` });
    (socketApi.node.defaultChild as CfnApi).overrideLogicalId('CallApi');
    const background = new BackgroundStack(this, 'Background', {
      data,
      options: following,
      callApiId: socketApi.apiId,
      streamLabel: settings.data.stream_arn?.split('/').at(-1),
      bundles: bundles.filter(({ id }) => !answersRequests(id) && id !== callSocketFunction),
    });
    const answering: FunctionOptions = {
      ...common,
      viewerProof,
      toolFunction: background.functionOf(toolFunction),
      logGroup: logs.requests,
      caps: settings.caps,
      throttle: settings.throttle,
      versioned: settings.canary !== undefined,
    };

    const named = settings.domain && new Domain(this, 'Domain', settings.domain);
    const domain = named?.domainName;
    const socketName = settings.domain?.socket_name;
    const socketNamed =
      settings.domain && socketName
        ? new Domain(this, 'SocketDomain', { ...settings.domain, name: socketName })
        : undefined;
    const gateway = new Gateway(this, 'Gateway', {
      name: stackName,
      settings,
      accessLog: logs.access,
      domain,
    });
    // The library's types disagree about which fields may be undefined.
    const api = gateway.api as HttpApi & IHttpApi;

    this.apiId = api.apiId;

    const { failed, functionOf } = background;
    const measures = measuresOf({
      platform: stackName,
      table: data.table,
      copies:
        settings.data.replication && data.copiesName
          ? { region: settings.data.replication.region, from: data.bucket.bucketName, to: data.copiesName }
          : undefined,
      certificates: [
        // One that the operator has brought is of both names.
        ...new Set([named, socketNamed].flatMap((one) => (one ? [one.certificateArn] : []))),
        // CloudFront's certificates and their metrics are in one region. Elsewhere, the check from outside
        // looks at them.
        ...(region === consoleRegion && settings.console.domain
          ? [settings.console.domain.certificate_arn]
          : []),
      ],
      api,
      socketApi,
      failed,
      functionOf,
      slowMs: settings.alarms.slow_ms,
      accessLog: settings.logs.access,
    });
    const alarms = new Alarms(this, 'Alarms', measures, settings);
    new Overview(this, 'Overview', {
      measures,
      alarms: alarms.all,
      objectives: settings.alarms,
      requests: logs.requests,
      tableName: data.table.tableName,
    });
    if (settings.alarms.monthly_budget_usd !== undefined) {
      new Budget(this, 'Budget', {
        platform: stackName,
        monthlyUsd: settings.alarms.monthly_budget_usd,
        topic: alarms.topic,
      });
    }
    const canary =
      settings.canary &&
      new Canary(this, 'Canary', { pace: settings.canary, measures, slowMs: settings.alarms.slow_ms });

    const bundleOf = (id: string): Bundle => {
      const found = bundles.find((bundle) => bundle.id === id);
      if (!found) throw new Error(`There is no bundle of ${id}: npm run build`);
      return found;
    };
    const live = new LiveStack(this, {
      name: stackName,
      data,
      options: answering,
      canary,
      settings,
      accessLog: logs.access,
      domain,
      operations: operations
        .filter(({ route }) => isLive(route))
        .map((operation) => ({ ...operation, bundle: bundleOf(operation.id) })),
    });
    const calls = new SocketStack(this, {
      // The library's types disagree about which fields may be undefined.
      api: socketApi as WebSocketApi & IWebSocketApi,
      data,
      // At a cap, calls in progress would fall silent.
      options: { ...answering, caps: {} },
      canary,
      settings,
      accessLog: logs.access,
      domain: socketNamed?.domainName,
      bundle: bundleOf(callSocketFunction),
    });
    // The account's role for access logs is there before a stage of a WebSocket API needs it.
    calls.deployAfter(live);
    // Nobody is given an address that does not lead there yet: all functions that tell it come later.
    if (socketNamed) calls.node.addDependency(socketNamed);
    const buffered = operations.filter(({ route }) => !isLive(route));
    const parts: ResourceStack[] = [];
    for (const [resource, routes] of Map.groupBy(buffered, (operation) => operation.resource)) {
      const part = new ResourceStack(this, resource, {
        data,
        api,
        options: { ...answering, liveUrl: live.url },
        canary,
        callApiId: socketApi.apiId,
        socketName,
        operations: routes.map((operation) => ({ ...operation, bundle: bundleOf(operation.id) })),
      });
      part.deployAfter(parts.at(-writersAtOnce) ?? (socketNamed && calls));
      parts.push(part);
    }
    const refusing = new PlatformFunction(this, { bundle: bundleOf(unrouted), data, ...answering });
    canary?.add(refusing);
    gateway.addUnrouted(refusing);
    gateway.openAfter(parts);

    if (viewerProof) {
      const console = new ConsoleStack(this, 'Console', {
        platform: stackName,
        data,
        api: gateway.api,
        apiDomain: domain && settings.domain?.name,
        streams: live.origin,
        settings: settings.console,
        ears: settings.ears,
        callApiId: socketApi.apiId,
        socketName,
        log: logs.events,
        viewerProof,
      });
      new CfnOutput(this, 'ConsoleUrl', { value: console.url });
    }
    new CfnOutput(this, 'ApiId', { value: api.apiId });
    new CfnOutput(this, 'BaseUrl', { value: domain ? `https://${domain.name}` : api.apiEndpoint });
    new CfnOutput(this, 'LiveUrl', { value: live.url });
    new CfnOutput(this, 'LiveApiId', { value: live.apiId });
    new CfnOutput(this, 'CallsUrl', { value: callSocketsOf(() => socketApi.apiId, socketName).url });
    new CfnOutput(this, 'AlarmTopic', { value: alarms.topic.topicArn });
    new CfnOutput(this, 'FailedEvents', { value: failed.queueUrl });
    new CfnOutput(this, 'RequestsLog', { value: logs.requests.logGroupName });
    if (logs.access) new CfnOutput(this, 'AccessLog', { value: logs.access.logGroupName });
    new CfnOutput(this, 'EventsLog', { value: logs.events.logGroupName });
    if (domain) new CfnOutput(this, 'DomainTarget', { value: domain.regionalDomainName });
    if (socketNamed) {
      new CfnOutput(this, 'SocketDomainTarget', { value: socketNamed.domainName.regionalDomainName });
    }
  }

  /** The secret that CloudFront and the functions share. */
  #viewerProof({ secrets_rotation }: Settings): ISecret {
    const secret = new Secret(this, `ViewerProof${secrets_rotation || ''}`, {
      description: 'Proves to the API that CloudFront has passed a request on',
      generateSecretString: { excludePunctuation: true, passwordLength: 40 },
    });
    acknowledge(secret, 'AwsSolutions-SMG4');
    // The library's types disagree about which fields may be undefined.
    return secret as ISecret;
  }
}

export interface Stacks {
  readonly data: DataStack;
  /** Present if the operator wants copies in another region. */
  readonly replica: ReplicaStack | undefined;
  readonly platform: PlatformStack;
  /** Present if the operator wants a health check from outside. */
  readonly check: CheckStack | undefined;
}

/** The stacks of a platform. Each refers to names in the one before it, which is deployed first. */
export const addPlatform = (app: App, props: PlatformProps): Stacks => {
  const { replication } = props.settings.data;
  const replica = replication && new ReplicaStack(app, props, replication);
  const data = new DataStack(app, props, replica?.copies);
  const platform = new PlatformStack(app, { ...props, data });
  const { health_check } = props.settings.alarms;
  const check = health_check ? new CheckStack(app, { ...props, apiId: platform.apiId }) : undefined;
  return { data, replica, platform, check };
};
