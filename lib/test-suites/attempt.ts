import type { AgentRecord } from '#lib/agents/agent-record.ts';
import { findVersion } from '#lib/agents/agent-versions.ts';
import { readWholeAgent } from '#lib/agents/agents.ts';
import { knowledgeOf } from '#lib/agents/documents.ts';
import { askAside } from '#lib/chats/ask-model.ts';
import type { Occasion } from '#lib/chats/spending.ts';
import { allCounted, newSpending } from '#lib/chats/spending.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { AttemptCall, AttemptMessage, ScenarioCopy } from '#lib/contract/test-runs.ts';
import { conversationVariables, refuseMissing } from '#lib/domain/agents/variables.ts';
import { bytesAsJson } from '#lib/domain/fitted.ts';
import { checkAttempt, statusOf } from '#lib/domain/test-suites/checks.ts';
import { mockFor } from '#lib/domain/test-suites/mocks.ts';
import { finalStatuses } from '#lib/domain/test-suites/results.ts';
import { shortened } from '#lib/domain/text.ts';
import { noUnits } from '#lib/domain/usage/fact.ts';
import { agentModels } from '#lib/model/allowed-models.ts';
import type { ConversingAgent, RunCall, ToolOutcome } from '#lib/model/converse.ts';
import { answerOf } from '#lib/model/converse.ts';
import type { Knowledge } from '#lib/model/knowledge.ts';
import { modelSettings, rehearsalId } from '#lib/model/settings.ts';
import { speakAsCaller } from '#lib/model/simulated-caller.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { isSuspended, readLineage } from '#lib/organizations/clients.ts';
import { hoursFor } from '#lib/organizations/opening-hours.ts';
import { findStopped } from '#lib/organizations/stopped.ts';
import { countAgentTest } from '#lib/store/limits/request-rates.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { abilityOutcome } from '#lib/tools/ability-outcome.ts';
import { judgeChecks } from './judge-checks.ts';
import type { AttemptRecord, TestRunRecord } from './runs.ts';
import {
  attemptOfTask,
  comparedRun,
  completeRun,
  readAttempt,
  readScenarioCopy,
  saveAttempt,
  testRuns,
  tokensLeft,
} from './runs.ts';

const maxCalls = 16;
/** Room for 40 answers and as many messages of the caller in one item. */
const maxLength = 3000;
/**
 * The most that the messages of an attempt take as JSON, with arguments and results of tools: an item has
 * 400 KB, of which the rest is for the verdicts.
 */
const maxMessageBytes = 300_000;
/** The time for an answer, with all that its tools do, and for the caller’s next words. */
const turnMs = 60_000;

/** The things that an attempt needs besides what it stores. */
interface Situation {
  readonly run: TestRunRecord;
  readonly scenario: ScenarioCopy;
  readonly agent: AgentRecord;
  readonly knowledge: Knowledge;
  readonly lineage: Lineage;
  /** The tokens that were used since the attempt was stored last, also by what failed. */
  readonly used: { input: number; output: number };
}

type AttemptEnd = Pick<AttemptRecord, 'ended_by'>;

/** A turn of an attempt, and who has ended the conversation with it. */
interface Step {
  readonly messages: readonly AttemptMessage[];
  readonly ended_by: AttemptEnd['ended_by'];
  readonly model?: string;
  readonly caller_model?: string;
}

const fromCaller = (content: string): AttemptMessage => ({
  ...{ role: 'user', content, node: null, tool_calls: [], document_ids: [], latency_ms: null },
});

const nodeIn = (messages: readonly AttemptMessage[], { start }: ScenarioCopy): string | null =>
  messages.findLast(({ node }) => node !== null)?.node ?? start.node;

/** The effect of the platform's abilities in a test: nobody is called, and no key is pressed. */
const abilityOf = (
  agent: ConversingAgent,
  { name, arguments: given }: Pick<RunCall['call'], 'name' | 'arguments'>,
): ToolOutcome | undefined => {
  const action = agent.tools.find((tool) => tool.name === name)?.action;
  return action?.type === 'builtin' ? abilityOutcome(action, given, agent) : undefined;
};

/** Answers the agent's calls of tools from the scenario's mocks and abilities. No real tool is called. */
const mockedTools = ({ scenario, agent }: Situation, before: readonly AttemptCall[]) => {
  const answered: AttemptCall[] = [...before];
  const calls: AttemptCall[] = [];
  const note = (call: AttemptCall) => {
    answered.push(call);
    calls.push(call);
  };
  const run = async ({ name, arguments: given }: RunCall['call']): Promise<ToolOutcome> => {
    const mock = mockFor(scenario.tool_mocks, answered, { name, arguments: given });
    const ability = abilityOf(agent, { name, arguments: given });
    const mocked = mock !== undefined || ability !== undefined;
    const error = mocked ? (mock?.error ?? ability?.error ?? null) : 'No mock answers this call';
    const result = error === null ? (mock ? mock.result : 'ok') : null;
    note({ name, arguments: given, result, error, mocked });
    if (error !== null) return { content: null, error };
    // A mock replaces what the agent learns of an ability, which takes effect nevertheless.
    return { ...ability, content: mock ? mock.result : ability?.content };
  };
  return { run, calls };
};

/** The outcomes of the platform's abilities, as far as an agent has called them. */
const abilitiesIn = (agent: ConversingAgent, calls: readonly AttemptCall[]): ToolOutcome[] =>
  calls.flatMap(({ name, arguments: given, error }) => {
    const call = { name, arguments: given as Record<string, unknown> };
    return (error === null && abilityOf(agent, call)) || [];
  });

const agentSpeaks = async (situation: Situation, attempt: AttemptRecord): Promise<Step> => {
  const { agent, knowledge, scenario, lineage } = situation;
  const { messages } = attempt;
  const call = { id: null, channel: 'phone', caller: null } as const;
  const variables = conversationVariables(
    scenario.start.variables,
    agent,
    lineage,
    call,
    Date.now(),
    await hoursFor(agent, lineage),
  );
  refuseMissing(agent, variables);
  const began = performance.now();
  const before = messages.flatMap(({ tool_calls }) => tool_calls);
  const tools = mockedTools(situation, before);
  const answer = await answerOf(
    askAside(
      occasionOf(situation),
      {
        agent,
        knowledge,
        messages,
        variables,
        node: nodeIn(messages, scenario),
        language: abilitiesIn(agent, before).findLast(({ language }) => language !== undefined)?.language,
        ...{ maxCalls, maxLength, streams: false },
      },
      tools.run,
    ),
  );
  const message: AttemptMessage = {
    role: 'agent',
    content: shortened(answer.message ?? '', maxLength),
    node: answer.node,
    tool_calls: tools.calls,
    document_ids: [...new Set(answer.passages.map(({ document_id }) => document_id))].slice(0, 20),
    latency_ms: Math.round(performance.now() - began),
  };
  const isOver = answer.ended || answer.hand_over !== undefined || answer.transfer !== undefined;
  return {
    messages: [...messages, message],
    ended_by: isOver ? 'agent' : null,
    model: answer.model,
  };
};

/** The number of lines of a script that the caller has said. */
const linesSaid = ({ messages, given }: AttemptRecord): number =>
  messages.slice(given).filter(({ role }) => role === 'user').length;

/** The organizations that an attempt is counted for. Its tokens are those of chats, and it is no message. */
const occasionOf = ({ run, lineage, used }: Situation): Occasion => ({
  lineage,
  place: { agent: run.agent_id, channel: 'chat', provider: null },
  units: noUnits,
  spent: ({ input_tokens, output_tokens }) => {
    used.input += input_tokens;
    used.output += output_tokens;
  },
});

/** Stores the progress of an attempt, with the tokens that were used for it. */
const save = (
  { used }: Situation,
  attempt: AttemptRecord,
  change: Parameters<typeof saveAttempt>[1],
): Promise<AttemptRecord> => {
  const { input, output } = used;
  Object.assign(used, { input: 0, output: 0 });
  return saveAttempt(attempt, change, { input, output });
};

/** The words of the agent with the keys that it has pressed, which a caller hears as well. */
const heardBy = ({ agent }: Situation, { role, content, tool_calls }: AttemptMessage) => {
  const pressed = abilitiesIn(agent, tool_calls).flatMap(({ keys }) =>
    keys === undefined ? [] : [`(presses ${keys})`],
  );
  return { role, content: [content, ...pressed].join(' ').trim() };
};

/** The caller's next words; null: the caller hangs up. */
type CallerWords = Pick<Step, 'caller_model'> & { readonly text: string | null };

/** The models that may play callers, of which the first one is the default. Rehearsal cannot. */
const callerModels = (): readonly string[] => agentModels(modelSettings()).filter((id) => id !== rehearsalId);

/** Lets the model that plays callers speak, which must be one that the operator allows. */
const simulatedWords = async (situation: Situation, { messages }: AttemptRecord): Promise<CallerWords> => {
  const { run, scenario } = situation;
  const settings = modelSettings();
  const allowed = callerModels();
  const model = run.caller_model ?? allowed[0];
  if (!settings || model === undefined || !allowed.includes(model)) {
    throw new ApiError('model_not_allowed', { extensions: { allowed_models: allowed } });
  }
  const signal = AbortSignal.timeout(settings.timeout_seconds * 1000);
  const { meter, settle, count } = newSpending(occasionOf(situation));
  try {
    const heard = messages.map((message) => heardBy(situation, message));
    const said = await speakAsCaller(scenario.caller, heard, { settings, model, meter, signal });
    return { text: said && shortened(said, maxLength), caller_model: model };
  } finally {
    await allCounted([settle(), count(false)]);
  }
};

const callerWords = async (situation: Situation, attempt: AttemptRecord): Promise<CallerWords> => {
  const { caller } = situation.scenario;
  const said = linesSaid(attempt);
  if (caller.kind === 'script') return { text: caller.lines[said] ?? null };
  if (said === 0 && caller.opening !== null) return { text: caller.opening };
  return simulatedWords(situation, attempt);
};

const callerSpeaks = async (situation: Situation, attempt: AttemptRecord): Promise<Step> => {
  const { text, ...rest } = await callerWords(situation, attempt);
  if (text === null) return { messages: attempt.messages, ended_by: 'caller', ...rest };
  return { messages: [...attempt.messages, fromCaller(text)], ended_by: null, ...rest };
};

/** The next turn. The agent begins, as in every conversation. */
const nextStep = async (situation: Situation, attempt: AttemptRecord): Promise<Step> => {
  const { messages, given } = attempt;
  if (messages.at(-1)?.role !== 'agent') return agentSpeaks(situation, attempt);
  const answers = messages.slice(given).filter(({ role }) => role === 'agent').length;
  return answers >= situation.scenario.max_turns
    ? { messages, ended_by: 'limit' }
    : callerSpeaks(situation, attempt);
};

/** The reason that no model is asked for an organization; undefined: models are asked. */
const stoppedBy = async ({ lineage }: Pick<Situation, 'lineage'>): Promise<string | undefined> => {
  if (isSuspended(lineage)) return 'client_suspended';
  return (await findStopped(lineage.client.path, 'chats_stopped')) && 'usage_limit_reached';
};

/** The reason that an attempt cannot be run, which says nothing about its agent; undefined: it can. */
const obstacleTo = async (
  { run, scenario, lineage }: Situation,
  isNew: boolean,
): Promise<string | undefined> => {
  const stopped = await stoppedBy({ lineage });
  if (stopped !== undefined) return stopped;
  if (tokensLeft(run) <= 0) return 'tokens_used_up';
  if (scenario.caller.kind === 'simulated' && callerModels().length === 0) return 'no_model';
  if (!isNew) return undefined;
  try {
    await countAgentTest(lineage);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
};

const situationOf = async (run: TestRunRecord, attempt: AttemptRecord): Promise<Situation | undefined> => {
  const [scenario, whole, lineage] = await Promise.all([
    readScenarioCopy(run.id, attempt.scenario),
    readWholeAgent(run.agent_id),
    readLineage(run.path),
  ]);
  const agent = whole && (await findVersion(whole.agent, run.agent_version));
  return scenario && agent && lineage && whole
    ? { run, scenario, agent, lineage, knowledge: knowledgeOf(whole), used: { input: 0, output: 0 } }
    : undefined;
};

/** Judges a conversation that has ended, and stores the result of the attempt. */
const judge = async (
  situation: Situation,
  attempt: AttemptRecord,
  millisecondsLeft: () => number,
): Promise<void> => {
  const { scenario, run } = situation;
  const checks = checkAttempt(scenario.checks, attempt);
  const occasion = occasionOf(situation);
  const stopped = await stoppedBy(situation);
  const judged =
    stopped === undefined
      ? await judgeChecks(run.judge_model, scenario.checks, checks, attempt, occasion, {
          tokensLeft: tokensLeft((await testRuns.read(run.id)) ?? run),
          millisecondsLeft,
        })
      : { results: checks, model: null };
  const status = statusOf(judged.results);
  const unscored = judged.results.find(({ verdict }) => verdict === 'unscored');
  const reason = status === 'error' ? (stopped ?? unscored?.detail ?? null) : null;
  const change = { status, checks: judged.results, reason, judge_model: judged.model };
  await save(situation, attempt, change);
};

/** Makes turns until the conversation is over. Returns undefined if there is no time for another one. */
const converseToEnd = async (
  situation: Situation,
  begun: AttemptRecord,
  millisecondsLeft: () => number,
): Promise<AttemptRecord | undefined> => {
  let attempt = begun;
  while (attempt.ended_by === null) {
    const run = await testRuns.read(attempt.run_id);
    if (run?.status !== 'running') return save(situation, attempt, { status: 'canceled' });
    const obstacle = await obstacleTo({ ...situation, run }, attempt.status === 'queued');
    if (obstacle !== undefined) return save(situation, attempt, { status: 'skipped', reason: obstacle });
    if (attempt.status === 'queued') {
      attempt = await save(situation, attempt, {
        status: 'running',
        messages: situation.scenario.start.messages.map(({ role, content }) => ({
          ...fromCaller(content),
          role,
        })),
      });
    }
    if (millisecondsLeft() < turnMs) return undefined;
    const step = await nextStep(situation, attempt).catch((error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    });
    if (step instanceof ApiError) {
      return save(situation, attempt, { status: 'error', reason: `${step.code}: ${step.message}` });
    }
    const { messages, ended_by } = step;
    // It could not be stored, and would be asked for again and again.
    if (bytesAsJson(messages) > maxMessageBytes) {
      return save(situation, attempt, { status: 'error', reason: 'too_long' });
    }
    const { model = attempt.model, caller_model = attempt.caller_model } = step;
    const status = ended_by ? ('judging' as const) : attempt.status;
    const change = { messages: [...messages], ended_by, model, caller_model, status };
    attempt = await save(situation, attempt, change);
  }
  return attempt;
};

/**
 * Continues an attempt: a conversation, of which each turn is stored, and then its verdicts. Returns false if
 * there is more to do. It can be repeated after an interruption, which costs one turn.
 */
export const continueAttempt = async (id: string, millisecondsLeft: () => number): Promise<boolean> => {
  const [runId, number] = attemptOfTask(id);
  const [run, attempt] = await Promise.all([testRuns.read(runId), readAttempt(runId, number)]);
  if (!run || !attempt) return true;
  try {
    if (!finalStatuses.includes(attempt.status)) {
      const situation = await situationOf(run, attempt);
      if (!situation) await saveAttempt(attempt, { status: 'canceled', reason: 'agent_not_found' });
      else {
        const ended = await converseToEnd(situation, attempt, millisecondsLeft);
        if (!ended || (ended.status === 'judging' && millisecondsLeft() < turnMs)) return false;
        if (ended.status === 'judging') await judge(situation, ended, millisecondsLeft);
      }
    }
  } catch (error) {
    // Another run of this task is ahead, and continues.
    if (!(error instanceof Stale)) throw error;
    return true;
  }
  await completeRun(runId, await comparedRun(run));
  return true;
};
