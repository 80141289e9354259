import type { Stack } from 'aws-cdk-lib';
import { Aws, Duration } from 'aws-cdk-lib';
import type { CfnRestApi, IResource } from 'aws-cdk-lib/aws-apigateway';
import {
  AccessLogFormat,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  Method,
  ResponseTransferMode,
  ResponseType,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { DomainName } from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnApiMapping } from 'aws-cdk-lib/aws-apigatewayv2';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Bundle } from '#lib/build/bundles.ts';
import { timeoutSeconds } from '#lib/build/function-settings.ts';
import { crossOrigin, livePreflight } from '#lib/contract/cors.ts';
import type { Operation } from '#lib/contract/index.ts';
import { methodOf, pathOf } from '#lib/contract/route.ts';
import { acknowledge } from './acknowledged.ts';
import type { Canary } from './canary.ts';
import type { Data } from './data-stack.ts';
import { liveApiName } from './measured-names.ts';
import { PartStack } from './part-stack.ts';
import type { FunctionOptions } from './platform-function.ts';
import { PlatformFunction } from './platform-function.ts';
import type { Settings } from './settings.ts';

export interface LiveStackProps {
  readonly name: string;
  readonly data: Data;
  readonly options: FunctionOptions;
  readonly canary: Canary | undefined;
  readonly settings: Settings;
  readonly accessLog: LogGroup | undefined;
  readonly domain: DomainName | undefined;
  /** The streamed operations, each with the bundle of its function. */
  readonly operations: readonly (Pick<Operation, 'id' | 'route'> & { readonly bundle: Bundle })[];
}

/**
 * The beginning of the paths of all streamed routes. A mapping strips it from the path, so the resources of
 * the API do not have it.
 */
export const livePrefix = '/v1/live';
const stageName = 'live';

/** The name and the path of the gateway where it has no domain name of the operator. */
export interface StreamOrigin {
  readonly domainName: string;
  readonly originPath: string;
}

/**
 * The same fields as in the log of the HTTP API, as far as a REST API knows them. `integrationStatus` is the
 * answer of Lambda itself. `integration.status` is the function's, such as 429 for a limit of a chat.
 */
const accessLine = AccessLogFormat.custom(
  JSON.stringify({
    time: '$context.requestTimeEpoch',
    request_id: '$context.requestId',
    function_request_id: '$context.awsEndpointRequestId',
    route: `$context.httpMethod ${livePrefix}$context.resourcePath`,
    status: '$context.status',
    answered_ms: '$context.responseLatency',
    function_ms: '$context.integration.latency',
    function_error: '$context.integration.error',
    lambda_status: '$context.integrationStatus',
    bytes: '$context.responseLength',
    protocol: '$context.protocol',
    address: '$context.identity.sourceIp',
  }),
);

/**
 * The headers by which pages read what the gateway answers in place of a function. They are constant, so they
 * cannot name the one of several origins that asks. Any page may read these answers: they are the same for
 * everybody, and no cookie leads to another one.
 */
const readable: Record<string, string> = {
  'Access-Control-Allow-Origin': "'*'",
  'Access-Control-Expose-Headers': `'${crossOrigin.responseHeaders.join(',')}'`,
};

/**
 * The routes whose answers are streamed, with their functions: an HTTP API cannot stream, and a REST API
 * costs more, so it has these routes only.
 */
export class LiveStack extends PartStack {
  /** The address of the routes, in place of `/v1/live`. */
  readonly url: string;
  readonly apiId: string;
  readonly origin: StreamOrigin | undefined;

  constructor(
    scope: Stack,
    { name, data, options, canary, settings, accessLog, domain, operations }: LiveStackProps,
  ) {
    super(scope, 'Live', data);
    const { throttle, cors_origins } = settings;
    const api = new RestApi(this, 'Api', {
      restApiName: liveApiName(name),
      endpointTypes: [EndpointType.REGIONAL],
      // A firewall in front of the domain must not be bypassed.
      disableExecuteApiEndpoint: domain !== undefined,
      // The account needs a role that writes access logs of REST APIs. All stacks of a region share it, so it
      // is retained.
      cloudWatchRole: accessLog !== undefined,
      defaultCorsPreflightOptions: {
        allowOrigins: [livePreflight.origin],
        allowMethods: [...livePreflight.methods],
        allowHeaders: [...crossOrigin.requestHeaders],
        maxAge: Duration.seconds(crossOrigin.maxAgeSeconds),
      },
      deployOptions: {
        stageName,
        throttlingRateLimit: throttle.requests_per_second,
        throttlingBurstLimit: throttle.burst,
        tracingEnabled: settings.logs.tracing,
        ...(accessLog && {
          accessLogDestination: new LogGroupLogDestination(accessLog),
          accessLogFormat: accessLine,
        }),
      },
    });
    // An HTTP API has no such setting.
    api.addGatewayResponse('Throttled', {
      type: ResponseType.THROTTLED,
      responseHeaders: {
        'Retry-After': "'1'",
        RateLimit: `'"gateway";r=0;t=1'`,
        'RateLimit-Policy': `'"gateway";q=${throttle.requests_per_second};w=1'`,
        ...readable,
      },
    });
    for (const type of [ResponseType.DEFAULT_4XX, ResponseType.DEFAULT_5XX]) {
      api.addGatewayResponse(type.responseType, { type, responseHeaders: readable });
    }
    const resourceAt = (path: string): IResource => api.root.resourceForPath(path.slice(livePrefix.length));
    for (const { route, bundle } of operations) {
      const made = new PlatformFunction(this, {
        bundle,
        data: this,
        ...options,
        corsOrigins: cors_origins,
      });
      canary?.add(made);
      const integration = new LambdaIntegration(made.called, {
        responseTransferMode: ResponseTransferMode.STREAM,
        // Longer than the function, which reports by itself that it ran out of time.
        timeout: Duration.seconds(timeoutSeconds(bundle.id) + 5),
        allowTestInvoke: false,
      });
      resourceAt(pathOf(route)).addMethod(methodOf(route), integration);
    }
    this.#acknowledge(api, settings);

    if (domain) {
      new CfnApiMapping(this, 'Mapping', {
        apiId: api.restApiId,
        domainName: domain.name,
        stage: api.deploymentStage.stageName,
        apiMappingKey: livePrefix.slice(1),
      });
    }
    this.apiId = api.restApiId;
    const domainName = `${api.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`;
    this.origin = domain ? undefined : { domainName, originPath: `/${stageName}` };
    this.url = domain ? `https://${domain.name}${livePrefix}` : `https://${domainName}/${stageName}`;
  }

  /**
   * Accepts findings where they are. Functions authenticate and validate, and the operator decides on logs
   * and traces.
   */
  #acknowledge(api: RestApi, { logs }: Settings): void {
    acknowledge(api.node.defaultChild as CfnRestApi, 'AwsSolutions-APIG2');
    for (const construct of api.node.findAll()) {
      if (construct instanceof Method) acknowledge(construct, 'AwsSolutions-APIG4', 'AwsSolutions-COG4');
    }
    const stage = api.deploymentStage;
    acknowledge(stage, 'AwsSolutions-APIG3', 'AwsSolutions-APIG6');
    if (!logs.tracing) acknowledge(stage, 'Serverless-APIGWXrayEnabled');
    if (!logs.access) acknowledge(stage, 'AwsSolutions-APIG1', 'Serverless-APIGWAccessLogging');
    const role = api.node.tryFindChild('CloudWatchRole');
    if (role) {
      acknowledge(
        role,
        'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
      );
    }
  }
}
