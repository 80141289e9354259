import { Duration } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import type { DomainName } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  CorsHttpMethod,
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { crossOrigin } from '#lib/contract/cors.ts';
import { operations } from '#lib/contract/index.ts';
import { methodsOf, pathOf } from '#lib/contract/route.ts';
import { acknowledge } from './acknowledged.ts';
import type { Settings } from './settings.ts';

export interface GatewayProps {
  readonly name: string;
  readonly settings: Settings;
  readonly functionOf: (id: string) => IFunction;
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
 * What only the gateway knows of a request. The path is not in it, because a path may name somebody; the function's own
 * line has the rest. That is found by `function_request_id`, which is the `x-request-id` of the answer unless the caller sent one
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
    bytes: '$context.responseLength',
    protocol: '$context.protocol',
    address: '$context.identity.sourceIp',
  }),
);

/** The HTTP API: a route for each of the contract, and one for everything else. */
export class Gateway extends Construct {
  readonly api: HttpApi;

  constructor(scope: Construct, id: string, { name, settings, functionOf, accessLog, domain }: GatewayProps) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', { apiName: name, createDefaultStage: false, ...cors(settings) });

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

    if (!accessLog) acknowledge(stage, 'AwsSolutions-APIG1', 'Serverless-APIGWAccessLogging');

    const integrate = (target: string) =>
      // One permission for all routes of a function.
      new HttpLambdaIntegration(`${target}.Integration`, functionOf(target), {
        scopePermissionToRoute: false,
      });
    const served = operations.flatMap(({ id: operation, route }) => {
      const integration = integrate(operation);
      return methodsOf(route).map(
        (method) =>
          new HttpRoute(this, `${operation}.${method === 'HEAD' ? 'HeadRoute' : 'Route'}`, {
            httpApi: this.api,
            routeKey: HttpRouteKey.with(pathOf(route), HttpMethod[method]),
            integration,
          }),
      );
    });
    const unrouted = new HttpRoute(this, 'unrouted.Route', {
      httpApi: this.api,
      routeKey: HttpRouteKey.DEFAULT,
      integration: integrate('events.unrouted'),
    });
    for (const route of [...served, unrouted]) acknowledge(route, 'AwsSolutions-APIG4');
  }
}
