import type { CfnStack } from 'aws-cdk-lib';
import { Duration } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import type { CfnStage, DomainName } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  CorsHttpMethod,
  HttpApi,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { crossOrigin } from '#lib/contract/cors.ts';
import { acknowledge } from './acknowledged.ts';
import type { PartStack } from './part-stack.ts';
import type { PlatformFunction } from './platform-function.ts';
import { integrationOf } from './resource-stack.ts';
import type { Settings } from './settings.ts';

export interface GatewayProps {
  readonly name: string;
  readonly settings: Settings;
  readonly accessLog: LogGroup | undefined;
  readonly domain: DomainName | undefined;
}

const cors = ({ cors_origins: allowOrigins }: Settings) =>
  allowOrigins.length > 0 && {
    corsPreflight: {
      allowOrigins,
      allowMethods: crossOrigin.methods.map((method) => CorsHttpMethod[method]),
      allowHeaders: [...crossOrigin.requestHeaders],
      exposeHeaders: [...crossOrigin.responseHeaders],
      maxAge: Duration.seconds(crossOrigin.maxAgeSeconds),
    },
  };

/**
 * The fields of a request that only the gateway knows. The path is excluded, because it may identify a
 * person. The function's own log line has the rest, and `function_request_id` leads to it: it is the
 * `x-request-id` of the answer unless the caller sent one
 * (docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html).
 */
const accessLine = AccessLogFormat.custom(
  JSON.stringify({
    time: '$context.requestTimeEpoch',
    request_id: '$context.requestId',
    function_request_id: '$context.awsEndpointRequestId',
    route: '$context.routeKey',
    status: '$context.status',
    answered_ms: '$context.responseLatency',
    function_ms: '$context.integrationLatency',
    function_error: '$context.integrationErrorMessage',
    lambda_status: '$context.integrationStatus',
    bytes: '$context.responseLength',
    protocol: '$context.protocol',
    address: '$context.identity.sourceIp',
  }),
);

/** The HTTP API. Each resource's stack adds its routes. */
export class Gateway extends Construct {
  readonly api: HttpApi;
  readonly #stage: HttpStage;

  constructor(scope: Construct, id: string, { name, settings, accessLog, domain }: GatewayProps) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', {
      apiName: name,
      createDefaultStage: false,
      // A firewall in front of the domain must not be bypassed.
      disableExecuteApiEndpoint: domain !== undefined,
      ...cors(settings),
    });

    const { throttle } = settings;
    const stage = new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: throttle.requests_per_second, burstLimit: throttle.burst },
      ...(accessLog && {
        accessLogSettings: { destination: new LogGroupLogDestination(accessLog), format: accessLine },
      }),
      ...(domain && { domainMapping: { domainName: domain } }),
    });

    this.#stage = stage;
    if (!accessLog) acknowledge(stage, 'AwsSolutions-APIG1', 'Serverless-APIGWAccessLogging');
  }

  /** Sends requests that match no other route to a function. */
  addUnrouted(made: PlatformFunction): void {
    const route = new HttpRoute(this, 'unrouted.Route', {
      httpApi: this.api,
      routeKey: HttpRouteKey.DEFAULT,
      integration: integrationOf(made),
    });
    acknowledge(route, 'AwsSolutions-APIG4');
    this.#stage.node.addDependency(route);
  }

  /**
   * Creates the stage after all routes. A stage deploys each change of its API at once, and API Gateway
   * refuses another change meanwhile.
   */
  openAfter(parts: readonly PartStack[]): void {
    const stage = this.#stage.node.defaultChild as CfnStage;
    for (const { nestedStackResource } of parts) stage.addResourceDependency(nestedStackResource as CfnStack);
  }
}
