import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type {
  Agent,
  ChatAnswer,
  Conversation,
  Handling,
  OpenToolCall,
  Turn,
} from 'voice-agent-platform-client';
import { ApiProblem } from 'voice-agent-platform-client';
import type { HeardSound, PlayedSentence } from 'voice-agent-platform-voice';
import { useSession } from '../api/session.ts';
import type { AnswerNote, ComingAnswer } from '../chats/chat-log.tsx';
import { sendMessage } from '../chats/send-message.ts';
import type { Loudspeaker } from '../chats/use-loudspeaker.ts';
import { useLoudspeaker } from '../chats/use-loudspeaker.ts';
import { useMessages, withTurns } from '../chats/use-messages.ts';
import type { Draft } from './draft.ts';
import { triedDraftOf } from './draft.ts';
import { spokenGreeting } from './greeting.ts';
import { newLevels } from './levels.ts';
import { useVoice } from './use-voice.ts';

type Variables = Readonly<Record<string, string>>;

/** A chat with the agent as it was saved, or a test of the agent as it is edited, which stores nothing. */
interface Talk {
  /** The conversation; null for a test. */
  readonly id: string | null;
  readonly version: number;
  readonly variables: Variables;
  readonly turns: readonly Turn[];
  readonly notes: ReadonlyMap<number, AnswerNote>;
  /** The node at which it began, and the one at which it is. */
  readonly start: string | null;
  readonly node: string | null;
  readonly ended: boolean;
  readonly handling: Handling;
  /** Tools whose results the agent waits for. */
  readonly calls: readonly OpenToolCall[];
  /** Whether it was begun before the page was loaded, so that an answer may be on its way. */
  readonly resumed: boolean;
  /** The results of tools in a test, by tool name. */
  readonly mocks: Readonly<Record<string, unknown>>;
}

/** Words that were sent and not answered yet, with the key that makes their repeat harmless. */
interface SentMessage {
  readonly text: string;
  readonly idempotencyKey: string;
  readonly loudspeaker?: Loudspeaker | undefined;
  /** The silence after words that were spoken; absent: they were written. Milliseconds. */
  readonly silentMs?: number;
}

/** A message whose answer comes, and what is known of both. */
interface CurrentMessage {
  readonly text: string;
  readonly silentMs: number | undefined;
  readonly sentAt: number;
  /** Resolves once the platform has the message, or will not have it. */
  readonly arrived: Promise<unknown>;
  turn?: number;
  said: string;
  firstWordAt?: number;
}

type Answer = Pick<ChatAnswer, 'turns' | 'node' | 'ended' | 'handling'> & {
  readonly calls: readonly OpenToolCall[];
  readonly note: AnswerNote;
};

const noted = ({ tool_calls, cost, ...answer }: ChatAnswer): Answer => ({
  ...answer,
  calls: tool_calls,
  note: { node: answer.node, cost },
});

const turnOf = (index: number, role: Turn['role'], text: string, more: Partial<Turn> = {}): Turn => ({
  index,
  role,
  text,
  start_ms: null,
  end_ms: null,
  tool_calls: [],
  metadata: {},
  ...more,
});

/** The turn as far as it was heard, to a whole word. */
const heardTurn = (turn: Turn, { characters }: HeardSound): Turn => {
  const { text } = turn;
  if (turn.unheard || characters >= text.length) return turn;
  const end = /\s/.test(text.charAt(characters)) ? characters : text.lastIndexOf(' ', characters) + 1;
  const unheard = { text: text.slice(end).trim(), reported_by: 'client' as const };
  return { ...turn, text: text.slice(0, end).trim(), unheard };
};

const added = (talk: Talk, { turns, node, ended, handling, calls, note }: Answer): Talk => {
  const last = turns.at(-1)?.index;
  return {
    ...talk,
    // The platform’s turns are newer than those that the page has made.
    turns: withTurns(turns, talk.turns),
    notes:
      last === undefined
        ? talk.notes
        : new Map([...talk.notes, [last, { ...talk.notes.get(last), ...note }]]),
    node: node ?? talk.node,
    ended,
    handling,
    calls,
  };
};

/** Whether the request can be sent again as it was: the platform may have received it. */
const isUncertain = (error: unknown): boolean => !(error instanceof ApiProblem) || error.status >= 500;

interface TalkOptions {
  readonly agent: Agent;
  readonly draft: Draft;
  /** Whether a new talk tries the draft. */
  readonly tries: boolean;
  /** The chat in the address bar, which a page that is loaded again goes on with. */
  readonly chat: string | undefined;
  readonly onChat: (id: string | undefined) => void;
}

/** Talks with an agent. */
export const useTalk = ({ agent, draft, tries, chat, onChat }: TalkOptions) => {
  const { api, may } = useSession();
  const [talk, setTalk] = useState<Talk>();
  const [text, setText] = useState('');
  const [sent, setSent] = useState<SentMessage>();
  const [coming, setComing] = useState<ComingAnswer>();
  const [broken, setBroken] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [mode, setMode] = useState<'text' | 'voice'>('text');
  const [levels] = useState(newLevels);
  const latest = useRef(0);
  const underway = useRef<CurrentMessage>(undefined);
  const [began, setBegan] = useState<number>();

  /** The time of each part of an answer, once its first sound is heard. */
  const played = (sentence: PlayedSentence, context: AudioContext): void => {
    levels.play(sentence, context);
    voice.sound();
    const { current } = underway;
    if (!current || current.firstWordAt === undefined || sentence.from > 0) return;
    const { silentMs, sentAt, firstWordAt } = current;
    const latency = {
      heard: silentMs,
      thought: firstWordAt - sentAt,
      spoken: performance.now() - firstWordAt,
    };
    setTalk((one) => {
      if (!one) return one;
      const note = { ...one.notes.get(sentence.turn), latency };
      return { ...one, notes: new Map([...one.notes, [sentence.turn, note]]) };
    });
  };
  const loudspeaker = useLoudspeaker({ onPlay: played });

  const byPeople = talk?.id != null && !talk.ended && talk.handling !== 'agent';
  const watchError = useMessages(
    talk?.id ?? undefined,
    ({ turns, status, handling }) =>
      setTalk(
        (now) => now && { ...now, turns: withTurns(now.turns, turns), ended: status !== 'active', handling },
      ),
    byPeople || talk?.resumed === true,
  );

  /** The request that the page waits for: one at a time, which spoken words take the place of. */
  const supersede = (): (() => boolean) => {
    latest.current += 1;
    const mine = latest.current;
    return () => latest.current === mine;
  };
  useEffect(
    () => () => {
      latest.current += 1;
    },
    [],
  );

  const run = async (task: (isLatest: () => boolean) => Promise<void>): Promise<void> => {
    const isLatest = supersede();
    setBusy(true);
    setError(undefined);
    try {
      await task(isLatest);
    } catch (problem) {
      if (isLatest()) setError(problem);
    } finally {
      if (isLatest()) {
        setBusy(false);
        setComing(undefined);
        setBroken(false);
      }
    }
  };

  const start = (tries ? draft.flow : agent.conversation_flow)?.start ?? null;
  const begun = (variables: Variables, more: Partial<Talk>): Talk => ({
    id: null,
    version: agent.version,
    variables,
    turns: [],
    notes: new Map(),
    start,
    node: start,
    ended: false,
    handling: 'agent',
    calls: [],
    resumed: false,
    mocks: {},
    ...more,
  });

  /** Continues a chat that was begun before, whatever has been edited since. */
  const resume = useEffectEvent((found: Conversation) =>
    setTalk(
      begun(
        {},
        {
          id: found.id,
          version: found.agent_version ?? agent.version,
          // The address bar does not know where the chat was in its flow.
          start: null,
          node: null,
          ended: found.status !== 'active',
          handling: found.handling ?? 'agent',
          resumed: true,
        },
      ),
    ),
  );

  const talkId = talk?.id;
  const agentId = agent.id;
  useEffect(() => {
    if (chat === undefined || chat === talkId) return;
    const left = new AbortController();
    api.conversations
      .get({ params: { conversation_id: chat }, signal: left.signal })
      .then((found) => {
        const isChat = found.agent_id === agentId && found.handling !== null;
        if (isChat && !left.signal.aborted) resume(found);
      })
      // A chat that was erased, or that is out of reach: one begins a new one.
      .catch(() => undefined);
    return () => left.abort();
  }, [api, agentId, chat, talkId]);

  /** The next words of the draft. */
  const test = async (now: Talk, turns: readonly Turn[]): Promise<Talk> => {
    const found = await api.agents.test({
      params: { agent_id: agent.id },
      body: {
        // An answer that only presses keys has no words.
        messages: turns
          .filter(({ text }) => text !== '')
          .map(({ role, text: content }) => ({ role: role === 'user' ? 'user' : 'agent', content })),
        node: now.node,
        variables: now.variables,
        tool_mocks: Object.entries(now.mocks).map(([name, result]) => ({ name, result })),
        draft: triedDraftOf(draft, agent),
      },
    });
    const open = found.tool_calls.filter(({ mocked }) => !mocked);
    if (open.length > 0) {
      return {
        ...now,
        turns,
        calls: open.map(({ name, arguments: given }, at) => ({ id: `${at}`, name, arguments: given })),
      };
    }
    const usage = {
      model: found.model,
      ...found.usage,
      latency_ms: found.latency_ms,
      first_token_ms: null,
    };
    const tool_calls = found.tool_calls.map(({ name, arguments: given, result }) => ({
      id: null,
      name,
      arguments: given,
      result,
      error: null,
    }));
    const documents = found.knowledge.map(({ title }) => title);
    return added(now, {
      turns: [...turns, turnOf(turns.length, 'agent', found.message ?? '', { tool_calls, usage })],
      node: found.node,
      ended: found.ended,
      handling: 'agent',
      calls: [],
      note: { node: found.node, documents },
    });
  };

  /** Begins a talk; undefined: nobody waits for it any more, and its chat has ended. */
  const begin = async (variables: Variables, isLatest: () => boolean): Promise<Talk | undefined> => {
    if (tries) {
      const empty = begun(variables, {});
      setTalk(empty);
      return empty;
    }
    const created = await api.chats.create({ params: { agent_id: agent.id }, body: { variables } });
    const { id, message, agent_version } = created;
    if (!isLatest()) {
      await api.chats.end({ params: { conversation_id: id } });
      return undefined;
    }
    const turns = message === null ? [] : [turnOf(0, 'agent', message)];
    const started = begun(variables, { id, version: agent_version ?? agent.version, turns });
    setTalk(started);
    onChat(id);
    return started;
  };

  const answer = async (now: Talk, message: SentMessage, isLatest: () => boolean): Promise<void> => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const mine: CurrentMessage = {
      text: message.text,
      silentMs: message.silentMs,
      sentAt: performance.now(),
      arrived,
      said: '',
    };
    underway.current = mine;
    setSent(message);
    if (message.silentMs === undefined) setText('');
    setTalk((one) => one && { ...one, resumed: false });
    try {
      if (now.id === null) {
        setComing({ text: '', tools: [] });
        const turns = [...now.turns, turnOf(now.turns.length, 'user', message.text)];
        setTalk(await test(now, turns));
      } else {
        if (now.handling === 'agent') setComing({ text: '', tools: [] });
        const whole = await sendMessage(
          api,
          {
            conversationId: now.id,
            after: now.turns.at(-1)?.index,
            loudspeaker: message.loudspeaker && {
              ...message.loudspeaker,
              play: (sentence) => isLatest() && message.loudspeaker?.play(sentence),
            },
            text: message.text,
            interrupts: message.silentMs !== undefined,
            idempotencyKey: message.idempotencyKey,
          },
          {
            onAccepted: (turn) => {
              mine.turn = turn;
              arrive();
            },
            onWords: (some) => {
              mine.said += some;
              mine.firstWordAt ??= performance.now();
              if (isLatest()) setComing((one) => one && { ...one, text: one.text + some });
            },
            onTool: (tool) => {
              if (!isLatest()) return;
              setComing(
                (one) =>
                  one && {
                    ...one,
                    tools: [
                      ...one.tools.filter(({ name, status }) => name !== tool.name || status !== 'started'),
                      tool,
                    ],
                  },
              );
            },
            onBroken: () => isLatest() && setBroken(true),
          },
        );
        if (!isLatest()) return;
        setTalk((one) => one && added(one, noted(whole)));
      }
      setSent(undefined);
    } catch (problem) {
      arrive();
      // Later words took its place, and their answer counts.
      if (!isLatest()) return;
      // Words that were refused are written again. Those that may have arrived are sent again as they were.
      if (!isUncertain(problem) || now.id === null) {
        setSent(undefined);
        setText((written) => written || message.text);
      }
      if (problem instanceof ApiProblem && problem.code === 'conversation_ended') {
        setTalk((one) => one && { ...one, ended: true });
      }
      throw problem;
    }
  };

  /** Keeps what was said and heard until now, and waits for no more of it. */
  const cutOff = (heard: HeardSound | undefined): void => {
    const { current } = underway;
    const isComing = sent !== undefined && current !== undefined;
    setTalk((one) => {
      if (!one) return one;
      const turns: Turn[] = [];
      if (isComing && current.turn !== undefined) turns.push(turnOf(current.turn, 'user', current.text));
      const spoken =
        heard &&
        (one.turns.find(({ index }) => index === heard.turn) ??
          (isComing ? turnOf(heard.turn, 'agent', current.said) : undefined));
      if (heard && spoken) turns.push(heardTurn(spoken, heard));
      return { ...one, turns: withTurns(turns, one.turns) };
    });
    if (!isComing) return;
    supersede();
    setSent(undefined);
    setComing(undefined);
    setBusy(false);
  };

  /** The user speaks: the agent stops. */
  const interrupt = (): void => {
    if (loudspeaker.turn === undefined) return;
    const heard = loudspeaker.stop();
    if (!heard) return;
    levels.stop();
    cutOff(heard);
  };

  const voice = useVoice({
    language: agent.language ?? undefined,
    isHeard: loudspeaker.isPlaying,
    onVoice: interrupt,
    onLevel: levels.hear,
    onTurn: (words, silentMs) => void speak(words, silentMs),
    onLost: (words) => {
      setMode('text');
      if (words) setText((written) => written || words);
    },
  });

  const speak = async (words: string, silentMs: number): Promise<void> => {
    const before = sent && underway.current;
    // Its turn comes before this one.
    await before?.arrived;
    cutOff(loudspeaker.stop());
    await run(async (isLatest) => {
      if (!talk) return;
      const message = {
        text: words.slice(0, 2000),
        idempotencyKey: crypto.randomUUID(),
        loudspeaker: loudspeaker.next(),
        silentMs,
      };
      await answer(talk, message, isLatest);
    });
  };

  const leave = (): void => {
    voice.close();
    loudspeaker.stop();
    setMode('text');
    setBegan(undefined);
    setTalk(undefined);
    setSent(undefined);
    setError(undefined);
    onChat(undefined);
  };

  // The agent’s last words are heard to their end.
  const hasEnded = talk?.ended === true;
  useEffect(() => {
    if (hasEnded) closeVoice();
  }, [hasEnded]);
  const closeVoice = useEffectEvent(() => voice.close());

  return {
    talk,
    text,
    setText,
    sent,
    coming,
    broken,
    busy,
    error: error ?? watchError,
    mode,
    voice,
    levels,
    /** When the user began to talk; undefined: not by voice. */
    began,
    loudspeaker,
    toggleAloud: () => (loudspeaker.isOn ? loudspeaker.switchOff() : void loudspeaker.switchOn()),
    /** Talks by voice, in a new chat if there is none. */
    talkAloud: async (variables: Variables): Promise<void> => {
      if (busy) return;
      const context = loudspeaker.switchOn();
      setMode('voice');
      setBegan((before) => before ?? Date.now());
      await run(async (isLatest) => {
        const now = talk ?? (await begin(variables, isLatest));
        if (!now) return;
        const [greeting] = now.turns;
        if (!talk && greeting && may('agents:write')) {
          void spokenGreeting(api, agent.id, greeting.text).then(async (sentence) => {
            await context;
            if (sentence && isLatest()) loudspeaker.play({ ...sentence, turn: greeting.index });
          });
        }
        if (now.id === null || !(await voice.open(now.id, await context))) setMode('text');
      });
    },
    /** Goes on by text. The agent still speaks. */
    typeInstead: () => {
      voice.close();
      setMode('text');
    },
    /** Begins a new talk, and ends the one before. */
    start: (variables: Variables) =>
      run(async (isLatest) => {
        if (talk?.id && !talk.ended) await api.chats.end({ params: { conversation_id: talk.id } });
        leave();
        const now = await begin(variables, isLatest);
        if (now?.id === null) {
          setComing({ text: '', tools: [] });
          setTalk(await test(now, []));
        }
      }),
    /** Says what was written. */
    say: (variables: Variables) =>
      run(async (isLatest) => {
        const message = {
          text: text.trim(),
          idempotencyKey: crypto.randomUUID(),
          loudspeaker: loudspeaker.next(),
        };
        const now = talk ?? (await begin(variables, isLatest));
        if (now) await answer(now, message, isLatest);
      }),
    /** Sends the words again that may have arrived. */
    sayAgain: !busy && sent && talk ? () => run((isLatest) => answer(talk, sent, isLatest)) : undefined,
    /** Gives the agent what its tools return, by the id of the call. */
    giveResults: (results: Readonly<Record<string, unknown>>) =>
      run(async () => {
        if (!talk) return;
        setComing({ text: '', tools: [] });
        if (talk.id === null) {
          const mocks = { ...talk.mocks };
          for (const { id, name } of talk.calls) mocks[name] = results[id] ?? null;
          const turns = [...talk.turns];
          setTalk(await test({ ...talk, mocks, calls: [] }, turns));
          return;
        }
        const given = talk.calls.map(({ id }) => ({ id, result: results[id] ?? null }));
        const params = { conversation_id: talk.id };
        const whole = await api.chats.sendResults({ params, body: { results: given } });
        setTalk((one) => one && added(one, noted(whole)));
      }),
    end: () =>
      run(async () => {
        if (!talk) return leave();
        voice.close();
        loudspeaker.stop();
        setMode('text');
        if (talk.id) await api.chats.end({ params: { conversation_id: talk.id } });
        setTalk((one) => one && { ...one, ended: true, calls: [] });
      }),
    /** Goes back to before the first words. */
    leave: () => {
      supersede();
      leave();
    },
  };
};

export type TalkControls = ReturnType<typeof useTalk>;
