import type { AgentRecord } from '#lib/agents/agent-record.ts';
import { findAgent } from '#lib/agents/agents.ts';
import type { Fault } from '#lib/contract/errors.ts';
import { ApiError, invalid } from '#lib/contract/errors.ts';
import type { Scenario, ScenarioInput, ScenarioItem, ScenarioReplacement } from '#lib/contract/scenarios.ts';
import { findConversation } from '#lib/conversations/conversations.ts';
import { readSubjects } from '#lib/conversations/subjects.ts';
import { isPattern } from '#lib/domain/analysis/patterns.ts';
import type { AuditSubject } from '#lib/domain/audit/record.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { refuseChange } from '#lib/domain/organizations/fixed.ts';
import { emptied } from '#lib/domain/test-suites/emptied.ts';
import type { EntityRecord } from '#lib/store/entity.ts';
import {
  entities,
  entityFootprint,
  entityRemovals,
  insertEntity,
  removeEntity,
  replaceEntity,
} from '#lib/store/entity.ts';
import { keyIn, keyOf } from '#lib/store/keys.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { mustExist } from '#lib/store/operations/must-exist.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import { put } from '#lib/store/operations/put.ts';
import { remove } from '#lib/store/operations/remove.ts';
import type { Item } from '#lib/store/table.ts';

export type ScenarioRecord = EntityRecord<Scenario>;

export const scenarios = /* @__PURE__ */ entities<ScenarioRecord, ScenarioItem>({
  prefix: 'scen',
  list: 'scenarios',
  kind: 'scenario',
  shown: ({ id, created_at, updated_at, version, client_id, name, agent_id, tags }) => ({
    ...{ id, created_at, updated_at, version, client_id },
    ...{ name, agent_id, tags },
  }),
});

type Content = Pick<ScenarioReplacement, 'agent_id' | 'checks' | 'tool_mocks' | 'start'>;

const callNotFound = () => new ApiError('conversation_not_found');

const fault = (pointer: string, detail: string): Fault => ({ pointer, code: 'invalid', detail });

const patternFaults = ({ checks, tool_mocks }: Content): Fault[] => {
  const patterns = [
    ...checks.flatMap(({ pattern, arguments: rules }, at) => [
      [`/checks/${at}/pattern`, pattern] as const,
      ...rules.map((rule, n) => [`/checks/${at}/arguments/${n}/pattern`, rule.pattern] as const),
    ]),
    ...tool_mocks.flatMap(({ when }, at) =>
      when.map((rule, n) => [`/tool_mocks/${at}/when/${n}/pattern`, rule.pattern] as const),
    ),
  ];
  return patterns.flatMap(([pointer, pattern]) =>
    pattern === null || isPattern(pattern)
      ? []
      : [fault(pointer, 'must be a regular expression in the syntax of RE2')],
  );
};

/** The tools and nodes that a scenario names and its agent lacks. */
const agentFaults = ({ checks, tool_mocks, start }: Content, agent: AgentRecord): Fault[] => {
  const tools = new Set(agent.tools.map(({ name }) => name));
  const nodes = new Set(agent.conversation_flow?.nodes.map(({ id }) => id) ?? []);
  const noTool = 'must be the name of a tool of the agent';
  const noNode = 'must be the id of a node of the agent’s flow';
  return [
    ...tool_mocks.flatMap(({ name }, at) =>
      tools.has(name) ? [] : [fault(`/tool_mocks/${at}/name`, noTool)],
    ),
    ...checks.flatMap(({ tool, node }, at) => [
      ...(tool === null || tools.has(tool) ? [] : [fault(`/checks/${at}/tool`, noTool)]),
      ...(node === null || nodes.has(node) ? [] : [fault(`/checks/${at}/node`, noNode)]),
    ]),
    ...(start.node === null || nodes.has(start.node) ? [] : [fault('/start/node', noNode)]),
  ];
};

const isBelow = (path: readonly string[], other: readonly string[]): boolean =>
  path.every((id, at) => other[at] === id);

/** Refuses patterns that do not compile, and what the scenario’s agent lacks. */
const checkContent = async (caller: Caller, path: readonly string[], content: Content): Promise<void> => {
  const faults = patternFaults(content);
  if (content.agent_id !== null) {
    const agent = await findAgent(caller, content.agent_id);
    if (!agent || !isBelow(path, agent.path)) throw new ApiError('agent_not_found');
    faults.push(...agentFaults(content, agent));
  }
  if (faults.length > 0) throw invalid(...faults);
};

/** The item by which the erasure of a call finds a scenario that was made from it. */
const sourceItems = ({ id, source }: Pick<Scenario, 'id' | 'source'>): Item[] =>
  source === null ? [] : [{ ...keyOf('scenario_source', source.conversation_id, id), scenario_id: id }];

/** The items that a scenario has besides its record. */
export const scenarioFootprint = (item: Item): Item[] => [
  ...entityFootprint(scenarios)(item),
  ...sourceItems(scenarios.fromItem(item)),
];

/** Of a call that is gone, or whose erasure has begun, nothing is stored. */
export const sourceMustExist = <E extends Error>(
  { source }: Pick<Scenario, 'source'>,
  otherwise: () => E,
): Operation<E>[] =>
  source === null ? [] : [mustExist(keyOf('conversation', source.conversation_id), otherwise)];

/** A scenario, and the call whose words it has. Of one whose erasure has begun, it has none any more. */
export const findScenario = async (
  caller: Caller,
  id: string,
): Promise<{ readonly scenario: ScenarioRecord; readonly call?: AuditSubject } | undefined> => {
  const scenario = await scenarios.find(caller, id);
  if (!scenario?.source) return scenario && { scenario };
  const [call] = await readSubjects([scenario.source.conversation_id]);
  return call ? { scenario, call } : { scenario: emptied(scenario) };
};

/** A new scenario. Its readers see the words of its call, which is therefore of its organization or below. */
export const insertScenario = async (
  caller: Caller,
  path: readonly string[],
  input: ScenarioInput,
): Promise<Write<Scenario, 'conversation_not_found'>> => {
  await checkContent(caller, path, input);
  if (input.source !== null) {
    const call = await findConversation(caller, input.source.conversation_id);
    if (!call || !isBelow(path, call.path)) throw callNotFound();
  }
  const write = insertEntity(scenarios, path, input);
  const { reply } = write;
  return {
    ...write,
    operations: [
      ...write.operations,
      ...sourceMustExist(reply, callNotFound),
      ...sourceItems(reply).map(put),
    ],
  };
};

/**
 * Replaces the content of a scenario. Its words stay those of its call, whatever is made of them, so only the
 * erasure of the call parts the two.
 */
export const replaceScenario = async (
  caller: Caller,
  before: ScenarioRecord,
  content: ScenarioReplacement,
): Promise<Write<Scenario>> => {
  refuseChange(before, content, ['client_id', 'source']);
  await checkContent(caller, before.path, content);
  const write = replaceEntity(scenarios, before, { ...content, source: before.source });
  return write.operations.length === 0
    ? write
    : { ...write, operations: [...write.operations, ...sourceMustExist(before, () => new Stale())] };
};

export const scenarioRemovals = (scenario: ScenarioRecord): readonly Operation<Stale>[] => [
  ...entityRemovals(scenarios, scenario),
  ...sourceItems(scenario).map(keyIn).map(remove),
];

export const removeScenario = (scenario: ScenarioRecord): Write<undefined> => ({
  ...removeEntity(scenarios, scenario),
  operations: scenarioRemovals(scenario),
});
