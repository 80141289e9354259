import * as z from 'zod/mini';
import {
  described,
  docs,
  entity,
  enumeration,
  id,
  label,
  Metadata,
  object,
  orNull,
  patchOf,
  sameOwner,
  sentBack,
  strictObject,
  text,
} from './fields.ts';
import { pagesOfOrganization } from './page.ts';
import { created, entityOf, route } from './route.ts';

const PassRule = z
  .strictObject({
    rule: enumeration(
      'TestPassRule',
      ['all', 'at_least'],
      'Whether a scenario passes if all its attempts pass, or at least `count` of them',
    ),
    count: orNull(z.int().check(z.minimum(1), z.maximum(20))).register(docs, {
      description: 'With `at_least`: the number of attempts that must pass',
    }),
  })
  .check(
    z.refine(({ rule, count }) => rule === 'all' || count !== null, {
      path: ['count'],
      message: 'is required with at_least',
    }),
  )
  .register(docs, { id: 'TestPass', description: 'When a scenario passes' });
export type PassRule = z.output<typeof PassRule>;

const modelId = (use: string) =>
  described(orNull(text(200)), `The model that ${use}. If null, the first one that the operator allows`);

/** The settings of a run, which a suite keeps and a run of single scenarios states. */
export const runSettings = {
  repeat: z
    ._default(z.int().check(z.minimum(1), z.maximum(20)), 1)
    .register(docs, { description: 'The number of attempts at each scenario' }),
  pass: z._default(PassRule, { rule: 'all', count: null }),
  caller_model: modelId('plays simulated callers'),
  judge_model: modelId('answers checks with `judge`'),
};

const writable = {
  name: described(label(200), 'The suite’s name, for people'),
  description: described(orNull(text(1000)), 'The purpose of the suite'),
  agent_id: described(
    orNull(id('agent')),
    'The agent that it is for; null: for any agent of the organization and its descendants',
  ),
  scenario_ids: z
    .array(id('scen'))
    .check(
      z.minLength(1),
      z.maxLength(200),
      z.refine((ids: readonly string[]) => new Set(ids).size === ids.length, 'must be different'),
    )
    .register(docs, { description: 'The scenarios, in the order in which they begin' }),
  ...runSettings,
  metadata: z._default(Metadata, {}),
};

export const TestSuite = object(
  'TestSuite',
  'Scenarios that are run together, for agents of an organization and of those below it',
  {
    ...entity('suite'),
    client_id: z.nullable(id('client')).register(docs, {
      description: 'The organization that owns the suite; null for one of the platform',
    }),
    ...writable,
  },
);
export type TestSuite = z.output<typeof TestSuite>;

export const TestSuiteItem = z
  .pick(TestSuite, {
    id: true,
    created_at: true,
    updated_at: true,
    version: true,
    client_id: true,
    name: true,
    description: true,
    agent_id: true,
  })
  .register(docs, { id: 'TestSuiteItem', description: 'A suite as it appears in a list' });
export type TestSuiteItem = z.output<typeof TestSuiteItem>;

const fewAttempts = z.refine<{ readonly repeat: number; readonly pass: PassRule }>(
  ({ repeat, pass }) => pass.count === null || pass.count <= repeat,
  { path: ['pass', 'count'], message: 'must not be greater than repeat' },
);

export const TestSuiteInput = z
  .strictObject({
    ...writable,
    client_id: z.optional(z.nullable(id('client'))).register(docs, {
      description: 'The organization that owns the suite. Default: the key’s organization, or the platform',
    }),
  })
  .check(fewAttempts)
  .register(docs, { id: 'TestSuiteInput', description: 'A new suite' });
export type TestSuiteInput = z.output<typeof TestSuiteInput>;

export const TestSuiteReplacement = z
  .strictObject({
    ...sentBack(TestSuite),
    ...writable,
    client_id: sameOwner,
  })
  .check(fewAttempts)
  .register(docs, { id: 'TestSuiteReplacement', description: 'The new content of a suite' });
export type TestSuiteReplacement = z.output<typeof TestSuiteReplacement>;

export const TestSuitePatch = strictObject(
  'TestSuitePatch',
  'A merge patch (RFC 7396) for a suite. Lists are replaced as a whole',
  patchOf(writable),
);

export const list = route('GET /v1/test-suites', {
  summary: 'List test suites, newest first',
  description: 'Lists the suites of an organization and its descendants.',
  scope: 'tests:read',
  ...pagesOfOrganization('TestSuiteList', TestSuiteItem, 'suites'),
});

export const create = route('POST /v1/test-suites', {
  summary: 'Create a test suite',
  description:
    'A suite of an organization can test the agents of its descendants, whose scenarios it may also name.',
  scope: 'tests:write',
  body: TestSuiteInput,
  audit: 'test_suite.created',
  ...created('/v1/test-suites/{id}', TestSuite),
  errors: ['client_not_found', 'client_suspended', 'agent_not_found', 'scenario_not_found'],
});

export const get = route('GET /v1/test-suites/{test_suite_id}', {
  summary: 'Get a test suite',
  description:
    'A suite is visible to the organization that owns it, to those above, and to those below whose agents must pass it.',
  scope: 'tests:read',
  ...entityOf(TestSuite),
});

export const replace = route('PUT /v1/test-suites/{test_suite_id}', {
  summary: 'Replace a test suite',
  description: 'Agents that must pass the suite need a new run before another version is deployed.',
  scope: 'tests:write',
  body: TestSuiteReplacement,
  audit: 'test_suite.updated',
  ...entityOf(TestSuite),
  errors: ['agent_not_found', 'scenario_not_found'],
});

export const update = route('PATCH /v1/test-suites/{test_suite_id}', {
  summary: 'Update a test suite',
  description:
    'Changes the fields that are sent: null resets one to its default, and lists are replaced as a whole.',
  scope: 'tests:write',
  body: TestSuitePatch,
  audit: 'test_suite.updated',
  ...entityOf(TestSuite),
  errors: ['agent_not_found', 'scenario_not_found'],
});

export const remove = route('DELETE /v1/test-suites/{test_suite_id}', {
  summary: 'Remove a test suite',
  description: 'Runs stay. A gate that names the suite stays closed until it is changed.',
  scope: 'tests:write',
  audit: 'test_suite.removed',
  etag: TestSuite,
});
