import * as z from 'zod/mini';
import { TestMessage, TestVariables } from './agents.ts';
import { CriterionExample } from './analyzers.ts';
import { NodeId } from './conversation-flow.ts';
import {
  atMost,
  described,
  docs,
  entity,
  enumeration,
  id,
  LanguageTag,
  label,
  Metadata,
  object,
  openValue,
  orNull,
  patchOf,
  sentBack,
  strictObject,
  text,
} from './fields.ts';
import { pagesOfOrganization } from './page.ts';
import { created, entityOf, route } from './route.ts';
import { ToolName } from './tools.ts';

const count = (min: number, max: number, description: string) =>
  z.int().check(z.minimum(min), z.maximum(max)).register(docs, { description });

const CallerKind = enumeration(
  'ScenarioCallerKind',
  ['script', 'simulated'],
  'The caller of a scenario: `script` says the given lines in order, `simulated` is played by a language model',
);

const CallerBehavior = enumeration(
  'ScenarioCallerBehavior',
  ['cooperative', 'terse', 'impatient', 'confused', 'hostile'],
  'The manner of a simulated caller',
);

const ScenarioCaller = z
  .strictObject({
    kind: CallerKind,
    lines: z
      ._default(z.array(text(2000)).check(z.maxLength(50)), [])
      .register(docs, { description: 'With `script`: what the caller says, a message each' }),
    persona: described(orNull(text(2000)), 'With `simulated`: who the caller is'),
    goal: described(orNull(text(2000)), 'With `simulated`: what the caller wants to achieve'),
    facts: z
      ._default(
        z
          .record(text(64), text(500))
          .check(z.refine((facts) => Object.keys(facts).length <= 50, 'must have at most 50 names')),
        {},
      )
      .register(docs, {
        description:
          'With `simulated`: what the caller knows, such as a date of birth. It invents nothing else',
      }),
    behavior: z._default(CallerBehavior, 'cooperative'),
    language: described(orNull(LanguageTag), 'With `simulated`: the language that the caller speaks'),
    opening: described(
      orNull(text(2000)),
      'With `simulated`: the caller’s first message. If null, the model chooses it',
    ),
  })
  .check(({ value: { kind, lines, goal }, issues }) => {
    const fault = (name: string, message: string) =>
      issues.push({ code: 'custom', input: undefined, path: [name], message });
    if (kind === 'script' && lines.length === 0) fault('lines', 'is required with script');
    if (kind === 'simulated' && goal === null) fault('goal', 'is required with simulated');
  })
  .register(docs, { id: 'ScenarioCaller', description: 'Who talks with the agent in a scenario' });
export type ScenarioCaller = z.output<typeof ScenarioCaller>;

const Path = described(text(200), 'The place of the argument, such as `date` or `customer.name`');

const ArgumentRule = {
  path: Path,
  equals: z.optional(openValue(2000)).register(docs, { description: 'The value that it must equal' }),
  pattern: described(orNull(text(500)), 'A regular expression (RE2) that its text must contain'),
};

const ArgumentMatch = strictObject(
  'ArgumentMatch',
  'A condition for an argument of a call of a tool',
  ArgumentRule,
);
export type ArgumentMatch = z.output<typeof ArgumentMatch>;

const CheckedArgument = strictObject('CheckedArgument', 'A condition for an argument of a call that counts', {
  ...ArgumentRule,
  judge: described(
    orNull(text(1000)),
    'A condition in words, which a language model decides; without `min` and `max` of the check',
  ),
});

const ScenarioMock = strictObject(
  'ScenarioMock',
  'The answer to calls of a tool. The first mock that matches a call answers it. An action `builtin` needs none: it takes effect as in a call, unless its mock has an `error`',
  {
    name: described(ToolName, 'The name of the tool'),
    when: z
      ._default(z.array(ArgumentMatch).check(z.maxLength(10)), [])
      .register(docs, { description: 'The conditions, all of which must hold; empty: for every call' }),
    result: z
      ._default(openValue(16_384), null)
      .register(docs, { description: 'The result of the call: any JSON value' }),
    error: described(orNull(text(1000)), 'The error that the agent receives in place of a result'),
    times: orNull(z.int().check(z.minimum(1), z.maximum(50))).register(docs, {
      description: 'The number of calls that it answers; null: all',
    }),
  },
);
export type ScenarioMock = z.output<typeof ScenarioMock>;

export const CheckType = enumeration(
  'ScenarioCheckType',
  [
    'says',
    'calls_tool',
    'reaches_node',
    'ends',
    'uses_document',
    'judge',
    'max_agent_turns',
    'model_latency',
    'unmocked_tool',
  ],
  'The subject of a check: the agent’s words, its calls of tools, the nodes of its flow, who ends the conversation, the documents that it uses, a language model’s verdict, the number of its answers, or the time that its model takes. `unmocked_tool` is added by the platform when a tool without a mock is called',
);

export const Ender = enumeration(
  'ScenarioEnder',
  ['agent', 'caller', 'limit'],
  'Who or what ends a test conversation',
);

const ScenarioCheck = strictObject('ScenarioCheck', 'A condition that an attempt must meet', {
  type: CheckType,
  name: described(orNull(label(100)), 'The check’s name, for people'),
  required: z._default(z.boolean(), true).register(docs, {
    description: 'Whether the attempt fails with it. If not, its verdict is only shown',
  }),
  turn: orNull(
    z.string().check(z.regex(/^(any|last|[1-9]\d{0,2})$/, 'must be any, last, or a number from 1 to 999')),
  ).register(docs, {
    description:
      'With `says`: the answers that are looked at: `any` of them, the `last`, or the one with this number, counted from `1`. Default: any',
    maxLength: 4,
  }),
  contains: z
    ._default(z.array(text(500)).check(z.maxLength(20)), [])
    .register(docs, { description: 'With `says`: texts, one of which must occur, in any case' }),
  equals: described(orNull(text(5000)), 'With `says`: the whole answer'),
  pattern: described(orNull(text(500)), 'With `says`: a regular expression (RE2) that must match'),
  absent: z._default(z.boolean(), false).register(docs, {
    description: 'With `says`: whether it must not occur',
  }),
  tool: described(orNull(ToolName), 'With `calls_tool`: the tool'),
  arguments: z._default(z.array(CheckedArgument).check(z.maxLength(20)), []).register(docs, {
    description: 'With `calls_tool`: conditions for the arguments of a call that counts',
  }),
  min: orNull(count(0, 50, 'A number of calls')).register(docs, {
    description: 'With `calls_tool`: the fewest calls; default 1, or 0 if `max` is 0',
  }),
  max: orNull(count(0, 50, 'A number of calls')).register(docs, {
    description:
      'With `calls_tool`: the most calls; with 0, the tool must not be called. With `max_agent_turns`: the most answers',
  }),
  node: described(orNull(NodeId), 'With `reaches_node`: the node of the flow'),
  by: described(orNull(Ender), 'With `ends`: who must end the conversation'),
  document_id: described(orNull(id('doc')), 'With `uses_document`: the document'),
  instruction: described(
    orNull(text(4000)),
    'With `judge`: the question to a language model, which reads the whole conversation',
  ),
  examples: z._default(z.array(CriterionExample).check(z.maxLength(5)), []).register(docs, {
    description: 'With `judge`: examples that show the model how to decide',
  }),
  p95_ms: orNull(count(1, 60_000, 'Milliseconds')).register(docs, {
    description: 'With `model_latency`: the longest time of 95 % of the answers, in milliseconds',
  }),
});
export type ScenarioCheck = z.output<typeof ScenarioCheck>;

const Start = strictObject('ScenarioStart', 'The situation in which a scenario begins', {
  messages: z
    ._default(z.array(TestMessage).check(z.maxLength(200), atMost(200_000)), [])
    .register(docs, { description: 'The conversation so far, oldest message first' }),
  node: described(orNull(NodeId), 'The node of the flow at which it continues; null: at the start'),
  variables: TestVariables,
});

const Source = strictObject('ScenarioSource', 'The call from which a scenario was made', {
  conversation_id: id('conv', 'The conversation'),
  turn: count(0, 1_000_000, 'The turn before which the scenario begins'),
});

const writable = {
  name: described(label(200), 'The scenario’s name, for people'),
  agent_id: described(
    orNull(id('agent')),
    'The agent that it is for; null: for any agent of the organization and its descendants',
  ),
  tags: z
    ._default(z.array(label(64)).check(z.maxLength(10)), [])
    .register(docs, { description: 'Your own labels' }),
  start: z._default(Start, { messages: [], node: null, variables: {} }),
  caller: ScenarioCaller,
  max_turns: z
    ._default(z.int().check(z.minimum(1), z.maximum(40)), 12)
    .register(docs, { description: 'The most answers of the agent' }),
  tool_mocks: z
    ._default(z.array(ScenarioMock).check(z.maxLength(128)), [])
    .register(docs, { description: 'Answers for the agent’s tools. Real tools are never called' }),
  checks: z
    .array(ScenarioCheck)
    .check(z.minLength(1), z.maxLength(30))
    .register(docs, { description: 'The conditions that an attempt must meet to pass' }),
  metadata: z._default(Metadata, {}),
};

const source = described(
  orNull(Source),
  'The call from which it was made, of the scenario’s organization or a descendant. It stays until the call is erased, which also removes its words from the scenario; null for none',
);

const owner = (description: string) => z.nullable(id('client')).register(docs, { description });

export const Scenario = object(
  'Scenario',
  'A conversation that an agent is tested with: who talks with it, and what it must do',
  {
    ...entity('scen'),
    client_id: owner('The organization that owns the scenario; null for one of the platform'),
    ...writable,
    source,
  },
);
export type Scenario = z.output<typeof Scenario>;

export const ScenarioItem = z
  .pick(Scenario, {
    id: true,
    created_at: true,
    updated_at: true,
    version: true,
    client_id: true,
    name: true,
    agent_id: true,
    tags: true,
  })
  .register(docs, { id: 'ScenarioItem', description: 'A scenario as it appears in a list' });
export type ScenarioItem = z.output<typeof ScenarioItem>;

/** The field that each type of check needs. */
const needs: Readonly<Record<ScenarioCheck['type'], readonly (keyof ScenarioCheck)[]>> = {
  says: [],
  calls_tool: ['tool'],
  reaches_node: ['node'],
  ends: ['by'],
  uses_document: ['document_id'],
  judge: ['instruction'],
  max_agent_turns: ['max'],
  model_latency: ['p95_ms'],
  unmocked_tool: [],
};

const wholeChecks = ({
  value,
  issues,
}: z.core.ParsePayload<{ readonly checks: readonly ScenarioCheck[] }>): void => {
  const fault = (path: (string | number)[], message: string) =>
    issues.push({ code: 'custom', input: value, path: ['checks', ...path], message });
  value.checks.forEach((check, at) => {
    for (const name of needs[check.type])
      if (check[name] === null) fault([at, name], `is required with ${check.type}`);
    const { type, contains, equals, pattern, min, max } = check;
    if (type === 'unmocked_tool') fault([at, 'type'], 'is added by the platform');
    if (type === 'says' && contains.length === 0 && equals === null && pattern === null)
      fault([at, 'contains'], 'is required with says, unless equals or pattern is set');
    check.arguments.forEach(({ judge }, n) => {
      if (judge !== null && (min !== null || max !== null))
        fault([at, 'arguments', n, 'judge'], 'must be null if min or max is set');
    });
    if (min !== null && max !== null && min > max) fault([at, 'max'], 'must not be less than min');
  });
};

const whole = atMost(350_000);

export const ScenarioInput = z
  .strictObject({
    ...writable,
    source,
    client_id: z.optional(owner('')).register(docs, {
      description:
        'The organization that owns the scenario. Default: the key’s organization, or the platform',
    }),
  })
  .check(wholeChecks, whole)
  .register(docs, { id: 'ScenarioInput', description: 'A new scenario' });
export type ScenarioInput = z.output<typeof ScenarioInput>;

export const ScenarioReplacement = z
  .strictObject({
    ...sentBack(Scenario),
    ...writable,
    client_id: z.optional(owner('')).register(docs, {
      description: 'The owner; a value other than the current one is refused',
    }),
    source: z.optional(z.nullable(Source)).register(docs, {
      description: 'The call from which it was made; a value other than the current one is refused',
    }),
  })
  .check(wholeChecks, whole)
  .register(docs, { id: 'ScenarioReplacement', description: 'The new content of a scenario' });
export type ScenarioReplacement = z.output<typeof ScenarioReplacement>;

export const ScenarioPatch = strictObject(
  'ScenarioPatch',
  'A merge patch (RFC 7396) for a scenario. Lists are replaced as a whole',
  patchOf(writable),
);

export const list = route('GET /v1/scenarios', {
  summary: 'List scenarios, newest first',
  description: 'Lists the scenarios of an organization and its descendants.',
  scope: 'tests:read',
  ...pagesOfOrganization('ScenarioList', ScenarioItem, 'scenarios'),
});

export const create = route('POST /v1/scenarios', {
  summary: 'Create a scenario',
  description:
    'A scenario can be run on its own or in a test suite. Mocks and checks of tools that its agent lacks are refused.',
  scope: 'tests:write',
  body: ScenarioInput,
  audit: 'scenario.created',
  ...created('/v1/scenarios/{id}', Scenario),
  errors: ['client_not_found', 'client_suspended', 'agent_not_found', 'conversation_not_found'],
});

export const get = route('GET /v1/scenarios/{scenario_id}', {
  summary: 'Get a scenario',
  description:
    'A scenario is visible to the organization that owns it and to those above. One with a `source` has words of a call, and the key also needs the scope `conversations:read`.',
  scope: 'tests:read',
  audit: 'transcript.read',
  ...entityOf(Scenario),
});

export const replace = route('PUT /v1/scenarios/{scenario_id}', {
  summary: 'Replace a scenario',
  description: 'Runs keep a copy of the scenario as it was. A gate is then closed until it is run again.',
  scope: 'tests:write',
  body: ScenarioReplacement,
  audit: 'scenario.updated',
  ...entityOf(Scenario),
  errors: ['agent_not_found'],
});

export const update = route('PATCH /v1/scenarios/{scenario_id}', {
  summary: 'Update a scenario',
  description:
    'Changes the fields that are sent: null resets one to its default, objects are merged, and lists are replaced as a whole. For a scenario with a `source`, the key also needs the scope `conversations:read`.',
  scope: 'tests:write',
  body: ScenarioPatch,
  audit: 'scenario.updated',
  ...entityOf(Scenario),
  errors: ['agent_not_found'],
});

export const remove = route('DELETE /v1/scenarios/{scenario_id}', {
  summary: 'Remove a scenario',
  description: 'Runs keep their copies. Suites that name it can no longer be run until they are changed.',
  scope: 'tests:write',
  audit: 'scenario.removed',
  etag: Scenario,
});

export const draft = route('POST /v1/conversations/{conversation_id}/scenario', {
  summary: 'Draft a scenario from a conversation',
  description:
    'Returns a scenario that begins before a turn: with the messages before it, the results of tools as mocks, except those of actions `builtin`, and a proposed check for each call of a tool. Nothing is stored until it is sent to `POST /v1/scenarios`. The key also needs the scope `conversations:read`.',
  scope: 'tests:write',
  body: strictObject('ScenarioDraftInput', 'The place in the conversation', {
    turn: z
      .int()
      .check(z.minimum(0), z.maximum(1_000_000))
      .register(docs, { description: 'The index of the turn before which the scenario begins' }),
  }),
  changesNothing: true,
  audit: 'transcript.read',
  tool: true,
  response: object('ScenarioDraft', 'A scenario that is not stored yet', {
    ...writable,
    source,
    client_id: id('client', 'The organization of the agent, where the scenario can be stored'),
  }),
  errors: ['agent_not_found'],
});
