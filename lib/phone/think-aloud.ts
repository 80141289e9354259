import type { AgentRecord } from '#lib/agents/agent-record.ts';
import { actingIn } from '#lib/chats/acting-in.ts';
import { speakingFor } from '#lib/chats/agents.ts';
import { askInChat } from '#lib/chats/ask-model.ts';
import { mayGoOn } from '#lib/chats/call-minutes.ts';
import { costOfAnswer } from '#lib/chats/cost.ts';
import { answerLimits } from '#lib/chats/deadline.ts';
import { chatVariables } from '#lib/chats/handovers.ts';
import type { SpokenTurn } from '#lib/chats/said-turns.ts';
import { saidTurns, spokenTurnOf } from '#lib/chats/said-turns.ts';
import { readNewestTurns } from '#lib/chats/sessions.ts';
import { isFull } from '#lib/chats/settle.ts';
import type { ChatCosts } from '#lib/chats/spending.ts';
import { newSpending } from '#lib/chats/spending.ts';
import { storedCalls } from '#lib/chats/stored-calls.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { CarrierName } from '#lib/contract/integrations.ts';
import type { ToolCall } from '#lib/contract/transcripts.ts';
import { fill } from '#lib/domain/agents/variables.ts';
import type { TurnRecord } from '#lib/domain/chats/author.ts';
import { reservedFor } from '#lib/domain/chats/call-tokens.ts';
import { defaultWords, ownWords } from '#lib/domain/chats/call-words.ts';
import type { SaidMessage } from '#lib/domain/chats/history.ts';
import { historyOf } from '#lib/domain/chats/history.ts';
import type { ChatSession } from '#lib/domain/chats/session.ts';
import { isExhausted, settled, takesTooMany } from '#lib/domain/chats/session.ts';
import { mayCall } from '#lib/domain/organizations/call-prefixes.ts';
import { noUnits } from '#lib/domain/usage/fact.ts';
import type { RunCall, ToolOutcome } from '#lib/model/converse.ts';
import { prepareKnowledge } from '#lib/model/knowledge.ts';
import { mapEvents } from '#lib/model/map-events.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { carriers } from '#lib/providers/index.ts';
import type { VoiceAct } from '#lib/voice/frames.ts';
import type { VoicePart, VoiceThought } from '#lib/voice/speak.ts';
import type { SpokenWords } from '#lib/voice/state.ts';
import type { AnswerAttempt } from './answer-attempts.ts';
import type { LivePhoneCall } from './hold-call.ts';
import { carrierOf, holdCall } from './hold-call.ts';

/** An answer in a call, with what its turn and the session need. */
export interface SpokenAnswer {
  readonly agent: AgentRecord;
  readonly lineage: Lineage;
  readonly ends: boolean;
  readonly limited: boolean;
  readonly hands_over: boolean;
  readonly transfer_to: string | null;
  readonly turn: SpokenTurn | null;
  /** The tokens and the cost that its turn has; null: no model was asked. */
  readonly spending: ChatCosts | null;
  /** The changes of the session once the answer was spoken, but for its tokens. */
  readonly session: (session: ChatSession) => Partial<ChatSession>;
}

/** The longest answer that a function can make: API Gateway gives up a frame after 29 seconds. */
export const answerMs = 25_000;

/** The turns that are not in the transcript yet. */
const notStored = (said: readonly SpokenWords[], claim: number): Parameters<typeof historyOf>[0] =>
  said.flatMap((entry) => {
    const { role, text } = entry;
    if (role === 'agent' && entry.claim === claim) return [];
    const calls = role === 'agent' ? spokenTurnOf(entry)?.tool_calls : undefined;
    return [{ role, text, tool_calls: [...(calls ?? [])] }];
  });

/** The instructions that no answer has followed yet. A person's words are no answer of the agent. */
const guidanceIn = (
  { tools }: Pick<AgentRecord, 'tools'>,
  turns: readonly TurnRecord[],
  said: readonly SpokenWords[],
  claim: number,
): readonly string[] => {
  const later = said.flatMap((entry) => {
    const { author, tool_calls = [] } = (entry.role !== 'user' && spokenTurnOf(entry)) || {};
    const isOwn = entry.role === 'agent' && entry.claim === claim;
    return isOwn ? [] : [{ role: entry.role, text: entry.text, author, tool_calls }];
  });
  const pressesKeys = ({ name, error }: ToolCall): boolean => {
    const action = tools.find((tool) => tool.name === name)?.action;
    return error === null && action?.type === 'builtin' && action.name === 'send_digits';
  };
  const all = [...turns, ...later];
  const answered = all.findLastIndex(
    ({ role, text, author, tool_calls }) =>
      role === 'agent' && author === undefined && (text !== '' || tool_calls.some(pressesKeys)),
  );
  return all
    .slice(answered + 1)
    .flatMap(({ role, text, author }) => (role === 'system' && author !== undefined ? [text] : []));
};

/** The acts in a call that a tool leads to. Adds the call of the tool to `pressing` if it presses keys. */
const actsOf = (run: RunCall, carrier: CarrierName, pressing: RunCall[]): VoiceAct[] => {
  const { keys, language }: Partial<ToolOutcome> = run.outcome ?? {};
  if (keys !== undefined) pressing.push(run);
  const turn: SpokenTurn = { usage: null, cost: null, tool_calls: storedCalls(pressing) };
  return [
    ...(keys === undefined ? [] : [{ type: 'keys', digits: keys, turn } as const]),
    ...(language === undefined
      ? []
      : [{ type: 'language', language: carriers[carrier].languageOf(language) } as const]),
  ];
};

const unchanged = (): Partial<ChatSession> => ({});

/** Makes the agent's answer to what was said in a call. */
export async function* thinkAloud(
  call: LivePhoneCall,
  claim: number,
  greets: boolean,
  attempt: AnswerAttempt,
): VoiceThought<SpokenAnswer> {
  const deadline = Date.now() + answerMs;
  const { agent: saved, knowledge, lineage } = await speakingFor(call);
  // The documents for the first answer are read while the greeting is spoken.
  prepareKnowledge(knowledge);
  const variables = await chatVariables(call, saved, lineage);
  const { conversation, session } = call;
  const { speaks } = call.voice;
  const common = {
    agent: saved,
    lineage,
    hands_over: false,
    transfer_to: null,
    turn: null,
    spending: null,
  };

  if (greets && saved.first_message !== null) {
    yield fill(saved.first_message, variables);
    return { ...common, ends: false, limited: false, session: unchanged };
  }
  const isUsedUp =
    isExhausted(session, Date.now()) || isFull(conversation, saidTurns(conversation, call.voice.said));
  if (isUsedUp || !(await mayGoOn(conversation, lineage, Date.now()))) {
    const { limit_message } = ownWords(saved, speaks);
    yield limit_message === null
      ? defaultWords(speaks ?? saved.language).failure
      : fill(limit_message, variables);
    return { ...common, ends: true, limited: true, session: unchanged };
  }

  // Without a reservation, other answers of the call may use all that is left of its tokens.
  if (takesTooMany(session, Date.now()) || reservedFor(session, claim) === 0)
    throw new ApiError('rate_limited');
  const held = holdCall(call, claim);
  const mayTransfer = (to: string) => mayCall(lineage, to);
  const { agent, runTool, done } = await actingIn(held, saved, variables, deadline, mayTransfer);
  const turns = await readNewestTurns(conversation);
  const place = {
    agent: agent.id,
    channel: conversation.channel,
    provider: conversation.provider?.name ?? null,
  };
  const spending = newSpending({ lineage, place, units: noUnits, reserveInCall: attempt.reserve });
  attempt.spends(spending);
  const began = performance.now();
  const elapsed = () => Math.round(performance.now() - began);
  let first_token_ms: number | null = null;
  const taken = done.map(
    ({ call: past, outcome }): SaidMessage => ({
      role: 'agent',
      content: '',
      calls: [{ call: past, outcome }],
    }),
  );
  const answering = askInChat(
    spending,
    {
      agent,
      knowledge,
      messages: [...historyOf([...turns, ...notStored(call.voice.said, claim)], () => false), ...taken],
      variables,
      guidance: guidanceIn(agent, turns, call.voice.said, claim),
      language: speaks,
      node: session.node,
      ...answerLimits,
      streams: true,
      deadline,
    },
    runTool,
  );
  const pressing: RunCall[] = [];
  const answer = yield* mapEvents(answering, (event): readonly VoicePart[] => {
    if (event.type === 'tool_started') return [null];
    if (event.type === 'tool_finished') return actsOf(event, carrierOf(conversation), pressing);
    first_token_ms ??= elapsed();
    return [event.text];
  });
  const { usage, model, node, calls } = answer;
  return {
    agent: saved,
    lineage,
    ends: answer.ended,
    limited: false,
    hands_over: answer.hand_over !== undefined,
    transfer_to: answer.transfer?.to ?? null,
    turn: {
      usage: { model, ...usage, latency_ms: elapsed(), first_token_ms },
      cost: costOfAnswer(answer),
      tool_calls: storedCalls(calls),
    },
    spending,
    session: (before) => {
      const after = settled(before, { node, tokens: 0 }, Date.now());
      const { steps: _steps, ...kept } = after;
      return { ...kept, messages: before.messages + 1, steps: [], pending: before.pending };
    },
  };
}
