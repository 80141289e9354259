import type { HeardSound, SpokenSentence } from '../../voice/src/player.ts';
import type { Handling, SentMessage, Session, Turn, WidgetApi } from './api.ts';
import type { MessageLog, OpenMessage } from './log.ts';
import { isRefused, nextAfter, Refusal, refusalOf, wordsFor } from './refusals.ts';
import { kept } from './storage.ts';
import type { Words } from './words.ts';

export interface ChatView {
  readonly log: MessageLog;
  readonly words: () => Words;
  readonly agentName: () => string;
  /** The state below the messages, which is read out; empty: none. */
  readonly status: (text: string) => void;
  /** Offers to send the last message again. */
  readonly offerRetry: (again: () => void) => void;
  /** Tells that the user can do other things than before. */
  readonly changed: () => void;
}

export interface ChatOptions {
  readonly api: WidgetApi;
  readonly widget: string;
  readonly variables: Readonly<Record<string, string>>;
  /** A chat that the server of the page has begun; absent: a visitor begins it. */
  readonly session: Session | undefined;
  readonly view: ChatView;
}

/** The sound of an answer. */
export interface Aloud {
  /** The part of the answer before it that the visitor has heard, where they interrupted it. */
  readonly heard: HeardSound | undefined;
  readonly onSentence: (sentence: SpokenSentence) => void;
}

/** A message of the visitor, on the page. */
interface OwnMessage {
  readonly sent: SentMessage;
  readonly shown: OpenMessage;
  /** The platform has it, as far as is known. */
  isAccepted: boolean;
  /** It says below that it was not sent, or perhaps not. */
  isUnsent: boolean;
}

/** A message that a reload sends again, and the last turn before it. */
interface KeptMessage extends SentMessage {
  readonly after: number;
}

/** The latest answer. */
interface ShownAnswer {
  readonly message: OpenMessage;
  /** Its place in the transcript, where it can be shortened; absent: it has no sound. */
  turn?: number;
}

const pauseMs = 1500;
/** So often a request is sent again, which counts once, before the visitor is asked to. */
const attempts = 3;
/** An answer takes a minute at most. */
const longestAnswerMs = 70_000;
const waitSeconds = 20;
/** The pause before the next attempt to read, which grows while they fail. */
const longestPauseMs = 60_000;

const later = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** A chat of a visitor: begun or continued, sent to, followed while people answer in it. */
export const newChat = ({ api, widget, variables, session: given, view }: ChatOptions) => {
  const { log } = view;
  let session = given ?? kept.read<Session>(widget);
  /** The turns on the page. An answer can be there before the turns that others have added meanwhile. */
  let seen = new Set<number>();
  /** All turns up to it are on the page. */
  let last = -1;
  let handling: Handling = 'agent';
  let isOver = false;
  /** Of the answer that is made. */
  let answering: AbortController | undefined;
  let answer: ShownAnswer | undefined;
  /** The messages of the visitor on the page whose turns are not known. */
  let own: OwnMessage[] = [];
  /** The same of answers that were interrupted. */
  let interrupted: OpenMessage[] = [];
  /** The latest message has its answer, or has failed. */
  let answered = Promise.resolve();
  /** Of the request for a person. */
  let asking: AbortController | undefined;
  let following: AbortController | undefined;
  let opening: Promise<void> | undefined;
  /** The visitor sees the chat. */
  let isShown = false;

  const enter = (next: Handling, over: boolean): void => {
    handling = next;
    isOver = over;
    const words = view.words();
    if (over) view.status(words.ended);
    else if (next === 'waiting') view.status(words.waiting);
    else view.status(next === 'human' ? words.human : '');
    view.changed();
  };

  const nameOf = ({ role, author }: Turn): string =>
    author ?? (role === 'user' ? view.words().you : view.agentName());

  const note = ({ index }: Pick<Turn, 'index'>): void => {
    seen.add(index);
    while (seen.has(last + 1)) last += 1;
  };

  /** Gives the message on the page that is a turn its place; false: there is none. */
  const claim = ({ index, role, author, text }: Turn): boolean => {
    if (author !== undefined) return false;
    if (role === 'user') {
      const mine = own.filter(({ sent }) => sent.text === text).at(-1);
      own = own.filter((one) => one !== mine);
      mine?.shown.mark('');
      return mine?.shown.place(index) ?? false;
    }
    for (let one = interrupted.shift(); one; one = interrupted.shift()) if (one.place(index)) return true;
    return false;
  };

  /** Shows turns at their places. */
  const show = (turns: readonly Turn[]): void => {
    for (const turn of turns) {
      if (seen.has(turn.index)) continue;
      note(turn);
      if (turn.text === '' || (turn.role !== 'user' && turn.role !== 'agent')) continue;
      if (claim(turn)) continue;
      log.add(turn.author === undefined ? turn.role : 'person', nameOf(turn), turn.text, turn.index);
    }
  };

  /** Says below a message of the visitor that it was not sent. */
  const markUnsent = (one: OwnMessage, words: 'unsent' | 'unconfirmed'): void => {
    one.isUnsent = true;
    one.shown.mark(view.words()[words]);
  };

  const explain = (error: unknown): void => {
    if (nextAfter(error) === 'over') {
      enter('agent', true);
      return;
    }
    const says = wordsFor(error);
    if (says === 'unavailable') {
      const { code, message } = refusalOf(error);
      // For the author of the page.
      console.warn(`voice-agent: ${code}: ${message}`);
    }
    view.status(view.words()[says]);
  };

  /** Shows the turns after those on the page. While an answer is made, it brings the visitor’s own. */
  const read = async (wait: number, signal?: AbortSignal, isWhole = false): Promise<readonly Turn[]> => {
    if (!session) return [];
    const { data, status, handling: now } = await api.messages(session, last, wait, signal);
    show(isWhole || !answering ? data : data.filter(({ author }) => author !== undefined));
    enter(now, status !== 'active');
    return data;
  };

  const forget = (): void => {
    kept.write(widget, undefined);
    if (session) kept.write(session.conversation_id, undefined);
    session = undefined;
    own = [];
    interrupted = [];
    seen = new Set();
    last = -1;
  };

  /** Waits for people's messages, for as long as one of them answers. */
  const follow = async (): Promise<void> => {
    if (following) return;
    const controller = new AbortController();
    following = controller;
    let failed = 0;
    while (!controller.signal.aborted && !isOver && handling !== 'agent') {
      try {
        await read(answering ? 0 : waitSeconds, controller.signal);
        failed = 0;
        if (answering) await later(pauseMs, controller.signal);
      } catch (error) {
        if (controller.signal.aborted) break;
        if (nextAfter(error) === 'over') {
          explain(error);
          break;
        }
        failed += 1;
        await later(Math.min(pauseMs * 2 ** failed, longestPauseMs), controller.signal);
      }
    }
    if (following === controller) following = undefined;
  };

  const followPeople = (): void => {
    if (isShown && handling !== 'agent' && !isOver) void follow();
  };

  const answerTo = async (mine: OwnMessage, signal: AbortSignal, aloud?: Aloud): Promise<void> => {
    if (!session) return;
    const words = view.words();
    const message = log.begin('agent', view.agentName());
    const shown: ShownAnswer = { message };
    answer = shown;
    let said = '';
    let isDone = false;
    try {
      for await (const { name, data } of api.send(session, mine.sent, signal)) {
        if (name === 'delta') {
          said += String(data.text);
          view.status('');
          message.say(said);
        } else if (name === 'accepted') mine.isAccepted = true;
        else if (name === 'audio') {
          const sentence = data as unknown as SpokenSentence;
          shown.turn = sentence.turn;
          aloud?.onSentence(sentence);
        } else if (name === 'tool' && data.status === 'started') view.status(words.looking);
        else if (name === 'error') throw new Refusal(String(data.code), String(data.detail ?? ''));
        else if (name === 'done') {
          isDone = true;
          const turns = data.turns as readonly Turn[];
          message.finish(String(data.message ?? ''));
          const stored = turns.find(({ role, text }) => role === 'agent' && text === data.message);
          // A read may have brought it before.
          if (stored && seen.has(stored.index)) message.finish('');
          else if (stored && message.place(stored.index)) note(stored);
          show(turns);
          own = own.filter((one) => one !== mine);
          enter(data.handling as Handling, data.ended === true);
          // Turns before these were answered elsewhere, or their answers were interrupted.
          if (turns.some(({ index }) => index > last)) await read(0, signal, true).catch(() => undefined);
          if (turns.every(({ index }) => index <= last)) for (const one of own) markUnsent(one, 'unsent');
        }
      }
      if (!isDone) throw new Refusal('offline');
    } catch (error) {
      if (signal.aborted) interrupted.push(message);
      else message.finish('');
      throw error;
    }
  };

  /** Stops the answer that is made, and leaves of the latest one what was heard. */
  const interrupt = (heard: HeardSound | undefined): void => {
    if (heard && heard.turn === answer?.turn) answer.message.cut(heard.characters);
    else if (answering) answer?.message.finish('');
    answering?.abort();
    answering = undefined;
  };

  /** Sends a request again while the agent makes an answer, and a few times if it fails for a moment. */
  const persist = async (request: () => Promise<void>, signal: AbortSignal): Promise<void> => {
    const end = Date.now() + longestAnswerMs;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await request();
        return;
      } catch (error) {
        const next = nextAfter(error);
        const mayPass = next === 'wait' ? Date.now() < end : next === 'repeat' && attempt < attempts;
        if (!mayPass || signal.aborted || !session) throw error;
        // The messages arrive with the answer.
        if (next === 'wait') await api.messages(session, last, waitSeconds, signal).catch(() => undefined);
        await later(Math.min(attempt, attempts) * pauseMs, signal);
      }
    }
  };

  const sendUntilAnswered = async (mine: OwnMessage, aloud?: Aloud): Promise<void> => {
    const controller = new AbortController();
    const { signal } = controller;
    answering = controller;
    view.changed();
    mine.isUnsent = false;
    mine.shown.mark('');
    const id = session?.conversation_id ?? '';
    kept.write(id, { ...mine.sent, after: last } satisfies KeptMessage);
    // To somebody who listens, “Writing …” would say nothing.
    view.status(aloud ? '' : view.words().thinking);
    try {
      await persist(() => answerTo(mine, signal, aloud), signal);
      kept.write(id, undefined);
    } catch (error) {
      if (signal.aborted) return;
      if (isRefused(error)) {
        kept.write(id, undefined);
        markUnsent(mine, 'unsent');
      } else if (!mine.isAccepted) markUnsent(mine, 'unconfirmed');
      explain(error);
      if (!isOver) view.offerRetry(() => deliver(mine, aloud));
    } finally {
      if (answering === controller) {
        answering = undefined;
        view.changed();
        followPeople();
      }
    }
  };

  const deliver = (mine: OwnMessage, aloud?: Aloud): void => {
    answered = sendUntilAnswered(mine, aloud);
  };

  const say = (sent: SentMessage, aloud?: Aloud): void => {
    const shown = log.add('user', view.words().you, sent.text);
    const mine = { sent, shown, isAccepted: false, isUnsent: false };
    own.push(mine);
    deliver(mine, aloud);
  };

  /** Sends the message again whose answer a reload has missed. `turns`: those of the chat. */
  const resume = (turns: readonly Turn[]): void => {
    if (!session || isOver || answering || own.length > 0) return;
    const found = kept.read<KeptMessage>(session.conversation_id);
    if (!found) return;
    const { after, ...sent } = found;
    const isTurn = ({ index, role, text }: Turn) => index > after && role === 'user' && text === sent.text;
    if (turns.some(isTurn)) kept.write(session.conversation_id, undefined);
    else say(sent);
  };

  const begin = async (): Promise<void> => {
    if (session) {
      if (isOver) return;
      try {
        resume(await read(0));
        return;
      } catch (error) {
        // The messages on the page are not of the chat that would begin.
        if (nextAfter(error) !== 'over' || given || last >= 0) throw error;
        forget();
      }
    }
    const begun = await api.begin(widget, variables);
    session = { conversation_id: begun.conversation_id, session_token: begun.session_token };
    kept.write(widget, session);
    await read(0);
  };

  /** Begins or continues the chat, with the messages since it was closed. A second call joins the first. */
  const open = (): Promise<void> => {
    isShown = true;
    opening ??= begin()
      .catch((error: unknown) => {
        explain(error);
        // Nothing else begins the chat while it is open.
        if (last < 0 && !isOver) view.offerRetry(() => void open());
      })
      .then(() => {
        opening = undefined;
        followPeople();
      });
    return opening;
  };

  const close = (): void => {
    isShown = false;
    following?.abort();
    following = undefined;
  };

  return {
    session: () => session,
    isOver: () => isOver,
    isBusy: () => answering !== undefined,
    handling: () => handling,
    open,
    /** Aloud, it does not wait for an answer that is made, but takes its place. */
    send: (text: string, aloud?: Aloud): void => {
      if ((answering && !aloud) || isOver || !session) return;
      interrupt(aloud?.heard);
      const key = crypto.randomUUID();
      say({ text, key, ...(aloud && { speak: true, heard: aloud.heard }) }, aloud);
    },
    interrupt,
    explain,
    isAsking: () => asking !== undefined,
    /** Asks for a person, once the agent has answered. */
    handOver: async (): Promise<void> => {
      if (!session || asking) return;
      const controller = new AbortController();
      asking = controller;
      view.changed();
      const asked = session;
      try {
        await answered;
        await persist(async () => {
          if (isOver) return;
          enter((await api.handOver(session ?? asked)).handling, false);
        }, controller.signal);
        followPeople();
      } catch (error) {
        if (!controller.signal.aborted) explain(error);
      } finally {
        asking = undefined;
        view.changed();
      }
    },
    /** Reads what was said elsewhere, such as by people, or aloud. */
    catchUp: async (): Promise<void> => {
      await read(0).catch((error: unknown) => {
        if (nextAfter(error) === 'over') explain(error);
      });
      followPeople();
    },
    /** Leaves the chat, to begin another one, and returns the words of the visitor that it has not taken. */
    restart: async (): Promise<string> => {
      following?.abort();
      following = undefined;
      asking?.abort();
      if (session && !isOver) await api.end(session).catch(() => undefined);
      const unsent = own.filter(({ isUnsent }) => isUnsent).map(({ sent }) => sent.text);
      forget();
      log.clear();
      enter('agent', false);
      return unsent.join('\n');
    },
    close,
    /** Closes it for good: the page shows another one. */
    leave: (): void => {
      close();
      answering?.abort();
      asking?.abort();
    },
  };
};
export type Chat = ReturnType<typeof newChat>;
