import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { scheduleMinutes } from '#lib/build/function-settings.ts';
import { followerFunctions } from '#lib/store/events/followers.ts';
import { metrics, metricsDimension, metricsNamespace } from '#lib/store/metrics.ts';
import { taskKinds } from '#lib/store/tasks/kinds.ts';
import measured from '../../../bench/results.json' with { type: 'json' };
import type { Resource } from '../../support/stack.ts';
import { bundles, fewFunctions, resourcesOf, templateOf } from '../../support/stack.ts';

const settings = { region: 'eu-central-1', alarms: { email: 'ops@example.com', slow_ms: 1500 } };
const template = templateOf(settings);
const resources = resourcesOf(template);
const ofType = (type: string) => Object.entries(resources).filter(([, { Type }]) => Type === type);
const alarmsIn = (type: 'Alarm' | 'CompositeAlarm') =>
  ofType(`AWS::CloudWatch::${type}`).map(([id, { Properties }]) => ({
    id,
    name: id.replace(/^Alarms|[0-9A-F]{8}$/g, ''),
    properties: Properties,
  }));
const composites = alarmsIn('CompositeAlarm');
const single = alarmsIn('Alarm');
/** The alarms that notify: a part of a composite does not. */
const alarms = [...composites, ...single.filter(({ properties }) => properties.AlarmActions)];

/** Those that there are only with a setting. */
const optional = Object.entries(
  resourcesOf(
    templateOf(
      {
        account: '123456789012',
        region: 'eu-central-1',
        domain: {
          name: 'api.example.com',
          certificate_arn:
            'arn:aws:acm:eu-central-1:123456789012:certificate/0f0a1b2c-1111-2222-3333-444455556666',
        },
        data: { replication: { region: 'eu-west-1' } },
      },
      fewFunctions,
    ),
  ),
)
  .filter(
    ([id, { Type }]) => Type === 'AWS::CloudWatch::Alarm' && /^Alarms(Table|Recordings|Certificate)/.test(id),
  )
  .map(([id, { Properties }]) => ({
    id,
    name: id.replace(/^Alarms|[0-9A-F]{8}$/g, ''),
    properties: Properties,
  }))
  .filter(({ name }) => !single.some((alarm) => alarm.name === name));

/** The text under each heading of the runbook. */
const runbook = new Map(
  readFileSync(join(root, 'docs/operations.md'), 'utf8')
    .split(/^#+ /m)
    .map((section) => [section.split('\n', 1)[0] ?? '', section] as const),
);

test('every alarm has a heading of its own in the runbook, and says so', () => {
  expect(alarms.length).toBeGreaterThan(0);
  expect(optional).toHaveLength(3);
  for (const { name, properties } of [...alarms, ...optional]) {
    expect(properties.AlarmDescription).toContain(`docs/operations.md#${name.toLowerCase()}`);
    expect(runbook.get(name)?.length ?? 0, name).toBeGreaterThan(300);
  }
});

test('the runbook describes no alarm that does not exist', () => {
  const text = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const section = text.split('\n## Alarms\n')[1]?.split('\n## ')[0] ?? '';
  const told = [...section.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
  // The last one is in a stack of its own, and there only if it is asked for.
  expect(told.sort()).toEqual([...[...alarms, ...optional].map(({ name }) => name), 'NotReached'].sort());
});

test('an alarm over two windows combines two alarms without actions, and every other alarm notifies', () => {
  for (const { properties } of composites) {
    const parts = single.filter(({ id }) => JSON.stringify(properties.AlarmRule).includes(`"${id}"`));
    expect(parts).toHaveLength(2);
    for (const part of parts) expect(part.properties).not.toHaveProperty('AlarmActions');
    expect(JSON.stringify(properties.AlarmRule)).toContain(' AND ');
  }
  expect(single.filter(({ properties }) => !properties.AlarmActions)).toHaveLength(2 * composites.length);
});

test('the documented prices of alarms, dashboard and queues match the deployed resources', () => {
  const metricsOf = ({ Metrics = [{ MetricStat: {} }] }: { Metrics?: { MetricStat?: object }[] }) =>
    Metrics.filter(({ MetricStat }) => MetricStat).length;
  const looked = single.reduce((sum, { properties }) => sum + metricsOf(properties), 0);
  const queues = Object.keys(taskKinds).length;
  const said = [
    `${single.length} alarms over ${looked} metrics`,
    `${composites.length} composite alarms`,
    `${ofType('AWS::CloudWatch::Dashboard').length} dashboard`,
    `${queues} queues of tasks`,
  ];
  for (const words of said) expect(runbook.get('Look')?.replaceAll('\n', ' ')).toContain(words);
  expect(measured.stack.data).toMatchObject({
    alarms: single.length,
    alarm_metrics: looked,
    composite_alarms: composites.length,
    polled_queues: queues,
  });
});

test('every alarm speaks to the one topic, when it goes off and when it is over', () => {
  const [[topic]] = ofType('AWS::SNS::Topic') as [[string, unknown]];
  for (const { properties } of alarms) {
    expect(properties).toMatchObject({ AlarmActions: [{ Ref: topic }], OKActions: [{ Ref: topic }] });
  }
});

test('every alarm is quiet without data, except those that watch periodic work', () => {
  for (const { name, properties } of [...single, ...optional]) {
    const misses = name.endsWith('Stopped');
    expect(properties, name).toMatchObject({
      TreatMissingData: misses ? 'breaching' : 'notBreaching',
      ComparisonOperator: misses ? 'LessThanThreshold' : 'GreaterThanOrEqualToThreshold',
    });
  }
});

test('the operator’s address is notified, and only over TLS', () => {
  template.hasResourceProperties('AWS::SNS::Subscription', {
    Protocol: 'email',
    Endpoint: 'ops@example.com',
  });
  templateOf().resourceCountIs('AWS::SNS::Subscription', 0);
  template.hasResourceProperties('AWS::SNS::TopicPolicy', {
    PolicyDocument: {
      Statement: [
        Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        // A policy takes the place of the one that lets the account's alarms publish.
        Match.objectLike({ Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' } }),
      ],
    },
  });
});

test('replication is watched where it is: from the table and the bucket to the second region', () => {
  const looked = (name: string) =>
    JSON.stringify(optional.find((alarm) => alarm.name === name)?.properties.Metrics);
  expect(looked('TableCopyStopped')).toMatch(/"ReceivingRegion","Value":"eu-west-1".*"ReplicationLatency"/);
  expect(looked('RecordingsCopyStopped')).toMatch(/"RuleId","Value":"recordings".*"ReplicationLatency"/);
  const watching = resourcesOf(
    templateOf(
      {
        account: '123456789012',
        region: 'eu-central-1',
        data: { replication: { region: 'eu-west-1' } },
      },
      fewFunctions,
    ),
  );
  const rules = Object.values(watching).flatMap(({ Properties }) =>
    Properties?.ReplicationConfiguration ? [JSON.stringify(Properties.ReplicationConfiguration)] : [],
  );
  // Without it, S3 counts nothing.
  expect(rules).toEqual([expect.stringMatching(/"Metrics":\{"Status":"Enabled"\}.*"Id":"recordings"/)]);
});

test('the alarms watch all known failures', () => {
  const watched = (text: string) =>
    single
      .filter(({ properties }) => JSON.stringify(properties).includes(text))
      .map(({ name }) => name)
      .sort();
  const availability = ['AvailabilityFastover', 'AvailabilityFaststill', 'AvailabilitySlow'];
  const latency = ['LatencyFastover', 'LatencyFaststill', 'LatencySlow'];
  for (const metric of ['5xx', '5XXError', 'own_failed', 'answered_5xx']) {
    expect(watched(`"${metric}"`)).toEqual(availability);
  }
  // Streamed answers have a gateway of their own.
  const [[, live]] = ofType('AWS::ApiGateway::RestApi') as [[string, Resource]];
  expect(watched(`{"Name":"ApiName","Value":"${live.Properties.Name}"}`)).toEqual([
    ...availability,
    'RequestsThrottled',
  ]);
  // A model or a voice provider that fails or takes its time is no failure of the service.
  expect(watched('"dependencies_failed"')).toEqual(['DependenciesFail']);
  expect(watched('"frames_failed"')).toEqual(['CallsFail']);
  // A function that dies counts nothing itself.
  const [speaking] = ofType('AWS::Lambda::Function').filter(
    ([, { Properties }]) => Properties.Description === 'functions/sockets/calls.ts',
  );
  const { FunctionName } = speaking?.[1].Properties ?? {};
  expect(
    watched(`"Dimensions":[{"Name":"FunctionName","Value":"${FunctionName}"}],"MetricName":"Errors"`),
  ).toEqual(['CallsFail']);
  expect(watched('"duration_ms"')).toEqual(latency);
  expect(watched('"requests_unserved"')).toEqual(['FunctionThrottles']);
  expect(watched('"requests_throttled"')).toEqual(['RequestsThrottled']);
  for (const metric of ['ThrottledRequests', 'ReadThrottleEvents', 'WriteThrottleEvents']) {
    expect(watched(`"${metric}"`)).toEqual(['TableThrottles']);
  }
  expect(watched('"Invocations"')).toEqual(['ClockStopped', 'StreamStopped', 'UploadsStopped']);
  expect(watched('"IteratorAge"')).toEqual(['EventsBehind']);
  expect(watched('"events_failed"')).toEqual(['EventsFail']);
  expect(watched('"events_parked"')).toEqual(['EventsParked']);
  expect(watched('"tasks_failed"')).toEqual(['TasksFail']);
  expect(watched('"task_lag_minutes"')).toEqual(['TasksLate']);
  expect(watched('"retention_lag_hours"')).toEqual(['RetentionLate']);
  expect(watched('"sweeps_failed"')).toEqual(['SweepsFail']);
  // Messages that somebody reads are hidden, and still there.
  for (const metric of ['ApproximateNumberOfMessagesVisible', 'ApproximateNumberOfMessagesNotVisible']) {
    expect(watched(`"${metric}"`)).toEqual(['DeadLetters']);
  }
  expect(watched('"ConcurrentExecutions"')).toEqual(['ConcurrencyHigh']);
  expect(watched('"provider_events_refused"')).toEqual(['ProviderEventsRefused']);
  expect(watched('"ApproximateAgeOfOldestMessage"')).toEqual(['DeadLettersExpire']);
});

const propertiesOf = (name: string) => {
  const found = single.find((alarm) => alarm.name === name);
  if (!found) throw new Error(`There is no alarm ${name}`);
  return found.properties as {
    readonly Threshold: number;
    readonly EvaluationPeriods: number;
    readonly DatapointsToAlarm?: number;
    readonly Metrics: readonly {
      readonly Id: string;
      readonly Expression?: string;
      readonly Period?: number;
      readonly MetricStat?: {
        readonly Period: number;
        readonly Stat: string;
        readonly Metric: { readonly Dimensions: readonly { readonly Value: { readonly Ref: string } }[] };
      };
    }[];
  };
};

/**
 * The value of an alarm's expression for these values of its metrics. Metrics without a value have no data.
 */
const shareOf = (name: string, values: Readonly<Record<string, number>>): number => {
  const expressions = propertiesOf(name).Metrics.filter(({ Expression }) => Expression !== undefined);
  const has = new Map(expressions.map(({ Id, Expression = '' }) => [Id, Expression]));
  const functions = {
    FILL: (value: number | undefined, otherwise: number) => value ?? otherwise,
    IF: (condition: boolean, value: number, otherwise: number) => (condition ? value : otherwise),
  };
  const worked = (expression: string): number => {
    const ids = [...new Set(expression.match(/\b[a-z]\w*/g))];
    const known = ids.map((id) => (has.has(id) ? worked(has.get(id) ?? '') : values[id]));
    const names = [...Object.keys(functions), ...ids];
    return Number(Function(...names, `return ${expression}`)(...Object.values(functions), ...known));
  };
  const [first] = expressions;
  return worked(first?.Expression ?? '');
};

test.for([
  ['two of ten requests that fail', 'AvailabilityFastover', { own: 2, bufferedRequests: 10 }, false],
  ['three of a hundred', 'AvailabilityFastover', { own: 3, bufferedRequests: 100 }, true],
  ['three of a thousand', 'AvailabilityFastover', { own: 3, bufferedRequests: 1000 }, false],
  [
    'failures that a function answered',
    'AvailabilityFastover',
    { own: 10, answered: 10, bufferedErrors: 10, bufferedRequests: 1000 },
    false,
  ],
  [
    'failures without a function’s answer',
    'AvailabilityFastover',
    { bufferedErrors: 20, bufferedRequests: 1000 },
    true,
  ],
  [
    'streams without a function’s answer',
    'AvailabilityFastover',
    { streamedErrors: 20, streamedRequests: 1000 },
    true,
  ],
  ['streams that fail', 'AvailabilityFastover', { own: 20, streamedRequests: 1000 }, true],
  [
    'streams that fail, beside many other requests',
    'AvailabilityFastover',
    { own: 20, streamedRequests: 1000, bufferedRequests: 9000 },
    false,
  ],
  [
    'a model that fails',
    'AvailabilityFastover',
    { answered: 50, bufferedErrors: 50, bufferedRequests: 100 },
    false,
  ],
  [
    'failures beside those of a model',
    'AvailabilityFastover',
    { own: 20, answered: 70, bufferedErrors: 70, bufferedRequests: 1000 },
    true,
  ],
  ['a trickle of one in a hundred over hours', 'AvailabilitySlow', { own: 72, bufferedRequests: 7200 }, true],
  ['one failure in a night', 'AvailabilitySlow', { own: 1, bufferedRequests: 4 }, false],
  ['a fifth of a few slow answers', 'LatencyFastover', { fast: 80, answers: 100 }, true],
  ['one slow answer of one', 'LatencyFastover', { fast: 0, answers: 1 }, false],
  [
    'a flood that the gateway refuses',
    'RequestsThrottled',
    { throttled: 5000, bufferedRequests: 6000 },
    true,
  ],
  [
    'a flood of which most is streamed',
    'RequestsThrottled',
    { throttled: 100, bufferedRequests: 200, streamedRequests: 5800 },
    false,
  ],
  [
    'messages of sockets that are refused beside many others',
    'RequestsThrottled',
    { throttled: 200, bufferedRequests: 100, messages: 30_000 },
    false,
  ],
  [
    'a flood over sockets',
    'RequestsThrottled',
    { throttled: 5000, bufferedRequests: 100, messages: 30_000 },
    true,
  ],
  [
    'a caller that is refused now and then',
    'RequestsThrottled',
    { throttled: 90, bufferedRequests: 500 },
    false,
  ],
] as const)('%s: what %s makes of %j', ([, name, values, alarms]) => {
  expect(shareOf(name, values) >= propertiesOf(name).Threshold).toBe(alarms);
});

test('a flood over sockets counts while nobody makes requests, which then have no data', () => {
  expect(propertiesOf('RequestsThrottled').Metrics.map(({ Expression }) => Expression)).toContain(
    'IF(throttled >= 100, 100 * throttled / (FILL(requests, 0) + FILL(messages, 0)), 0)',
  );
});

test('the alarms of objectives look at the times and thresholds of their error budgets', () => {
  const looked = (name: string) => {
    const { Threshold, Metrics } = propertiesOf(name);
    return [Threshold, Metrics.find(({ MetricStat }) => MetricStat)?.MetricStat?.Period];
  };
  // 14.4 and 6 times what may go wrong: of 0.1 % and of 1 %.
  expect(looked('AvailabilityFastover')).toEqual([1.44, 3600]);
  expect(looked('AvailabilityFaststill')).toEqual([1.44, 300]);
  expect(looked('AvailabilitySlow')).toEqual([0.6, 21_600]);
  expect(looked('LatencyFastover')).toEqual([14.4, 3600]);
  expect(looked('LatencySlow')).toEqual([6, 21_600]);
  expect(JSON.stringify(propertiesOf('LatencySlow'))).toContain('"PR(:1500)"');
});

test('without the gateway’s log, Lambda’s refusals are those of the account, and its own are not counted', () => {
  const unlogged = templateOf({ logs: { access: false } }, fewFunctions);
  unlogged.resourceCountIs('AWS::Logs::MetricFilter', 0);
  unlogged.hasResourceProperties('AWS::CloudWatch::Alarm', {
    AlarmDescription: Match.stringLikeRegexp('#functionthrottles'),
    Metrics: [
      Match.objectLike({
        MetricStat: Match.objectLike({ Metric: Match.objectLike({ MetricName: 'Throttles' }) }),
      }),
    ],
  });
  const patterns = ofType('AWS::Logs::MetricFilter').map(([, { Properties }]) => Properties);
  expect(patterns.map(({ FilterPattern }) => FilterPattern).sort()).toEqual(
    ['{ $.lambda_status = "429" }', '{ ($.status = "429") && ($.lambda_status = "-") }'].sort(),
  );
});

test('all gateways log Lambda’s own status, and not the one that a function answers with', () => {
  const formats = [
    ...ofType('AWS::ApiGatewayV2::Stage').map(([, { Properties }]) => Properties.AccessLogSettings),
    ...ofType('AWS::ApiGateway::Stage').map(([, { Properties }]) => Properties.AccessLogSetting),
  ].map((log) => JSON.parse((log as { Format: string }).Format) as Record<string, string>);
  expect(formats).toHaveLength(3);
  for (const format of formats) {
    expect(format).toMatchObject({ status: '$context.status', lambda_status: '$context.integrationStatus' });
  }
});

test.for([
  ['an erasure that was put aside', 'EventsFail', 'clock.retryParked'],
  ['a retention', 'SweepsFail', 'clock.applyRetention'],
] as const)('%s that goes on failing keeps its alarm up, though it is tried seldom', ([, alarm, id]) => {
  const { EvaluationPeriods, DatapointsToAlarm } = propertiesOf(alarm);
  expect(DatapointsToAlarm).toBe(2);
  const attempts = (5 * Number(EvaluationPeriods)) / Number(scheduleMinutes[id]);
  // One more than it takes: attempts do not come to the second.
  expect(attempts).toBeGreaterThanOrEqual(Number(DatapointsToAlarm) + 1);
});

const missedBy = (alarm: string) => {
  const { Metrics, EvaluationPeriods } = propertiesOf(alarm);
  const counted = Metrics.flatMap(({ MetricStat }) => MetricStat ?? []);
  const entries = counted.map(
    ({ Metric }) => resources[Metric.Dimensions[0]?.Value.Ref ?? '']?.Properties.Description,
  );
  return { entries: entries.sort(), minutes: counted.map(({ Period }) => (Period * EvaluationPeriods) / 60) };
};

test.for([
  ['clock', 'ClockStopped', Object.keys(scheduleMinutes), Math.max(...Object.values(scheduleMinutes))],
  ['stream', 'StreamStopped', followerFunctions, scheduleMinutes['clock.sendHeartbeats'] ?? 0],
  ['bucket', 'UploadsStopped', ['events.recordingUploaded'], scheduleMinutes['clock.sendHeartbeats'] ?? 0],
] as const)('every function that the %s runs is missed when it does not run', ([, alarm, ids, every]) => {
  const { entries, minutes } = missedBy(alarm);
  const wanted = bundles.filter(({ id }) => (ids as readonly string[]).includes(id));
  expect(entries).toEqual(wanted.map(({ entry }) => entry).sort());
  // Each has run twice in that time, so that a run that comes a little late is not missed.
  for (const time of minutes) expect(time).toBeGreaterThanOrEqual(2 * every);
});

/** Every metric of the service's own that something looks at. */
const ownMetrics = (value: unknown): string[] => {
  const text = JSON.stringify(value);
  return Object.keys(metrics).filter((name) => text.includes(`"${name}"`));
};

test('the alarms use the metrics that the functions write', () => {
  for (const { properties } of single) {
    if (ownMetrics(properties).length === 0) continue;
    expect(JSON.stringify(properties)).toContain(`"${metricsNamespace}"`);
    expect(JSON.stringify(properties)).toContain(
      JSON.stringify([{ Name: metricsDimension, Value: 'VoiceAgentPlatform' }]),
    );
  }
  const measuring = bundles.filter(({ modules }) => modules.includes('lib/store/metrics.ts'));
  expect(measuring.length).toBeGreaterThan(30);
  for (const { entry } of measuring) {
    template.hasResourceProperties('AWS::Lambda::Function', {
      Description: entry,
      Environment: { Variables: Match.objectLike({ PLATFORM: 'VoiceAgentPlatform' }) },
    });
  }
});

test('the dashboard shows every alarm, slow routes, the callers and the costs', () => {
  const body = JSON.stringify(ofType('AWS::CloudWatch::Dashboard'));
  for (const { id } of alarms) expect(body).toContain(`"${id}"`);
  for (const question of [
    'Is it well?',
    'Availability: 99.9 %',
    'Latency: 99 % within 1500 ms',
    'What is slow?',
    'How many starts are cold?',
    'Who uses it?',
    'What does it cost?',
  ]) {
    expect(body).toContain(question);
  }
  for (const field of ['duration_ms', 'client_id', 'key_id', 'read_units', 'write_units', 'db_calls']) {
    expect(body).toContain(field);
  }
  for (const metric of [
    'requests_throttled',
    'requests_unserved',
    'ConcurrentExecutions',
    'MessageCount',
    'ConnectCount',
    'frames_failed',
    'parked_age_minutes',
    'task_lag_minutes',
    'retention_lag_hours',
  ]) {
    expect(body).toContain(metric);
  }
});
