import type { Stack } from 'aws-cdk-lib';
import { Aws } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import type { DomainName, IWebSocketApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroupLogDestination, WebSocketRoute, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Bundle } from '#lib/build/bundles.ts';
import { acknowledge } from './acknowledged.ts';
import type { Canary } from './canary.ts';
import type { Data } from './data-stack.ts';
import { callFunctionName } from './measured-names.ts';
import { PartStack } from './part-stack.ts';
import type { CallSockets } from './permissions.ts';
import type { FunctionOptions } from './platform-function.ts';
import { PlatformFunction } from './platform-function.ts';
import type { Settings } from './settings.ts';

export interface SocketStackProps {
  readonly api: IWebSocketApi;
  readonly data: Data;
  readonly options: FunctionOptions;
  readonly canary: Canary | undefined;
  readonly settings: Settings;
  readonly accessLog: LogGroup | undefined;
  /** The operator's name for the API. */
  readonly domain: DomainName | undefined;
  readonly bundle: Bundle;
}

/** Also the path under the operator's name, so that an address has the same path under each name. */
const stageName = 'calls';
const hostOf = (apiId: string): string => `${apiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`;

/** The origins of the addresses that pages open: before a deployment that names the API, and after it. */
export const socketOrigins = (apiId: string, name: string | undefined): readonly string[] =>
  [name, hostOf(apiId)].flatMap((host) => (host ? [`wss://${host}`] : []));

/**
 * The addresses of the WebSocket API, by its id and the operator's name for it. A stack that needs none of
 * them does not ask for the id. Functions reach connections by API Gateway's own name, whatever name a
 * connection came by: that name is never disabled.
 */
export const callSocketsOf = (apiId: () => string, name?: string): CallSockets => {
  return {
    get url() {
      return `wss://${name ?? hostOf(apiId())}/${stageName}`;
    },
    get connectionsUrl() {
      return `https://${hostOf(apiId())}/${stageName}`;
    },
    get connectionsArn() {
      const arn = `arn:${Aws.PARTITION}:execute-api:${Aws.REGION}:${Aws.ACCOUNT_ID}:${apiId()}`;
      return `${arn}/${stageName}/*/@connections/*`;
    },
  };
};

/** The messages of callers are not in it. */
const accessLine = AccessLogFormat.custom(
  JSON.stringify({
    time: '$context.requestTimeEpoch',
    request_id: '$context.requestId',
    connection: '$context.connectionId',
    route: '$context.routeKey',
    event: '$context.eventType',
    status: '$context.status',
    function_ms: '$context.integrationLatency',
    function_error: '$context.integrationErrorMessage',
    lambda_status: '$context.integrationStatus',
    address: '$context.identity.sourceIp',
  }),
);

/**
 * The function of the WebSocket API that carriers connect to, and pages that watch. The API has a name of its
 * own: that of an HTTP API cannot lead to a WebSocket API as well
 * (docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-mappings.html).
 */
export class SocketStack extends PartStack {
  constructor(
    scope: Stack,
    { api, data, options, canary, settings, accessLog, domain, bundle }: SocketStackProps,
  ) {
    super(scope, 'Sockets', data);
    const made = new PlatformFunction(this, {
      bundle,
      data: this,
      ...options,
      functionName: callFunctionName(options.platform),
      callSockets: callSocketsOf(() => this.pass('CallApiId', api.apiId), settings.domain?.socket_name),
    });
    canary?.add(made);
    const integration = new WebSocketLambdaIntegration('Integration', made.called);
    for (const routeKey of ['$connect', '$disconnect', '$default']) {
      const added = new WebSocketRoute(this, `${routeKey}.Route`, {
        webSocketApi: api,
        routeKey,
        integration,
      });
      acknowledge(added, 'AwsSolutions-APIG4');
    }
    const { throttle } = settings;
    const stage = new WebSocketStage(this, 'CallStage', {
      webSocketApi: api,
      stageName,
      autoDeploy: true,
      throttle: { rateLimit: throttle.requests_per_second, burstLimit: throttle.burst },
      ...(domain && { domainMapping: { domainName: domain, mappingKey: stageName } }),
      ...(accessLog && {
        accessLogSettings: { destination: new LogGroupLogDestination(accessLog), format: accessLine },
      }),
    });
    if (!accessLog) acknowledge(stage, 'AwsSolutions-APIG1', 'Serverless-APIGWAccessLogging');
  }
}
