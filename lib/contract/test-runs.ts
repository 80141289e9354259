import * as z from 'zod/mini';
import { TestMessage } from './agents.ts';
import { NodeId } from './conversation-flow.ts';
import {
  createdBy,
  described,
  docs,
  enumeration,
  id,
  object,
  openValue,
  orNull,
  RunStatus,
  strictObject,
  Timestamp,
} from './fields.ts';
import { listQuery, ofOrganization, pageQuery, pagesOf } from './page.ts';
import { route } from './route.ts';
import type { Scenario } from './scenarios.ts';
import { CheckType, Ender } from './scenarios.ts';
import { runSettings } from './test-suites.ts';
import { ToolName } from './tools.ts';

const number = (description: string, max = 1_000_000_000) =>
  z.int().check(z.minimum(0), z.maximum(max)).register(docs, { description });

const versionNumber = z.int().check(z.minimum(1), z.maximum(999_999_999));

export const AttemptStatus = enumeration(
  'TestAttemptStatus',
  ['queued', 'running', 'judging', 'passed', 'failed', 'error', 'skipped', 'canceled'],
  'The status of an attempt. `error`: a model or a mock failed, which says nothing about the agent; `skipped`: it could not be run, such as a simulated caller without a model',
);
export type AttemptStatus = z.output<typeof AttemptStatus>;

const CheckVerdict = enumeration(
  'TestCheckVerdict',
  ['passed', 'failed', 'unscored'],
  'The verdict on a check. `unscored`: none was obtained',
);

const CheckResult = object('TestCheckResult', 'The verdict on a check', {
  check: described(
    number('The position of the check in the scenario, from 0'),
    'The check: its position in the scenario, from 0',
  ),
  type: CheckType,
  required: z.boolean().register(docs, { description: 'Whether the attempt fails with it' }),
  verdict: CheckVerdict,
  turn: z.nullable(number('A position', 1000)).register(docs, {
    description: 'The message at which it was decided: a position in `messages`; null for the whole',
  }),
  detail: z.nullable(z.string().check(z.maxLength(1000))).register(docs, {
    description:
      'The words or numbers that were found, or the reason for which there is no verdict; null if `messages` are withheld',
  }),
});
export type CheckResult = z.output<typeof CheckResult>;

const AttemptCall = object('TestAttemptCall', 'A call of a tool in an attempt', {
  name: described(ToolName, 'The tool'),
  arguments: described(openValue(16_384), 'The arguments of the call'),
  result: described(openValue(16_384), 'The mock’s result; null without one'),
  error: z.nullable(z.string().check(z.maxLength(1000))).register(docs, {
    description: 'The mock’s error, or why the call was not answered; null if it was',
  }),
  mocked: z.boolean().register(docs, { description: 'Whether a mock answered the call' }),
});
export type AttemptCall = z.output<typeof AttemptCall>;

const AttemptMessage = object('TestAttemptMessage', 'A message of an attempt', {
  role: TestMessage.shape.role,
  content: z.string().check(z.maxLength(100_000)).register(docs, { description: 'The words' }),
  node: z.nullable(NodeId).register(docs, {
    description: 'The node of the flow after an answer; null without a flow, and for the caller',
  }),
  tool_calls: z
    .array(AttemptCall)
    .check(z.maxLength(64))
    .register(docs, { description: 'The tools that the agent called for the answer' }),
  document_ids: z
    .array(z.string().check(z.maxLength(64)))
    .check(z.maxLength(20))
    .register(docs, { description: 'The documents whose passages the model received' }),
  latency_ms: z.nullable(number('Milliseconds')).register(docs, {
    description: 'The time of an answer, in milliseconds; null for the caller',
  }),
});
export type AttemptMessage = z.output<typeof AttemptMessage>;

export const TestAttempt = object('TestAttempt', 'One conversation with the agent, and its verdicts', {
  number: number('The position of the attempt in the run, from 0'),
  scenario_id: id('scen', 'The scenario'),
  scenario_name: z.string().check(z.maxLength(200)).register(docs, { description: 'Its name' }),
  attempt: number('The number of the attempt at the scenario, from 1'),
  status: AttemptStatus,
  ended_by: z
    .nullable(Ender)
    .register(docs, { description: 'Who or what ended the conversation; null while it goes on' }),
  reason: z.nullable(z.string().check(z.maxLength(1000))).register(docs, {
    description: 'Why it is an error or was skipped; null otherwise',
  }),
  messages: z.array(AttemptMessage).check(z.maxLength(400)).register(docs, {
    description:
      'The messages, in order. If the scenario was made from a call, they are empty for a key without the scope `conversations:read`, and once the call is erased',
  }),
  checks: z.array(CheckResult).check(z.maxLength(31)).register(docs, {
    description: 'The verdicts, in the order of the checks',
  }),
  model: z.nullable(z.string().check(z.maxLength(200))).register(docs, {
    description: 'The model that answered for the agent; null before the first answer',
  }),
  caller_model: z.nullable(z.string().check(z.maxLength(200))).register(docs, {
    description: 'The model that played the caller; null with a script',
  }),
  judge_model: z.nullable(z.string().check(z.maxLength(200))).register(docs, {
    description: 'The model that judged; null if none did',
  }),
  input_tokens: number('Tokens sent to models'),
  output_tokens: number('Tokens generated by models'),
  updated_at: described(Timestamp, 'When it last changed'),
});
export type TestAttempt = z.output<typeof TestAttempt>;

const Change = enumeration(
  'TestChange',
  ['fixed', 'broken', 'same', 'unclear', 'not_comparable'],
  'The change of a scenario since the compared run: `broken` only if the confidence intervals (Wilson, 95 %) of both rates do not overlap; `not_comparable` if the scenario differs, or the models that play callers or judge',
);

export const TestResult = enumeration(
  'TestResult',
  ['passed', 'failed', 'inconclusive'],
  'The result of a test: `inconclusive` if something has no result that would decide it',
);

const ScenarioResult = object('TestScenario', 'The result of one scenario in a run', {
  scenario_id: id('scen', 'The scenario'),
  name: z.string().check(z.maxLength(200)).register(docs, { description: 'Its name' }),
  result: described(
    TestResult,
    'The result of a scenario. An error, a skipped attempt or a required check without verdict makes it `inconclusive`',
  ),
  attempts: number('The number of attempts'),
  passed: number('The number that passed'),
  failed: number('The number that failed'),
  errors: number('The number that have no result'),
  pass_hat: z
    .array(z.number().check(z.minimum(0), z.maximum(1)))
    .check(z.maxLength(20))
    .register(docs, {
      description:
        'For k = 1, 2, …: the probability that k attempts, chosen from those with a result, all pass (pass^k)',
    }),
  flaky: z.boolean().register(docs, { description: 'Whether some attempts passed and others failed' }),
  change: z.nullable(Change).register(docs, {
    description: 'The change since the compared run; null without one',
  }),
});
export type ScenarioResult = z.output<typeof ScenarioResult>;

const Compared = z
  .nullable(id('trun'))
  .register(docs, { description: 'The run that it is compared with; null for none' });

export const TestRun = object('TestRun', 'A run of scenarios with one version of an agent', {
  id: id('trun', 'The run’s id'),
  created_at: described(Timestamp, 'When it was created'),
  updated_at: described(Timestamp, 'When it last made progress'),
  client_id: id('client', 'The organization that owns the agent'),
  agent_id: id('agent', 'The agent'),
  agent_version: versionNumber.register(docs, { description: 'The version of the agent' }),
  knowledge_version: number('The version of the agent’s documents'),
  suite_id: z.nullable(id('suite')).register(docs, { description: 'The suite; null for single scenarios' }),
  suite_version: z.nullable(versionNumber).register(docs, { description: 'The version of the suite' }),
  compared_with: Compared,
  ...runSettings,
  tokens: z.nullable(number('A number of tokens', 1_000_000_000_000)).register(docs, {
    description:
      'The most tokens that the run uses, also to judge, plus those of the answers under way; null for no limit',
  }),
  status: RunStatus,
  result: z.nullable(TestResult).register(docs, {
    description:
      'The result: `failed` if a scenario failed, else `inconclusive` if one is, else `passed`; null until it is completed',
  }),
  total: number('The number of attempts'),
  done: number('The number of attempts that have ended'),
  scenarios: z
    .array(ScenarioResult)
    .check(z.maxLength(200))
    .register(docs, { description: 'The results by scenario; empty until the run is completed' }),
  input_tokens: number('Tokens sent to models'),
  output_tokens: number('Tokens generated by models'),
  created_by: createdBy('run'),
});
export type TestRun = z.output<typeof TestRun>;

export const TestRunInput = z
  .strictObject({
    suite_id: described(orNull(id('suite')), 'The suite; or state `scenario_ids`'),
    scenario_ids: z
      ._default(z.array(id('scen')).check(z.maxLength(50)), [])
      .register(docs, { description: 'Single scenarios, in place of a suite' }),
    version: z.optional(versionNumber).register(docs, {
      description: 'The version of the agent; by default the current one',
    }),
    repeat: z.optional(runSettings.repeat.def.innerType).register(docs, {
      description: 'The number of attempts at each scenario; by default that of the suite, or 1',
    }),
    compare_with: z
      .optional(
        z
          .string()
          .check(
            z.regex(/^(last_passed|trun_[0-7][0-9a-hjkmnp-tv-z]{25})$/, 'must be a run’s id or last_passed'),
          ),
      )
      .register(docs, {
        description: 'The id of an earlier run of the same agent, or `last_passed`: the last one that passed',
        maxLength: 31,
      }),
    tokens: orNull(z.int().check(z.minimum(1), z.maximum(1_000_000_000_000))).register(docs, {
      description: 'The most tokens of models to use; null for no limit of the run',
    }),
  })
  .check(
    z.refine(({ suite_id, scenario_ids }) => (suite_id === null) !== (scenario_ids.length === 0), {
      path: ['suite_id'],
      message: 'must be stated, or else scenario_ids',
    }),
  )
  .register(docs, { id: 'TestRunInput', description: 'The tests to run' });
export type TestRunInput = z.output<typeof TestRunInput>;

export const create = route('POST /v1/agents/{agent_id}/test-runs', {
  summary: 'Run tests of an agent',
  description:
    'Starts a conversation for each attempt, with mocks in place of the agent’s tools. The conversations are not listed among others, but their tokens and cost count as tests, and each attempt counts in `agent_tests_per_day`. The event `test_run.completed` reports the end. Runs are kept for 90 days. The key also needs the scope `agents:read`.',
  scope: 'tests:write',
  tool: true,
  body: TestRunInput,
  audit: 'test_run.created',
  status: 202,
  response: TestRun,
  errors: [
    'agent_version_not_found',
    'client_suspended',
    'scenario_not_found',
    'test_suite_not_found',
    'test_run_not_found',
    'usage_limit_reached',
  ],
});

export const list = route('GET /v1/test-runs', {
  summary: 'List test runs, newest first',
  description: 'Lists the runs of agents of an organization and its descendants, for 90 days.',
  scope: 'tests:read',
  query: z.strictObject({
    ...listQuery,
    client_id: ofOrganization('runs'),
    agent_id: z.optional(id('agent')).register(docs, { description: 'Only runs of this agent' }),
  }),
  ...pagesOf('TestRunList', TestRun),
  errors: ['client_not_found'],
});

export const get = route('GET /v1/test-runs/{test_run_id}', {
  summary: 'Get a test run',
  description: 'Returns its progress, and its results by scenario once it is completed.',
  scope: 'tests:read',
  response: TestRun,
});

export const items = route('GET /v1/test-runs/{test_run_id}/items', {
  summary: 'List the attempts of a test run',
  description: 'Returns each attempt with its messages and verdicts, in the order of the scenarios.',
  scope: 'tests:read',
  audit: 'transcript.read',
  query: z.strictObject({
    ...pageQuery,
    scenario_id: z.optional(id('scen')).register(docs, { description: 'Only attempts at this scenario' }),
  }),
  ...pagesOf('TestAttemptList', TestAttempt),
});

export const cancel = route('POST /v1/test-runs/{test_run_id}/cancel', {
  summary: 'Cancel a test run',
  description:
    'No further attempt begins, and each that is under way ends after its current answer. A run that has ended stays as it is.',
  scope: 'tests:write',
  tool: true,
  audit: 'test_run.canceled',
  response: TestRun,
});

export const judge = route('POST /v1/test-runs/{test_run_id}/judge', {
  summary: 'Judge a test run again',
  description:
    'Judges the stored conversations again, without asking the agent: attempts whose checks have no verdict because a model failed, or all of them. A run stays as it is if it is running, was canceled, or has used up its `tokens`.',
  scope: 'tests:write',
  body: strictObject('TestJudgeInput', 'The attempts to judge again', {
    all: z._default(z.boolean(), false).register(docs, {
      description: 'Whether attempts that have all their verdicts are judged again too',
    }),
  }),
  optionalBody: true,
  audit: 'test_run.judged',
  status: 202,
  response: TestRun,
});

/** A copy of a scenario, as a run keeps it. */
export type ScenarioCopy = Pick<
  z.output<typeof Scenario>,
  'id' | 'version' | 'name' | 'start' | 'caller' | 'max_turns' | 'tool_mocks' | 'checks' | 'source'
>;
