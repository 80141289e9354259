import type { AgentRecord } from '#lib/agents/agent-record.ts';
import { findAgent } from '#lib/agents/agents.ts';
import type { Fault } from '#lib/contract/errors.ts';
import { ApiError, invalid } from '#lib/contract/errors.ts';
import type { Scenario, ScenarioItem, ScenarioReplacement } from '#lib/contract/scenarios.ts';
import { findConversation } from '#lib/conversations/conversations.ts';
import { isPattern } from '#lib/domain/analysis/patterns.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { EntityRecord } from '#lib/store/entity.ts';
import { entities } from '#lib/store/entity.ts';
import { keyOf } from '#lib/store/keys.ts';
import { mustExist } from '#lib/store/operations/must-exist.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { put } from '#lib/store/operations/put.ts';

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

type Content = Pick<ScenarioReplacement, 'agent_id' | 'checks' | 'tool_mocks' | 'start' | 'source'>;

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

/** Refuses patterns that do not compile, what the scenario’s agent lacks, and calls of others. */
export const checkScenario = async (
  caller: Caller,
  path: readonly string[],
  content: Content,
): Promise<void> => {
  const faults = patternFaults(content);
  if (content.agent_id !== null) {
    const agent = await findAgent(caller, content.agent_id);
    if (!agent || !isBelow(path, agent.path)) throw new ApiError('agent_not_found');
    faults.push(...agentFaults(content, agent));
  }
  if (content.source !== null) {
    // The scenario contains words of the call, and its readers see them.
    const found = await findConversation(caller, content.source.conversation_id);
    if (!found || !isBelow(path, found.path)) throw callNotFound();
  }
  if (faults.length > 0) throw invalid(...faults);
};

/**
 * Adds the item by which the erasure of the call finds a scenario that was made from it. Of a call whose
 * erasure has begun, nothing is stored.
 */
export const withSource = (write: Write<Scenario>): Write<Scenario, 'conversation_not_found'> => {
  const { id, source } = write.reply;
  if (source === null || write.operations.length === 0) return write;
  const { conversation_id } = source;
  const item = { ...keyOf('scenario_source', conversation_id, id, 'record'), scenario_id: id };
  const isThere = mustExist(keyOf('conversation', conversation_id), callNotFound);
  return { ...write, operations: [...write.operations, isThere, put(item)] };
};
