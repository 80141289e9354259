import type { Context } from 'aws-lambda';
import { operations } from '#lib/contract/index.ts';
import type { Route } from '#lib/contract/route.ts';
import type { ApiEvent, ExchangeContext } from '#lib/http/exchange.ts';
import type { Resource } from '../test/support/stack.ts';
import type { MeasuredGroup } from './figure.ts';
import { figure, sum } from './figure.ts';

type ObservedLog = typeof import('#lib/http/observe.ts').observed;

/**
 * Resources that are billed by their existence, from the template of a first deployment, and the size of log
 * lines.
 */
export interface DeployedResources {
  readonly alarms: number;
  /** An alarm costs so much for each metric that it looks at. */
  readonly alarm_metrics: number;
  readonly composite_alarms: number;
  /** Queues that Lambda polls, whether there is something in them or not. */
  readonly polled_queues: number;
  readonly dashboards: number;
  readonly keys: number;
  readonly secrets: number;
  readonly health_checks: number;
  /** The service's own metrics in the line of each request. */
  readonly own_metrics: number;
  /** Bytes of a line, the mean over all routes: the function's own, and the gateway's. */
  readonly own_line: number;
  readonly access_line: number;
}

const id = (of: string): string => `${of}_01m7zbjhtkevss4e3sans0atac`;
const requestId = '79b4f56e-95b1-4643-9700-2807f4e68189';
const asked = {
  headers: {},
  requestContext: { domainName: 'api.example.com', http: { sourceIp: '192.0.2.123' } },
} as unknown as ApiEvent;
const mean = (values: readonly number[]): number => Math.round(sum(values) / values.length);

/** The line that a function leaves of a request of this route. */
const ownLine = async (route: Route, observed: ObservedLog): Promise<string> => {
  const steps = async (_: ApiEvent, { exchange }: ExchangeContext) => {
    Object.assign(exchange.consumed, { calls: 3, readUnits: 5, writeUnits: 67, durationMs: 12.3 });
    Object.assign(exchange, { caller: { key_id: id('key'), client_id: id('client') } });
    return { statusCode: 200, headers: {} };
  };
  const { write } = process.stdout;
  let line = '';
  process.stdout.write = (text) => {
    line += text;
    return true;
  };
  try {
    await observed(route, steps)(asked, {
      awsRequestId: requestId,
      getRemainingTimeInMillis: () => 10_000,
    } as Context);
  } finally {
    process.stdout.write = write;
  }
  return line;
};

/** The gateway's fields, with values of realistic length. */
const known: Readonly<Record<string, string>> = {
  requestTimeEpoch: '1795275304000',
  requestId: 'JKJaXmPLvHcESHA=',
  awsEndpointRequestId: requestId,
  status: '200',
  responseLatency: '27',
  integrationLatency: '25',
  integrationErrorMessage: '-',
  integrationStatus: '200',
  responseLength: '4321',
  protocol: 'HTTP/1.1',
  'identity.sourceIp': '192.0.2.123',
};

export const measure = async (): Promise<MeasuredGroup<DeployedResources>> => {
  process.env.PLATFORM = 'VoiceAgentPlatform';
  // Only now: what writes lines asks for the stack's name as it is loaded.
  const { resourcesOf, templateOf } = await import('../test/support/stack.ts');
  const { observed } = await import('#lib/http/observe.ts');
  const resources = Object.values(resourcesOf(templateOf()));
  const ofType = (type: string) => resources.filter(({ Type }) => Type === type);
  const [stage] = ofType('AWS::ApiGatewayV2::Stage') as [Resource];
  const { Format: format } = stage.Properties.AccessLogSettings as { Format: string };
  const accessLine = ({ key }: Route): string =>
    format.replace(/\$context\.([\w.]+)/g, (_, name: string) =>
      name === 'routeKey' ? key : (known[name] ?? ''),
    );
  const alarms = ofType('AWS::CloudWatch::Alarm').map(
    ({ Properties: { Metrics = [{ MetricStat: {} }] } }) =>
      (Metrics as { MetricStat?: object }[]).filter(({ MetricStat }) => MetricStat).length,
  );
  const routes: readonly Route[] = operations.map(({ route }) => route);
  const ownLines: string[] = [];
  for (const route of routes) ownLines.push(await ownLine(route, observed));
  const directives = JSON.parse(ownLines[0] ?? '{}') as {
    _aws: { CloudWatchMetrics: { Metrics: unknown[] }[] };
  };
  const data: DeployedResources = {
    alarms: alarms.length,
    alarm_metrics: sum(alarms),
    composite_alarms: ofType('AWS::CloudWatch::CompositeAlarm').length,
    polled_queues: ofType('AWS::Lambda::EventSourceMapping').filter(
      // A stream is read from a position, and free for Lambda.
      ({ Properties }) => !Properties.StartingPosition,
    ).length,
    dashboards: ofType('AWS::CloudWatch::Dashboard').length,
    keys: ofType('AWS::KMS::Key').length,
    secrets: ofType('AWS::SecretsManager::Secret').length,
    health_checks: ofType('AWS::Route53::HealthCheck').length,
    own_metrics: directives._aws.CloudWatchMetrics.flatMap(({ Metrics }) => Metrics).length,
    own_line: mean(ownLines.map((line) => Buffer.byteLength(line))),
    access_line: mean(routes.map((route) => Buffer.byteLength(accessLine(route)))),
  };
  const figures = [
    figure('Alarms, and the metrics that they watch', `${data.alarms}, ${data.alarm_metrics}`),
    figure('Queues that Lambda polls', data.polled_queues),
    figure(
      'Bytes in the log of a request: the function’s line and the gateway’s',
      `${data.own_line}, ${data.access_line}`,
    ),
  ];
  return { figures, data };
};
