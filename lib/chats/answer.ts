import type { AgentRecord } from '#lib/agents/agent-record.ts';
import type { ChatAnswer } from '#lib/contract/chats.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { TurnUsage } from '#lib/contract/transcripts.ts';
import type { Widget } from '#lib/contract/widgets.ts';
import type { Sender } from '#lib/domain/caller.ts';
import { waiting, withAgent } from '#lib/domain/chats/handover.ts';
import type { SaidMessage } from '#lib/domain/chats/history.ts';
import { historyOf } from '#lib/domain/chats/history.ts';
import type { ChatSession } from '#lib/domain/chats/session.ts';
import { isByUser, isExhausted, settled, unreservedUnits } from '#lib/domain/chats/session.ts';
import type { PastCall } from '#lib/domain/chats/tool-results.ts';
import { calledTools } from '#lib/domain/chats/tool-results.ts';
import { canonical } from '#lib/domain/tools/canonical.ts';
import { sumOfCosts } from '#lib/domain/usage/figures.ts';
import type { Answer, ConverseEvent, RunCall } from '#lib/model/converse.ts';
import { prepareKnowledge } from '#lib/model/knowledge.ts';
import { mapEvents } from '#lib/model/map-events.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import type { ActingAgent } from './acting-in.ts';
import { actingIn } from './acting-in.ts';
import type { SpeakingAgent } from './agents.ts';
import { speakingFor } from './agents.ts';
import type { FindAnswerVoice, NewAnswerVoice } from './answer-voice.ts';
import { askInChat, wasted } from './ask-model.ts';
import type { Chat } from './claim.ts';
import { resumes } from './claim.ts';
import { costOfAnswer, showsModelCost, withAnswer } from './cost.ts';
import { answerLimits, deadlineOf } from './deadline.ts';
import { chatVariables, limitTurn, unansweredTurn } from './handovers.ts';
import type { HeldChat } from './held-chat.ts';
import { hold } from './held-chat.ts';
import { awaitedCalls, openCalls } from './open-calls.ts';
import type { NewTurn } from './said-turns.ts';
import { msSince } from './said-turns.ts';
import { readNewestTurns } from './sessions.ts';
import type { EndReason } from './settle.ts';
import { isFull, settleChat, userTurns, withSpoken } from './settle.ts';
import { shownTurns } from './shown-turns.ts';
import type { ChatCosts, SpentOnSpeech } from './spending.ts';
import { allCounted, newSpending } from './spending.ts';
import type { AudioEvent, SentWords } from './spoken-answer.ts';
import { spokenAnswer } from './spoken-answer.ts';
import { storedCalls } from './stored-calls.ts';

/** The agent's answer, with the time that it took. */
export interface ModelAnswer {
  readonly agent: AgentRecord;
  /** The calls that earlier attempts at the answer have begun. */
  readonly done: readonly PastCall[];
  readonly answer: Answer;
  readonly latency_ms: number;
  readonly first_token_ms: number | null;
  readonly lineage: Lineage;
  /** The turns of words of the agent’s owner before the answer. */
  readonly before: readonly NewTurn[];
  readonly end: AnswerEnd;
  readonly speech: SpentOnSpeech;
}

/** The end of an answer. It is decided once, so that the words that are spoken are those that are stored. */
interface AnswerEnd {
  /** A limit ends the chat. */
  readonly limited: boolean;
  /** The turns of words of the agent’s owner after the answer. */
  readonly after: readonly NewTurn[];
}

/** Something that happens while an answer is made, and perhaps spoken. */
export type AnswerEvent = ConverseEvent | AudioEvent;

/** Whether others run a tool. */
const awaits =
  ({ tools }: Pick<AgentRecord, 'tools'>) =>
  (called: string): boolean => {
    const action = tools.find(({ name }) => name === called)?.action;
    return !action || action.type === 'page';
  };

/**
 * The messages that wait, and what earlier attempts at an answer to them have done, in the order of their
 * times.
 */
const askedAfter = ({ pending }: ChatSession, done: ActingAgent['done']): SaidMessage[] => {
  const asked = pending.flatMap(({ text, results, at, unheard }) => {
    const role = unheard === undefined ? ('user' as const) : ('agent' as const);
    return results || text === '' ? [] : [{ at, message: { role, content: text } }];
  });
  const taken = done.map(({ begun_at: at, call, outcome }) => ({
    at,
    message: { role: 'agent' as const, content: '', calls: [{ call, outcome }] },
  }));
  return [...asked, ...taken].sort((one, other) => one.at - other.at).map(({ message }) => message);
};

const limitOf = ({ id, limits }: Widget) => ({ client_id: id, limit: limits.model_tokens_per_day });

/** The session once words are sent as audio. Those that are not of the answer are no part of its turn. */
const noted = (
  { spoken }: Pick<ChatSession, 'spoken'>,
  turn: number,
  { part, text, sent, disclosed_at, ...first }: SentWords,
): Partial<ChatSession> => {
  const { began_at, heard_from } = spoken ?? { began_at: Date.now(), ...first };
  return {
    // Only words after it show that the user has had it: it is said twice rather than never.
    ...(disclosed_at !== undefined && { disclosed_at }),
    ...(part === 'answer' && { spoken: { turn, text, sent, began_at, heard_from } }),
  };
};

interface AnswerOptions {
  readonly streams: boolean;
  readonly voice: NewAnswerVoice | undefined;
  readonly deadline: number;
}

/** Makes the agent's answer to the messages that wait in a chat, and yields what happens meanwhile. */
async function* think(
  held: HeldChat,
  { agent: saved, knowledge, lineage }: SpeakingAgent,
  { streams, voice, deadline }: AnswerOptions,
  spending: ChatCosts,
): AsyncGenerator<AnswerEvent, ModelAnswer> {
  const began = performance.now();
  const elapsed = () => Math.round(performance.now() - began);
  prepareKnowledge(knowledge);
  const chat = held.chat();
  const variables = await chatVariables(chat, saved, lineage);
  const { agent, runTool, done } = await actingIn(held, saved, variables, deadline);
  const { conversation, session } = chat;
  const turns = await readNewestTurns(conversation);
  const called = calledTools(session, turns);
  const open = called.map(({ call }) => call.id);
  const before = resumes(chat) ? unansweredTurn(chat, agent, variables) : [];
  const turn = conversation.turns + before.length + session.pending.length;
  const said = historyOf([...turns, ...before], awaits(agent), open);
  const patience = new AbortController();
  const thinking = askInChat(
    spending,
    {
      agent,
      knowledge,
      messages: [...said, ...askedAfter(session, done)],
      called,
      variables,
      node: session.node,
      ...answerLimits,
      streams,
      deadline,
      signal: patience.signal,
    },
    runTool,
  );
  let first_token_ms: number | null = null;
  const made = (answer: Answer) => ({ done, answer, latency_ms: elapsed(), first_token_ms, before });
  let end: AnswerEnd | undefined;
  const endOf = (answer: Answer): AnswerEnd => {
    if (end) return end;
    const limited = !answer.ended && isLastAnswer(chat, made(answer));
    end = { limited, after: limited ? limitTurn(chat, agent, variables) : [] };
    return end;
  };
  const answering: AsyncGenerator<AnswerEvent, Answer> = voice
    ? spokenAnswer(thinking, {
        voice: voice(saved, lineage, chat, deadline, spending.spoke, variables),
        turn,
        disclosed_at: session.disclosed_at,
        // A user who has heard words of an earlier attempt has heard these before them.
        before: session.pending.every(isByUser) ? before : [],
        after: (answer) => endOf(answer).after,
        note: (sent) => held.write([], (earlier) => noted(earlier, turn, sent)),
        giveUp: () => patience.abort(),
      })
    : thinking;
  const answer = yield* mapEvents(answering, (event) => {
    if (streams && event.type === 'delta') first_token_ms ??= elapsed();
    return [event];
  });
  return { ...made(answer), agent, lineage, end: endOf(answer), speech: spending.speech() };
}

/** The calls of an answer, after those of earlier attempts that it has not repeated. */
const callsOf = ({ done, answer }: Pick<ModelAnswer, 'done' | 'answer'>): readonly RunCall[] => {
  const same = ({ call: { name, arguments: chosen } }: Pick<PastCall, 'call'>) =>
    JSON.stringify([name, canonical(chosen)]);
  const repeated = new Set(answer.calls.map(same));
  const before = done.filter((past) => !repeated.has(same(past)));
  return [
    ...before.map(({ call, outcome }) => ({ call: { ...call, node: null }, outcome })),
    ...answer.calls,
  ];
};

type MadeAnswer = Pick<ModelAnswer, 'done' | 'answer' | 'latency_ms' | 'first_token_ms' | 'before'>;

const agentTurn = ({ conversation }: Chat, thought: MadeAnswer): NewTurn => {
  const { answer, latency_ms, first_token_ms } = thought;
  const usage: TurnUsage = { model: answer.model, ...answer.usage, latency_ms, first_token_ms };
  return {
    role: 'agent',
    text: answer.message ?? '',
    start_ms: msSince(conversation, Date.now()),
    end_ms: null,
    tool_calls: storedCalls(callsOf(thought)),
    metadata: {},
    usage,
  };
};

/** The turns of an answer, with the messages before it. */
const turnsOf = (chat: Chat, thought: MadeAnswer): NewTurn[] => [
  ...thought.before,
  ...userTurns(chat),
  agentTurn(chat, thought),
];

const tokensOf = ({ usage }: Answer): number => usage.input_tokens + usage.output_tokens;

/** Whether a limit ends the chat with this answer. */
const isLastAnswer = (chat: Chat, thought: MadeAnswer): boolean => {
  const { node } = chat.session;
  const now = Date.now();
  const session = settled(chat.session, { node, tokens: tokensOf(thought.answer) }, now);
  return isExhausted(session, now) || isFull(chat.conversation, turnsOf(chat, thought));
};

/** The change of the one who answers: the agent hands over, or resumes because nobody has answered. */
const handlingAfter = ({ agent, answer }: ModelAnswer, now: number) =>
  answer.hand_over ? waiting(agent.handover, answer.hand_over.reason, now) : withAgent;

interface StoredAnswer {
  readonly operations: readonly Operation[];
  /** The answer as a caller sees it. Messages that are answered together may be of several. */
  readonly replyTo: (sender: Sender) => ChatAnswer;
}

/** The writes that store messages while people answer. */
const settleMessages = (chat: Chat): StoredAnswer => {
  const now = Date.now();
  const turns = userTurns(chat);
  const session = settled(chat.session, { node: chat.session.node, tokens: 0 }, now);
  const isLast = isExhausted(session, now) || isFull(chat.conversation, turns);
  const end = isLast ? { reason: 'limit_reached' as const, at: new Date(now).toISOString() } : undefined;
  const change = withSpoken(chat, chat.session.pending);
  const stored = settleChat(chat, { turns, session, change, end }, () => new Stale());
  return {
    operations: stored.operations,
    replyTo: (sender) => ({
      conversation_id: stored.conversation.id,
      turns: shownTurns(sender, stored.turns),
      message: null,
      tool_calls: [],
      node: sender.conversation_id === undefined ? session.node : null,
      ended: end !== undefined,
      handling: stored.conversation.handling ?? 'agent',
      usage: null,
      cost: null,
    }),
  };
};

/** The writes that store an answer with the messages before it, and the answer to their senders. */
const settleAnswer = (chat: Chat, thought: ModelAnswer | undefined): StoredAnswer => {
  if (!thought) return settleMessages(chat);
  const { answer } = thought;
  const { limited, after } = thought.end;
  const now = Date.now();
  const turns = turnsOf(chat, thought);
  const session = settled(
    chat.session,
    {
      node: answer.node,
      awaited: awaitedCalls(thought),
      tokens: tokensOf(answer),
      spoken_turn: chat.session.spoken && chat.conversation.turns + turns.length - 1,
    },
    now,
  );
  const reason: EndReason | undefined = answer.ended ? 'agent_ended' : limited ? 'limit_reached' : undefined;
  const end = reason && { reason, at: new Date(now).toISOString() };
  const cost = costOfAnswer(answer);
  const change = {
    ...withAnswer(chat, answer.usage, sumOfCosts(cost, thought.speech.cost), thought.speech.characters),
    ...(end ? withAgent : handlingAfter(thought, now)),
  };
  const stored = settleChat(
    chat,
    { turns: [...turns, ...after], session, change, end },
    () => new ApiError('answer_interrupted'),
  );
  const replyTo = (sender: Sender): ChatAnswer => {
    const isKey = sender.conversation_id === undefined;
    return {
      conversation_id: stored.conversation.id,
      turns: shownTurns(sender, stored.turns),
      message: answer.message,
      tool_calls: openCalls(thought, sender),
      node: isKey ? answer.node : null,
      ended: end !== undefined,
      handling: stored.conversation.handling ?? 'agent',
      usage: isKey ? answer.usage : null,
      cost: isKey && showsModelCost(sender, thought.lineage) ? cost : null,
    };
  };
  return { operations: stored.operations, replyTo };
};

/** The answer to a request in a chat. `findVoice`: who speaks it, if the request asks for that. */
export const answering = (streams: boolean, findVoice?: FindAnswerVoice) => (chat: Chat, ends_at: number) => {
  const held = hold(chat);
  let spending: ChatCosts | undefined;
  return {
    left: held.left,
    /** Undefined: people answer in the chat, and the agent is silent. It may have been removed. */
    async *think() {
      if (chat.isSilent) return undefined;
      const { agent_id: agent, channel, provider } = chat.conversation;
      const speaking = await speakingFor(chat);
      const voice = chat.speaks ? await findVoice?.(chat, speaking.agent) : undefined;
      const place = { agent, channel, provider: provider?.name ?? null };
      spending = newSpending({
        ...{
          lineage: speaking.lineage,
          place,
          chat: chat.conversation,
          widget: chat.widget && limitOf(chat.widget),
        },
        units: unreservedUnits(chat.session),
      });
      return yield* think(held, speaking, { streams, voice, deadline: deadlineOf(ends_at) }, spending);
    },
    settle: settleAnswer,
    waste: async (free: (tokens: number) => Promise<boolean>) => {
      let isFreed = false;
      try {
        isFreed = await free(await wasted(spending));
      } finally {
        // Words that were spoken are with the request that took or ended the chat, which bills them.
        if (isFreed || !held.chat().session.spoken) await allCounted([spending?.giveBack()]);
      }
    },
  };
};
