import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { root } from '#lib/bundles.ts';
import { metrics, metricsDimension, metricsNamespace } from '#lib/data/metrics.ts';
import { scheduleMinutes } from '#lib/function-settings.ts';
import measured from '../../../bench/results/deployed.json' with { type: 'json' };
import { bundles, resourcesOf, templateOf } from '../../support/stack.ts';

const template = templateOf({ alarms: { email: 'ops@example.com', slow_ms: 1500 } });
const resources = resourcesOf(template);
const ofType = (type: string) => Object.entries(resources).filter(([, { Type }]) => Type === type);
const alarms = ofType('AWS::CloudWatch::Alarm').map(([id, { Properties }]) => ({
  name: id.replace(/^Alarms|[0-9A-F]{8}$/g, ''),
  properties: Properties,
}));

/** What is written under each heading of the runbook. */
const runbook = new Map(
  readFileSync(join(root, 'docs/operations.md'), 'utf8')
    .split(/^#+ /m)
    .map((section) => [section.split('\n', 1)[0] ?? '', section] as const),
);

test('every alarm has a heading of its own in the runbook, and says so', () => {
  expect(alarms.length).toBeGreaterThan(0);
  for (const { name, properties } of alarms) {
    expect(properties.AlarmDescription).toContain(`docs/operations.md#${name.toLowerCase()}`);
    expect(runbook.get(name)?.length ?? 0, name).toBeGreaterThan(300);
  }
});

test('the runbook tells of no alarm that there is not', () => {
  const text = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const section = text.split('\n## Alarms\n')[1]?.split('\n## ')[0] ?? '';
  const told = [...section.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
  expect(told.sort()).toEqual(alarms.map(({ name }) => name).sort());
});

test('what the documents say of the price of alarms and dashboard is what is deployed', () => {
  const metricsOf = ({ Metrics = [{ MetricStat: {} }] }: { Metrics?: { MetricStat?: object }[] }) =>
    Metrics.filter(({ MetricStat }) => MetricStat).length;
  const looked = alarms.reduce((sum, { properties }) => sum + metricsOf(properties), 0);
  const said = [
    `${alarms.length} alarms over ${looked} metrics`,
    `${ofType('AWS::CloudWatch::Dashboard').length} dashboard`,
  ];
  for (const words of said) expect(runbook.get('Look')?.replaceAll('\n', ' ')).toContain(words);
  expect(measured.deployed).toMatchObject({ alarms: alarms.length, alarm_metrics: looked });
});

test('every alarm speaks to the one topic, when it goes off and when it is over', () => {
  const [[topic]] = ofType('AWS::SNS::Topic') as [[string, unknown]];
  for (const { properties } of alarms) {
    expect(properties).toMatchObject({ AlarmActions: [{ Ref: topic }], OKActions: [{ Ref: topic }] });
  }
});

test('every alarm is quiet without data, but the one that misses what always runs', () => {
  for (const { name, properties } of alarms) {
    const misses = name === 'ClockStopped';
    expect(properties, name).toMatchObject({
      TreatMissingData: misses ? 'breaching' : 'notBreaching',
      ComparisonOperator: misses ? 'LessThanThreshold' : 'GreaterThanOrEqualToThreshold',
    });
  }
});

test('the operator’s address is told, and only over TLS', () => {
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

test('the alarms watch what could go wrong', () => {
  const watched = (text: string) =>
    alarms.filter(({ properties }) => JSON.stringify(properties).includes(text)).map(({ name }) => name);
  expect(watched('"5xx"')).toEqual(['ServerErrors']);
  expect(watched('"p99"')).toEqual(['SlowAnswers']);
  // A model that fails or takes its time is no failure of the service.
  expect(watched('"models_failed"').sort()).toEqual(['ModelsFail', 'ServerErrors']);
  expect(watched('"duration_ms"')).toEqual(['SlowAnswers']);
  expect(watched('"Throttles"')).toEqual(['FunctionThrottles']);
  for (const metric of ['ThrottledRequests', 'ReadThrottleEvents', 'WriteThrottleEvents']) {
    expect(watched(`"${metric}"`)).toEqual(['TableThrottles']);
  }
  expect(watched('"Invocations"')).toEqual(['ClockStopped']);
  expect(watched('"IteratorAge"')).toEqual(['EventsBehind']);
  expect(watched('"events_failed"')).toEqual(['EventsFail']);
  expect(watched('"events_parked"')).toEqual(['EventsParked']);
  expect(watched('"sweeps_failed"')).toEqual(['SweepsFail']);
  expect(watched('"ApproximateNumberOfMessagesVisible"')).toEqual(['DeadLetters']);
  expect(alarms.find(({ name }) => name === 'SlowAnswers')?.properties.Threshold).toBe(1500);
});

test.for([
  ['an erasure that was put aside', 'EventsFail', 'clock.retryParked'],
  ['a retention', 'SweepsFail', 'clock.applyRetention'],
] as const)('%s that goes on failing keeps its alarm up, though it is tried seldom', ([, alarm, id]) => {
  const { properties } = alarms.find(({ name }) => name === alarm) ?? {};
  const { EvaluationPeriods, DatapointsToAlarm } = properties as Record<string, number>;
  expect(DatapointsToAlarm).toBe(2);
  const attempts = (5 * Number(EvaluationPeriods)) / Number(scheduleMinutes[id]);
  // One more than it takes: attempts do not come to the second.
  expect(attempts).toBeGreaterThanOrEqual(Number(DatapointsToAlarm) + 1);
});

test('every function that the clock runs is missed when it does not run', () => {
  const { properties } = alarms.find(({ name }) => name === 'ClockStopped') ?? {};
  const { Metrics, EvaluationPeriods } = properties as {
    Metrics: { MetricStat?: { Period: number; Metric: { Dimensions: { Value: { Ref: string } }[] } } }[];
    EvaluationPeriods: number;
  };
  const counted = Metrics.flatMap(({ MetricStat }) => MetricStat ?? []);
  const missed = counted.map(({ Metric }) => resources[Metric.Dimensions[0]?.Value.Ref ?? '']);
  const entries = bundles.filter(({ id }) => id in scheduleMinutes).map(({ entry }) => entry);
  expect(missed.map((found) => found?.Properties.Description).sort()).toEqual(entries.sort());
  // Each has run twice in that time, so that a run that comes a little late is not missed.
  for (const { Period } of counted) {
    expect(Period * EvaluationPeriods).toBeGreaterThanOrEqual(
      120 * Math.max(...Object.values(scheduleMinutes)),
    );
  }
});

/** Every metric of the service's own that something looks at. */
const ownMetrics = (value: unknown): string[] => {
  const text = JSON.stringify(value);
  return Object.keys(metrics).filter((name) => text.includes(`"${name}"`));
};

test('what alarms look at is what the functions write', () => {
  for (const { properties } of alarms) {
    if (ownMetrics(properties).length === 0) continue;
    expect(JSON.stringify(properties)).toContain(`"${metricsNamespace}"`);
    expect(JSON.stringify(properties)).toContain(
      JSON.stringify([{ Name: metricsDimension, Value: 'VoiceAgentPlatform' }]),
    );
  }
  const measuring = bundles.filter(({ modules }) => modules.includes('lib/data/metrics.ts'));
  expect(measuring.length).toBeGreaterThan(30);
  for (const { entry } of measuring) {
    template.hasResourceProperties('AWS::Lambda::Function', {
      Description: entry,
      Environment: { Variables: Match.objectLike({ PLATFORM: 'VoiceAgentPlatform' }) },
    });
  }
});

test('the dashboard shows every alarm, and asks what is slow, who uses it and what it costs', () => {
  const body = JSON.stringify(ofType('AWS::CloudWatch::Dashboard'));
  for (const [id] of ofType('AWS::CloudWatch::Alarm')) expect(body).toContain(`"${id}"`);
  for (const question of ['Is it well?', 'What is slow?', 'Who uses it?', 'What does it cost?']) {
    expect(body).toContain(question);
  }
  for (const field of ['duration_ms', 'client_id', 'key_id', 'read_units', 'write_units', 'db_calls']) {
    expect(body).toContain(field);
  }
});
