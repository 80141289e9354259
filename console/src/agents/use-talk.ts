import { useEffect, useEffectEvent, useState } from 'react';
import type {
  Agent,
  ChatAnswer,
  Conversation,
  Handling,
  OpenToolCall,
  Turn,
} from 'voice-agent-platform-client';
import { ApiProblem } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import type { AnswerNote, ComingAnswer } from '../chats/chat-log.tsx';
import { sendMessage } from '../chats/send-message.ts';
import type { Loudspeaker } from '../chats/use-loudspeaker.ts';
import { useLoudspeaker } from '../chats/use-loudspeaker.ts';
import { useMessages, withTurns } from '../chats/use-messages.ts';
import type { Draft } from './draft.ts';
import { triedDraftOf } from './draft.ts';

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

const added = (talk: Talk, { turns, node, ended, handling, calls, note }: Answer): Talk => {
  const last = turns.at(-1)?.index;
  return {
    ...talk,
    turns: withTurns(talk.turns, turns),
    notes: last === undefined ? talk.notes : new Map([...talk.notes, [last, note]]),
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
  const { api } = useSession();
  const [talk, setTalk] = useState<Talk>();
  const [text, setText] = useState('');
  const [sent, setSent] = useState<SentMessage>();
  const [coming, setComing] = useState<ComingAnswer>();
  const [broken, setBroken] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const { isOn: isAloud, toggle: toggleAloud, next: nextAloud } = useLoudspeaker();

  const byPeople = talk?.id != null && !talk.ended && talk.handling !== 'agent';
  const watchError = useMessages(
    talk?.id ?? undefined,
    ({ turns, status, handling }) =>
      setTalk(
        (now) => now && { ...now, turns: withTurns(now.turns, turns), ended: status !== 'active', handling },
      ),
    byPeople || talk?.resumed === true,
  );

  /** Runs one request at a time. */
  const run = async (task: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await task();
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
      setComing(undefined);
      setBroken(false);
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
        messages: turns.map(({ role, text: content }) => ({
          role: role === 'user' ? 'user' : 'agent',
          content,
        })),
        node: now.node,
        variables: now.variables,
        tool_mocks: Object.entries(now.mocks).map(([name, result]) => ({ name, result })),
        draft: triedDraftOf(draft, agent),
      },
    });
    if (found.message === null) {
      const open = found.tool_calls.filter(({ mocked }) => !mocked);
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
      turns: [...turns, turnOf(turns.length, 'agent', found.message, { tool_calls, usage })],
      node: found.node,
      ended: found.ended,
      handling: 'agent',
      calls: [],
      note: { node: found.node, documents },
    });
  };

  const begin = async (variables: Variables): Promise<Talk> => {
    if (tries) {
      const empty = begun(variables, {});
      setTalk(empty);
      return empty;
    }
    const created = await api.chats.create({ params: { agent_id: agent.id }, body: { variables } });
    const { id, message, agent_version } = created;
    const turns = message === null ? [] : [turnOf(0, 'agent', message)];
    const started = begun(variables, { id, version: agent_version ?? agent.version, turns });
    setTalk(started);
    onChat(id);
    return started;
  };

  const answer = async (now: Talk, message: SentMessage): Promise<void> => {
    setSent(message);
    setText('');
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
            loudspeaker: message.loudspeaker,
            text: message.text,
            idempotencyKey: message.idempotencyKey,
          },
          {
            onWords: (some) => setComing((one) => one && { ...one, text: one.text + some }),
            onTool: (tool) =>
              setComing(
                (one) =>
                  one && {
                    ...one,
                    tools: [
                      ...one.tools.filter(({ name, status }) => name !== tool.name || status !== 'started'),
                      tool,
                    ],
                  },
              ),
            onBroken: () => setBroken(true),
          },
        );
        setTalk((one) => one && added(one, noted(whole)));
      }
      setSent(undefined);
    } catch (problem) {
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

  return {
    talk,
    text,
    setText,
    sent,
    coming,
    broken,
    busy,
    error: error ?? watchError,
    isAloud,
    toggleAloud,
    /** Begins a new talk, and ends the one before. */
    start: (variables: Variables) =>
      run(async () => {
        if (talk?.id && !talk.ended) await api.chats.end({ params: { conversation_id: talk.id } });
        setTalk(undefined);
        setSent(undefined);
        onChat(undefined);
        const now = await begin(variables);
        if (now.id === null) {
          setComing({ text: '', tools: [] });
          setTalk(await test(now, []));
        }
      }),
    /** Says what was written. */
    say: (variables: Variables) =>
      run(async () =>
        answer(talk ?? (await begin(variables)), {
          text: text.trim(),
          idempotencyKey: crypto.randomUUID(),
          loudspeaker: nextAloud(),
        }),
      ),
    /** Sends the words again that may have arrived. */
    sayAgain: !busy && sent && talk ? () => run(() => answer(talk, sent)) : undefined,
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
        if (talk?.id) await api.chats.end({ params: { conversation_id: talk.id } });
        setTalk((one) => one && { ...one, ended: true, calls: [] });
      }),
    /** Goes back to before the first words. */
    leave: () => {
      nextAloud();
      setTalk(undefined);
      setSent(undefined);
      setError(undefined);
      onChat(undefined);
    },
  };
};

export type TalkControls = ReturnType<typeof useTalk>;
