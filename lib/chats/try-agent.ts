import type { Agent, AgentTest, AgentTestInput } from '#lib/contract/agents.ts';
import { conversationVariables, refuseMissing } from '#lib/domain/agents/variables.ts';
import { noUnits } from '#lib/domain/usage/fact.ts';
import type { ConversingAgent, RunCall, ToolOutcome } from '#lib/model/converse.ts';
import { answerOf } from '#lib/model/converse.ts';
import type { Knowledge, Passage } from '#lib/model/knowledge.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { hoursFor } from '#lib/organizations/opening-hours.ts';
import { abilityOutcome } from '#lib/tools/ability-outcome.ts';
import { askAside } from './ask-model.ts';

/** The maximum number of tool calls for one answer. */
const maxCalls = 64;
const maxLength = 100_000;

const knowledgeOf = (passages: readonly Passage[]): AgentTest['knowledge'] => {
  // Best last, so that each document is listed with its best passage.
  const byDocument = new Map(passages.toReversed().map((passage) => [passage.document_id, passage]));
  return [...byDocument.values()]
    .map(({ document_id, title, score }) => ({ document_id, title, score }))
    .sort((one, other) => other.score - one.score);
};

const shownCall = ({ call, outcome }: RunCall): AgentTest['tool_calls'][number] => ({
  name: call.name,
  arguments: call.arguments,
  result: outcome?.content ?? null,
  mocked: outcome !== undefined,
});

/** Computes the agent's next answer with mocks in place of its tools. Nothing but its tokens is stored. */
export const tryAgent = async (
  saved: ConversingAgent & Pick<Agent, 'id'>,
  lineage: Lineage,
  knowledge: Knowledge,
  { draft, messages, variables: values, node, tool_mocks }: AgentTestInput,
): Promise<AgentTest> => {
  const began = performance.now();
  const agent = { ...saved, ...draft } as typeof saved;
  const tested = { id: null, channel: 'phone', caller: null } as const;
  const variables = conversationVariables(
    values,
    agent,
    lineage,
    tested,
    Date.now(),
    await hoursFor(agent, lineage),
  );
  refuseMissing(agent, variables);
  const runTool = async ({ name, arguments: given }: RunCall['call']): Promise<ToolOutcome | undefined> => {
    const mock = tool_mocks.find((one) => one.name === name);
    if (!mock) return undefined;
    const action = agent.tools.find((tool) => tool.name === name)?.action;
    if (action?.type !== 'builtin') return { content: mock.result };
    const ability = abilityOutcome(action, given, agent);
    // A test is ended by the agent's flow alone.
    return ability.error === undefined ? { ...ability, content: mock.result, ends: false } : ability;
  };
  const situation = { agent, knowledge, messages, variables, node, maxCalls, maxLength, streams: false };
  const place = { agent: agent.id, channel: 'chat', provider: null } as const;
  const occasion = { lineage, place, units: noUnits };
  const answer = await answerOf(askAside(occasion, situation, runTool));
  return {
    message: answer.message,
    node: answer.node,
    ended: answer.ended,
    knowledge: knowledgeOf(answer.passages),
    tool_calls: answer.calls.map(shownCall),
    usage: answer.usage,
    latency_ms: Math.round(performance.now() - began),
    model: answer.model,
  };
};
