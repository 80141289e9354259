import type { Agent, AgentTest, AgentTestInput } from '#lib/contract/agents.ts';
import type { ConversationFlow, FlowNode } from '#lib/contract/conversation-flow.ts';
import { invalid } from '#lib/contract/errors.ts';
import { chooseThinker } from './choose.ts';
import type { Call, Dialogue, OfferedTool } from './dialogue.ts';
import { modelFailed } from './failures.ts';
import { fill } from './fill.ts';
import type { Knowledge, Passage } from './knowledge.ts';
import { findPassages } from './knowledge.ts';
import { fillNode, instructionsFor } from './prompt.ts';
import { modelSettings } from './settings.ts';

/** The maximum number of model calls for one answer. The model may call tools and move, but must finally speak. */
const maxSteps = 8;
/** The maximum number of tool calls for one answer. */
const maxCalls = 64;
const defaultSeconds = 20;
const longestMessage = 100_000;

/** The fields of an agent that a test uses. */
type Tried = Pick<
  Agent,
  'name' | 'prompt' | 'first_message' | 'language' | 'personality' | 'model' | 'tools' | 'conversation_flow'
>;

const nodeOf = (flow: ConversationFlow, id: string): FlowNode => {
  const node = flow.nodes.find((one) => one.id === id);
  if (node) return node;
  throw invalid({ pointer: '/node', code: 'invalid', detail: 'must be the id of a node of the flow' });
};

const startOf = ({ conversation_flow: flow }: Tried, id: string | null): FlowNode | undefined => {
  if (flow) return nodeOf(flow, id ?? flow.start);
  if (id === null) return undefined;
  throw invalid({ pointer: '/node', code: 'invalid', detail: 'must be null: the agent has no flow' });
};

/** Searches for the user's last message, and for earlier ones if that is too short. */
const passagesFor = async (knowledge: Knowledge, { messages }: AgentTestInput): Promise<Passage[]> => {
  const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const found = await findPassages(knowledge, said.at(-1) ?? '');
  return found.length > 0 ? found : findPassages(knowledge, said.slice(-3).join('\n'));
};

const knowledgeOf = (passages: readonly Passage[]): AgentTest['knowledge'] => {
  // Best last, so that each document is listed with its best passage.
  const byDocument = new Map(passages.toReversed().map((passage) => [passage.document_id, passage]));
  return [...byDocument.values()]
    .map(({ document_id, title, score }) => ({ document_id, title, score }))
    .sort((one, other) => other.score - one.score);
};

type Outcome = Pick<AgentTest, 'message' | 'node' | 'ended' | 'tool_calls' | 'usage'>;

interface Situation {
  readonly agent: Tried;
  readonly input: AgentTestInput;
  readonly tools: readonly OfferedTool[];
  readonly passages: readonly Passage[];
  readonly start: FlowNode | undefined;
}

const answerCall = (
  { input }: Situation,
  { name, arguments: given }: Call,
): AgentTest['tool_calls'][number] => {
  const mock = input.tool_mocks.find((one) => one.name === name);
  return { name, arguments: given, result: mock?.result ?? null, mocked: mock !== undefined };
};

/** Repeats steps until the agent has spoken, or until it calls a tool without a mock. */
const converse = async (dialogue: Dialogue, situation: Situation): Promise<Outcome> => {
  const { agent, input, tools, passages, start } = situation;
  const { variables } = input;
  const flow = agent.conversation_flow;
  const tool_calls: AgentTest['tool_calls'] = [];
  const usage = { input_tokens: 0, output_tokens: 0 };
  const said: string[] = [];
  let node = start;
  let ended = false;
  let results: readonly unknown[] = [];

  const outcome = (): Outcome => ({
    message: said.length > 0 ? said.join('\n').slice(0, longestMessage).toWellFormed() : null,
    node: node?.id ?? null,
    ended,
    tool_calls,
    usage,
  });

  for (let step = 1; step <= maxSteps; step += 1) {
    const filled = node && fillNode(node, variables);
    const taken = await dialogue.next({
      instructions: instructionsFor(agent, filled, passages, variables),
      node: filled,
      passages,
      tools,
      results,
      mustSpeak: ended || step === maxSteps,
    });
    usage.input_tokens += taken.usage.input;
    usage.output_tokens += taken.usage.output;
    if (taken.text !== '') said.push(taken.text);
    if (flow && taken.moveTo !== undefined) node = nodeOf(flow, taken.moveTo);
    ended ||= taken.ends ?? false;

    const answered = taken.calls.map((call) => answerCall(situation, call));
    tool_calls.push(...answered);
    if (tool_calls.length > maxCalls) throw modelFailed('The model called too many tools');
    if (answered.some(({ mocked }) => !mocked)) return outcome();
    if (answered.length === 0 && (taken.text !== '' || (taken.moveTo === undefined && !taken.ends))) break;
    results = answered.map(({ result }) => result);
  }
  if (said.length > 0) return outcome();
  throw modelFailed('The model returned no text');
};

/** Computes the agent's next answer. Nothing is stored. */
export const tryAgent = async (
  saved: Tried,
  knowledge: Knowledge,
  input: AgentTestInput,
): Promise<AgentTest> => {
  const began = performance.now();
  const agent = { ...saved, ...input.draft } as Tried;
  const start = startOf(agent, input.node);
  const settings = modelSettings();
  const { id: model, thinker } = chooseThinker(agent, settings);
  const finish = (outcome: Outcome, passages: readonly Passage[]): AgentTest => ({
    ...outcome,
    knowledge: knowledgeOf(passages),
    latency_ms: Math.round(performance.now() - began),
    model,
  });

  if (input.messages.length === 0 && agent.first_message !== null) {
    const message = fill(agent.first_message, input.variables);
    const usage = { input_tokens: 0, output_tokens: 0 };
    return finish({ message, node: start?.id ?? null, ended: false, tool_calls: [], usage }, []);
  }
  const passages = await passagesFor(knowledge, input);
  const signal = AbortSignal.timeout((settings?.timeout_seconds ?? defaultSeconds) * 1000);
  const dialogue = thinker(input.messages, signal);
  return finish(await converse(dialogue, { agent, input, tools: agent.tools, passages, start }), passages);
};
