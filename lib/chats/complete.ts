import { hash, randomUUID } from 'node:crypto';
import { continueAgain, continueOnce } from '#lib/calls/continued-answers.ts';
import type { LiveCallId } from '#lib/calls/live-calls.ts';
import { CallErased, keepLiveCall, noteInCall } from '#lib/calls/live-calls.ts';
import type { SpeakingAgent } from '#lib/calls/speaking.ts';
import { findSpeaking } from '#lib/calls/speaking.ts';
import type { Completion, CompletionInput } from '#lib/contract/completions.ts';
import type { Tool } from '#lib/contract/tools.ts';
import type { ConversationVariables } from '#lib/domain/agents/variables.ts';
import { conversationVariables, refuseMissing } from '#lib/domain/agents/variables.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { callIdOf, conversationOf, variablesOf } from '#lib/domain/completions/call.ts';
import type { AskedWords, ReturnedCall, Step } from '#lib/domain/completions/call-ids.ts';
import { firstStep, isStep, nextStep, provenId, returnedCall } from '#lib/domain/completions/call-ids.ts';
import type { OfferedTools } from '#lib/domain/completions/client-tools.ts';
import { controlOf, offeredBeside } from '#lib/domain/completions/client-tools.ts';
import type { HeardConversation } from '#lib/domain/completions/conversation.ts';
import { heardIn, withCalls } from '#lib/domain/completions/conversation.ts';
import type { ReplyEnd } from '#lib/domain/completions/reply.ts';
import { chunksOf, completionOf } from '#lib/domain/completions/reply.ts';
import { depthOf } from '#lib/domain/organizations/depth.ts';
import type { MessageUnits } from '#lib/domain/usage/fact.ts';
import { noUnits } from '#lib/domain/usage/fact.ts';
import type { Answer, RunTool, ToolOutcome } from '#lib/model/converse.ts';
import { prepareKnowledge } from '#lib/model/knowledge.ts';
import { mapEvents } from '#lib/model/map-events.ts';
import { hoursFor } from '#lib/organizations/opening-hours.ts';
import { liveToolCallKeys } from '#lib/store/keys.ts';
import type { CountedMessage } from '#lib/store/limits/chat-quotas.ts';
import { countMessage, countOfCall } from '#lib/store/limits/chat-quotas.ts';
import { currentCursorKey } from '#lib/store/lists/cursor-keys.ts';
import { resolvedTools } from '#lib/tools/resolved-tools.ts';
import type { DoneCall, ToolContext } from '#lib/tools/run-tool.ts';
import { begunCalls, toolRunner } from '#lib/tools/run-tool.ts';
import { askAside } from './ask-model.ts';
import { answerLimits, deadlineOf } from './deadline.ts';
import type { Occasion } from './spending.ts';
import { allCounted } from './spending.ts';

export interface CompletionRequest {
  readonly caller: Caller;
  readonly params: { readonly agent_id: string };
  readonly body: CompletionInput;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** When the function is ended. Milliseconds since 1970. */
  readonly ends_at: number;
}

/** A request that has been checked but not answered. */
interface PreparedCompletion extends SpeakingAgent {
  readonly caller: Caller;
  readonly call: LiveCallId | undefined;
  readonly heard: HeardConversation;
  readonly counted: CountedAnswer;
  readonly body: CompletionInput;
  readonly variables: ConversationVariables;
  readonly deadline: number;
  /** The node of the flow at which the answer begins. */
  readonly node: string | null;
}

const askedOf = (agent_id: string, { messages }: HeardConversation): AskedWords => ({
  agent_id,
  words: messages.at(-1)?.content ?? '',
});

/** The units of an answer, and its place among the answers to the same message. */
interface CountedAnswer {
  readonly units: MessageUnits;
  /** The step of the calls that it makes. */
  readonly step: Step;
  /** Takes back that the results have been sent, because there is no answer to them. */
  readonly release?: () => Promise<void>;
}

/**
 * Results of calls that the platform returned continue the answer to a message, once for each of its steps.
 * Later ones, and those that are sent again, are a message.
 */
const countedResults = async (
  asked: AskedWords,
  called: readonly (ReturnedCall | undefined)[],
): Promise<CountedAnswer> => {
  const known = called.filter((call) => call !== undefined);
  const newest = known.toSorted((one, other) => one.step - other.step).at(-1);
  if (!newest || known.length < called.length) {
    return { units: { messages: 1, further: 0 }, step: firstStep() };
  }
  const isFree = isStep(newest) && (await continueOnce(asked, newest));
  return isFree
    ? { units: noUnits, step: nextStep(newest), release: () => continueAgain(asked, newest) }
    : { units: { messages: 0, further: 1 }, step: isStep(newest) ? firstStep() : newest };
};

/** The conversation with the ids that the model gave its calls, and what its answer is in bills. */
const countedAs = async (
  { id: agent_id, first_message }: Pick<SpeakingAgent['agent'], 'id' | 'first_message'>,
  heard: HeardConversation,
): Promise<Pick<PreparedCompletion, 'heard' | 'counted'>> => {
  if (heard.called.length === 0) {
    // The agent begins with its own words, or a model does.
    const isMessage = heard.messages.length > 0 || first_message === null;
    return { heard, counted: { units: { messages: isMessage ? 1 : 0, further: 0 }, step: firstStep() } };
  }
  const key = await currentCursorKey();
  const asked = askedOf(agent_id, heard);
  const known = heard.called.map(({ call }) => returnedCall(call.id, asked, key));
  const called = heard.called.map(({ call, outcome }, at) => ({
    call: { ...call, id: known[at]?.id ?? call.id },
    outcome,
  }));
  return { heard: { ...heard, called }, counted: await countedResults(asked, known) };
};

/**
 * A call in progress has a count of its own, and so has the first request of a call that a provider holds:
 * neither may fall silent because others send too much.
 */
const countedApart = (
  { deployment }: Caller,
  call: LiveCallId | undefined,
  isKnown: boolean,
): Pick<CountedMessage, 'own' | 'isInCall'> => {
  if (!deployment && !(call && isKnown)) return {};
  const id = call ? hash('sha256', JSON.stringify([call.holder, call.call_id]), 'base64url') : undefined;
  return { own: countOfCall(id ?? deployment?.integration_id ?? '', id !== undefined), isInCall: true };
};

const prepare = async ({
  caller,
  params,
  body,
  headers,
  ends_at,
}: CompletionRequest): Promise<PreparedCompletion> => {
  const call_id = callIdOf(headers, body);
  const holder = caller.deployment?.integration_id ?? params.agent_id;
  const call = call_id === undefined ? undefined : { holder, call_id };
  const speaking = await findSpeaking(caller, params.agent_id, call);
  const { agent, lineage } = speaking;
  const held = { id: null, ...conversationOf(body) };
  const variables = conversationVariables(
    variablesOf(body),
    agent,
    lineage,
    held,
    Date.now(),
    await hoursFor(agent, lineage),
  );
  // A caller on the phone would hear nothing.
  if (!caller.deployment) refuseMissing(agent, variables);
  const { heard, counted } = await countedAs(agent, heardIn(body));
  const { live } = speaking;
  try {
    await countMessage(lineage, {
      continues: counted.units.messages + counted.units.further === 0,
      ...countedApart(caller, call, live !== undefined),
    });
  } catch (error) {
    await counted.release?.();
    throw error;
  }
  const node = (live?.turn === heard.turn ? live.before : live?.node) ?? null;
  const deadline = deadlineOf(ends_at);
  return { ...speaking, caller, call, heard, counted, body, variables, deadline, node };
};

/** The context in which the agent's tools are called. */
const contextOf = ({ agent, call, heard, variables, deadline }: PreparedCompletion): ToolContext => ({
  agent,
  conversation_id: null,
  call_id: call?.call_id ?? null,
  // Without a call, nobody can ask for the same turn again.
  journal: liveToolCallKeys(call?.holder ?? agent.id, call?.call_id ?? randomUUID()),
  turn: String(heard.turn),
  variables,
  deadline,
  ...(call && { noting: (note) => noteInCall(call, note) }),
});

/** Whether a call of a tool may be in the journal. */
const changesSomething = ({ action }: Tool): boolean =>
  (action?.type === 'http' || action?.type === 'mcp') && action.effect === 'write';

/**
 * The calls of the agent's own tools that have changed something. The client does not know of them, and the
 * caller may have interrupted the agent before it spoke of them.
 */
const doneInCall = async (
  { call }: PreparedCompletion,
  context: ToolContext,
): Promise<readonly DoneCall[]> =>
  call && context.agent.tools.some(changesSomething) ? begunCalls(context) : [];

/** The outcome of a call of a tool that was not made. The caller hears the agent say so. */
const notMade = (error: unknown): ToolOutcome => {
  if (!(error instanceof CallErased)) throw error;
  return { content: null, error: 'The tool cannot be called, because this conversation was erased' };
};

/** Runs the agent's tools. Those of the client are returned to it. */
const runnerFor = (context: ToolContext, { client }: Pick<OfferedTools, 'client'>): RunTool => {
  const run = toolRunner(context);
  return async (one) => (client.some(({ name }) => name === one.name) ? undefined : run(one).catch(notMade));
};

/** As long as an id of OpenAI's, so that it has room for a proof. */
const newCallId = (): string => `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`;

/** The end of the answer, with the calls that the client has to run. */
const endOf = async (
  answer: Answer,
  offered: OfferedTools,
  asked: AskedWords,
  step: Step,
): Promise<ReplyEnd> => {
  const control = controlOf(offered, answer);
  const calls = [
    ...answer.waiting.flatMap(({ call, outcome }) => (outcome === undefined ? [call] : [])),
    ...(control ? [{ id: newCallId(), ...control }] : []),
  ];
  const { message, usage } = answer;
  if (calls.length === 0) return { message, calls, usage };
  const key = await currentCursorKey();
  return {
    message,
    calls: calls.map((call) => ({ ...call, id: provenId(call.id, asked, step, key) })),
    usage,
  };
};

/** Keeps the position in the flow. The words were spoken, so a failure does not take the answer back. */
const keepPosition = async (
  { agent, live, call, heard, node }: PreparedCompletion,
  answer: Answer,
): Promise<void> => {
  const isOlder = live !== undefined && live.turn > heard.turn;
  if (!call || isOlder) return;
  const state = { agent_version: agent.version, turn: heard.turn, before: node, node: answer.node };
  await allCounted([keepLiveCall(call, { ...state, expires: live?.expires })]);
};

const occasionOf = ({
  caller: { deployment },
  call,
  agent,
  lineage,
  counted,
}: PreparedCompletion): Occasion => ({
  lineage,
  units: counted.units,
  call: deployment && {
    integration_id: deployment.integration_id,
    call_id: call?.call_id,
    asked_by: depthOf(deployment.client_id, lineage.client.path),
  },
  place: {
    agent: agent.id,
    channel: deployment ? 'phone' : 'chat',
    provider: deployment?.provider ?? null,
  },
});

/**
 * Answers for an agent, and yields the chunks of the answer as a client of OpenAI's chat completions reads
 * them.
 */
export async function* complete(request: CompletionRequest): AsyncGenerator<object, Completion> {
  const prepared = await prepare(request);
  let isHeard = false;
  try {
    return yield* answerTo(prepared, () => {
      isHeard = prepared.body.stream === true;
    });
  } catch (error) {
    // Of a stream that breaks off, the client has words.
    if (!isHeard) await prepared.counted.release?.();
    throw error;
  }
}

async function* answerTo(
  prepared: PreparedCompletion,
  onWords: () => void,
): AsyncGenerator<object, Completion> {
  const { agent, knowledge, heard, body, variables, deadline } = prepared;
  prepareKnowledge(knowledge);
  const acting = { ...agent, tools: await resolvedTools(agent) };
  const offered = offeredBeside(acting, body);
  const context = contextOf({ ...prepared, agent: acting });
  const done = await doneInCall(prepared, context);
  const reply = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model: agent.id };
  const chunks = chunksOf(reply, body.stream_options?.include_usage === true);
  const answering = askAside(
    occasionOf(prepared),
    {
      agent: { ...acting, tools: [...offered.own] },
      knowledge,
      messages: withCalls(heard, done),
      called: heard.called,
      broughtTools: offered.client,
      variables,
      node: done.findLast(({ turn }) => turn === context.turn)?.node ?? prepared.node,
      ...answerLimits,
      streams: true,
      deadline,
    },
    runnerFor(context, offered),
  );
  let isFirst = true;
  const answer = yield* mapEvents(answering, (event) => {
    if (event.type !== 'delta') return [];
    const before = isFirst ? [chunks.first] : [];
    isFirst = false;
    onWords();
    return [...before, chunks.words(event.text)];
  });
  await keepPosition(prepared, answer);
  const end = await endOf(answer, offered, askedOf(agent.id, heard), prepared.counted.step);
  if (isFirst) yield chunks.first;
  yield* chunks.last(end);
  return completionOf(reply, end);
}
