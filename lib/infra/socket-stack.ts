import type { Stack } from 'aws-cdk-lib';
import { Aws } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import type { IWebSocketApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroupLogDestination, WebSocketRoute, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Bundle } from '#lib/build/bundles.ts';
import { acknowledge } from './acknowledged.ts';
import type { Canary } from './canary.ts';
import type { Data } from './data-stack.ts';
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
  readonly bundle: Bundle;
}

const stageName = 'calls';
const hostOf = (apiId: string): string => `${apiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`;

/** The origin of the addresses that pages open. */
export const socketOrigin = (apiId: string): string => `wss://${hostOf(apiId)}`;

/** The addresses of the WebSocket API, by its id. A stack that needs none of them does not ask for the id. */
export const callSocketsOf = (apiId: () => string): CallSockets => {
  const address = () => `${hostOf(apiId())}/${stageName}`;
  return {
    get url() {
      return `wss://${address()}`;
    },
    get connectionsUrl() {
      return `https://${address()}`;
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
 * The function of the WebSocket API that carriers connect to, and pages that watch. The API has an address of
 * its own: the domain of an HTTP API cannot have a WebSocket API as well
 * (docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-mappings.html).
 */
export class SocketStack extends PartStack {
  constructor(scope: Stack, { api, data, options, canary, settings, accessLog, bundle }: SocketStackProps) {
    super(scope, 'Sockets', data);
    const made = new PlatformFunction(this, {
      bundle,
      data: this,
      ...options,
      callSockets: callSocketsOf(() => this.pass('CallApiId', api.apiId)),
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
      ...(accessLog && {
        accessLogSettings: { destination: new LogGroupLogDestination(accessLog), format: accessLine },
      }),
    });
    if (!accessLog) acknowledge(stage, 'AwsSolutions-APIG1', 'Serverless-APIGWAccessLogging');
  }
}
