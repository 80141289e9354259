import type { Agent } from '#lib/contract/agents.ts';
import type { ConversationFlow, FlowNode } from '#lib/contract/conversation-flow.ts';
import { invalid } from '#lib/contract/errors.ts';
import type { ConversationVariables } from '#lib/domain/agents/variables.ts';
import { fill } from '#lib/domain/agents/variables.ts';
import type { SaidMessage } from '#lib/domain/chats/history.ts';
import type { PastCall } from '#lib/domain/chats/tool-results.ts';
import { chooseThinker } from './choose.ts';
import type { Call, Dialogue, Message, OfferedTool, Step } from './dialogue.ts';
import { shownResult } from './dialogue.ts';
import { modelFailed } from './failures.ts';
import type { Knowledge, Passage } from './knowledge.ts';
import { findPassages } from './knowledge.ts';
import type { ModelMeter } from './meter.ts';
import { offeredTools } from './offered-tools.ts';
import { fillNode, instructionsFor } from './prompt.ts';
import { modelSettings } from './settings.ts';
import type { Speech } from './speech.ts';
import { newSpeech } from './speech.ts';

/**
 * The maximum number of model calls for one answer. The model may call tools and move, but must finally
 * speak.
 */
const maxSteps = 8;
const defaultSeconds = 20;

/** The fields of an agent that a conversation uses. */
export type ConversingAgent = Pick<
  Agent,
  'name' | 'prompt' | 'first_message' | 'language' | 'personality' | 'model' | 'tools' | 'conversation_flow'
>;

/** A call of a tool by the agent, at a node of its flow. */
export interface RunningCall extends Call {
  /** Null: the agent has no flow. */
  readonly node: string | null;
}

/** The result of a tool, and its consequences for the conversation. */
export interface ToolOutcome {
  /** The result for the model: any JSON value. */
  readonly content: unknown;
  /** The reason that the call failed. The model receives it in place of the result. */
  readonly error?: string;
  /** A person takes over. */
  readonly hand_over?: { readonly reason: string | null };
  /** The agent says goodbye, and the conversation is over. */
  readonly ends?: boolean;
  /** The call is transferred to this number or address. */
  readonly transfer?: { readonly to: string };
  /** These keys are pressed in the call. The answer ends with them: what follows has to be heard first. */
  readonly keys?: string;
  /** The agent speaks this language from now on. */
  readonly language?: string;
}

/**
 * Runs a tool. Undefined: nobody here runs it. The answer then ends with the call, which is returned to the
 * caller of the API.
 */
export type RunTool = (call: RunningCall) => Promise<ToolOutcome | undefined>;

export interface RunCall {
  readonly call: RunningCall;
  readonly outcome: ToolOutcome | undefined;
}

/** Something that happens during an answer. The texts of all deltas together are the message. */
export type ConverseEvent =
  | { readonly type: 'delta'; readonly text: string }
  | { readonly type: 'tool_started'; readonly call: RunningCall }
  | ({ readonly type: 'tool_finished' } & RunCall);

/** An answer of the agent. */
export interface Answer {
  /** Null: the agent waits for a tool that is not run here, or has only pressed keys. */
  readonly message: string | null;
  readonly node: string | null;
  readonly ended: boolean;
  readonly hand_over: ToolOutcome['hand_over'];
  readonly transfer: ToolOutcome['transfer'];
  readonly calls: readonly RunCall[];
  /** The last calls, if others have to run one of them. Their results continue the answer. */
  readonly waiting: readonly RunCall[];
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number };
  readonly passages: readonly Passage[];
  readonly model: string;
}

/** The conversation so far. */
export interface Situation {
  readonly agent: ConversingAgent;
  readonly knowledge: Knowledge;
  /** The last one is the user's. None: the agent begins. */
  readonly messages: readonly SaidMessage[];
  /** The agent's last calls with their results, which the model receives after the messages; absent: none. */
  readonly called?: readonly PastCall[];
  /** Tools that others than the agent bring, which it may call at every node; absent: none. */
  readonly broughtTools?: readonly OfferedTool[];
  readonly variables: ConversationVariables;
  /** Instructions of people for this answer alone; absent: none. */
  readonly guidance?: readonly string[];
  /** The language that is spoken; absent: that of the agent. */
  readonly language?: string | undefined;
  /** The current node of the flow; null: its start. */
  readonly node: string | null;
  /** The maximum number of tool calls for one answer. */
  readonly maxCalls: number;
  /** The maximum length of the answer, in characters. */
  readonly maxLength: number;
  /** Whether deltas come while the model generates them. */
  readonly streams: boolean;
  /** Admits and counts each call of the model. */
  readonly meter: ModelMeter;
  /**
   * The time by which the answer must be there, with all that its tools do; absent: the limit of a step is
   * that of the answer. Milliseconds since 1970.
   */
  readonly deadline?: number;
  /** Gives up the model that is asked then; absent: only time does. */
  readonly signal?: AbortSignal;
}

const nodeOf = (flow: ConversationFlow, id: string): FlowNode => {
  const node = flow.nodes.find((one) => one.id === id);
  if (node) return node;
  throw invalid({ pointer: '/node', code: 'invalid', detail: 'must be the id of a node of the flow' });
};

const startOf = ({ conversation_flow: flow }: ConversingAgent, id: string | null): FlowNode | undefined => {
  if (flow) return nodeOf(flow, id ?? flow.start);
  if (id === null) return undefined;
  throw invalid({ pointer: '/node', code: 'invalid', detail: 'must be null: the agent has no flow' });
};

/** Searches for the user's last message, and for earlier ones if that is too short. */
const passagesFor = async (knowledge: Knowledge, messages: readonly Message[]): Promise<Passage[]> => {
  const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const found = await findPassages(knowledge, said.at(-1) ?? '');
  return found.length > 0 ? found : findPassages(knowledge, said.slice(-3).join('\n'));
};

/** Yields the words of a step. Undefined: the answer has no room for more. */
async function* deltasOf(
  words: AsyncGenerator<string, Step>,
  speech: Speech,
): AsyncGenerator<ConverseEvent, Step | undefined> {
  try {
    let next = await words.next();
    for (; !next.done; next = await words.next()) {
      const text = speech.add(next.value);
      if (text !== '') yield { type: 'delta', text };
      // Nobody would read the rest, and an endless one would be paid until the deadline.
      if (speech.isFull()) return undefined;
    }
    return next.value;
  } finally {
    // A model that is left half-way counts what it has begun.
    await words.return(undefined as never);
  }
}

/** Repeats steps until the agent has spoken, or until it calls a tool that is not run here. */
async function* takeSteps(
  dialogue: Dialogue,
  { agent, variables, guidance, maxCalls, maxLength, called = [], broughtTools = [], ...given }: Situation,
  passages: readonly Passage[],
  start: FlowNode | undefined,
  runTool: RunTool,
): AsyncGenerator<ConverseEvent, Omit<Answer, 'passages' | 'model' | 'usage'>> {
  const { conversation_flow: flow } = agent;
  const calls: RunCall[] = [];
  const speech = newSpeech(maxLength);
  let node = start;
  let language = given.language ?? agent.language;
  let ended = false;
  let hand_over: ToolOutcome['hand_over'];
  let transfer: ToolOutcome['transfer'];
  let results = called.map(({ outcome: known }) => shownResult(known));

  const outcome = (waiting: readonly RunCall[] = []) => ({
    message: speech.text() === '' ? null : speech.text().toWellFormed(),
    node: node?.id ?? null,
    ended,
    hand_over,
    transfer,
    calls,
    waiting,
  });
  const isClosing = () => ended || hand_over !== undefined || transfer !== undefined;

  for (let step = 1; step <= maxSteps; step += 1) {
    const filled = node && fillNode(node, variables);
    const words = dialogue.next({
      instructions: instructionsFor({ ...agent, language }, filled, passages, variables, guidance),
      node: filled,
      passages,
      tools: [...offeredTools(agent, node), ...broughtTools],
      results,
      mustSpeak: isClosing() || step === maxSteps,
    });
    speech.begin();
    const taken = yield* deltasOf(words, speech);
    if (!taken) return outcome();
    if (flow && taken.moveTo !== undefined) node = nodeOf(flow, taken.moveTo);
    ended ||= taken.ends ?? false;

    if (calls.length + taken.calls.length > maxCalls) throw modelFailed('The model called too many tools');
    const answered: RunCall[] = [];
    for (const one of taken.calls) {
      const call = { ...one, node: node?.id ?? null };
      yield { type: 'tool_started', call };
      const run = { call, outcome: await runTool(call) };
      yield { type: 'tool_finished', ...run };
      answered.push(run);
      ended ||= run.outcome?.ends ?? false;
      hand_over ??= run.outcome?.hand_over;
      transfer ??= run.outcome?.transfer;
      language = run.outcome?.language ?? language;
    }
    calls.push(...answered);
    if (answered.some((run) => run.outcome === undefined)) return outcome(answered);
    if (answered.some((run) => run.outcome?.keys !== undefined)) return outcome();
    if (answered.length > 0 && isClosing() && speech.text() !== '') return outcome();
    if (answered.length === 0 && (taken.text !== '' || (taken.moveTo === undefined && !taken.ends))) break;
    results = answered.map((run) => shownResult(run.outcome));
  }
  if (speech.text() !== '') return outcome();
  throw modelFailed('The model returned no text');
}

/** Computes the agent's next answer, and yields what happens meanwhile. Nothing is stored. */
export async function* converse(
  situation: Situation,
  runTool: RunTool,
): AsyncGenerator<ConverseEvent, Answer> {
  const { agent, messages, variables, streams } = situation;
  const start = startOf(agent, situation.node);
  const settings = modelSettings();
  const { id: model, thinker } = chooseThinker(agent, settings);

  if (messages.length === 0 && agent.first_message !== null) {
    const message = fill(agent.first_message, variables);
    yield { type: 'delta', text: message };
    return {
      message,
      node: start?.id ?? null,
      ended: false,
      hand_over: undefined,
      transfer: undefined,
      calls: [],
      waiting: [],
      usage: { input_tokens: 0, output_tokens: 0 },
      passages: [],
      model,
    };
  }
  await situation.meter.begin();
  const passages = await passagesFor(situation.knowledge, messages);
  const stepMs = (settings?.timeout_seconds ?? defaultSeconds) * 1000;
  const { deadline = Date.now() + stepMs } = situation;
  const given = situation.signal ? [situation.signal] : [];
  const signal = () =>
    AbortSignal.any([AbortSignal.timeout(Math.max(1, Math.min(stepMs, deadline - Date.now()))), ...given]);
  const called = situation.called?.map(({ call }) => call) ?? [];
  const { meter } = situation;
  const usage = { input_tokens: 0, output_tokens: 0 };
  const spent = ({ input, output }: Step['usage']) => {
    usage.input_tokens += input;
    usage.output_tokens += output;
    meter.spent({ model, usage: { input_tokens: input, output_tokens: output } });
  };
  const dialogue = thinker(messages, { signal, streams, called, reserve: meter.reserve, spent });
  return { ...(yield* takeSteps(dialogue, situation, passages, start, runTool)), usage, passages, model };
}

/** The answer, without the events that lead to it. */
export const answerOf = async (answer: AsyncGenerator<ConverseEvent, Answer>): Promise<Answer> => {
  let next = await answer.next();
  while (!next.done) next = await answer.next();
  return next.value;
};
