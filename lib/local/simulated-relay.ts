/*
 * Plays a telephone call over Twilio's ConversationRelay, by the documents of Twilio and without any code of
 * the platform: it sends `setup`, `prompt`, `interrupt`, `dtmf` and `info`, plays the text that it is given
 * at the speed of a voice, and knows what the caller has heard
 * (twilio.com/docs/voice/conversationrelay/websocket-messages).
 */

/** The time of a call, real or simulated. */
export interface RelayClock {
  readonly now: () => number;
  /** Runs something at a time, unless it is called off. */
  readonly at: (time: number, run: () => void) => () => void;
}

/** A frame on its way to the application. */
export interface SentFrame {
  readonly connection: string;
  readonly connected_at: number;
  readonly at: number;
  readonly text: string;
}

/** Words that were said aloud, in the order in which each began. */
interface SpokenAloud {
  readonly by: 'caller' | 'agent';
  text: string;
  /** When the caller said it, or what the agent answers with it. Milliseconds since 1970. */
  at: number;
  /** When the last of it was heard. */
  until: number;
  readonly isKey?: true;
}

const charactersPerSecond = 15;

/** The time from the first text of an answer to its sound. */
const soundMs = 200;

/** The time from the end of what a caller says to its words. */
const recognizedMs = 600;

/** A caller who has interrupted goes on speaking for longer. */
const goesOnMs = 400;

/** A frame that is so old has surely arrived, as all before it, and is not repeated. */
const unsureMs = 6500;

/** After so many messages in a row that it does not understand, the relay closes the connection. */
const maxMalformed = 10;

interface MessageOrigin {
  /** Absent: the present one. */
  readonly connection?: string;
  /** When that was said which the message answers. Absent: unknown. */
  readonly answers_at?: number;
}

export interface SimulatedRelay {
  readonly aloud: readonly SpokenAloud[];
  readonly isSpeaking: () => boolean;
  readonly isOver: () => boolean;
  /** Whether the application has neither ended its answer to the last words with `last`, nor the session. */
  readonly isOpen: () => boolean;
  readonly isConnected: () => boolean;
  /** The keys that the application has pressed. */
  readonly pressed: readonly string[];
  /** Messages of the application that were not understood (error 64107). */
  readonly malformed: readonly string[];
  readonly connect: (callSid: string) => void;
  /** The caller speaks: what is being played stops, unless it is not interruptible. */
  readonly say: (text: string) => void;
  /** The caller makes a sound without words, which stops what is being played as well. */
  readonly cough: () => void;
  /** The rest of what is being played passes at once, as if the caller had listened to it. */
  readonly hearOut: () => void;
  /** The caller presses a key, which stops what is being played as well. */
  readonly press: (digit: string) => void;
  /**
   * The socket drops. What happens meanwhile is kept. After a time another one is opened, on which up to
   * `again` of the last frames are repeated, and then what was kept.
   */
  readonly reconnect: (again: number, ms?: number) => void;
  readonly hangUp: () => void;
  /** A message of the application. False: the connection is gone. */
  readonly receive: (text: string, origin?: MessageOrigin) => boolean;
  readonly ended: Promise<string | undefined>;
}

/** The text of a talk cycle of the application, up to its `last`. */
interface Cycle {
  readonly aloud: SpokenAloud;
  text: string;
  /** The first characters that cannot be interrupted. */
  protected: number;
  readonly from: number;
  isClosed: boolean;
}

const durationOf = (characters: number): number => (characters / charactersPerSecond) * 1000;

/** The beginning of the text that takes this time to say, to the end of a word. */
const playedOf = (text: string, ms: number): string => {
  const characters = Math.floor((ms / 1000) * charactersPerSecond);
  if (characters <= 0) return '';
  if (characters >= text.length) return text;
  return text.slice(0, Math.max(0, text.lastIndexOf(' ', characters)));
};

type Message = Readonly<Record<string, unknown>> & { readonly type?: unknown };

const optional = (value: unknown, type: 'string' | 'boolean'): boolean =>
  value === undefined || typeof value === type;

/** Whether the relay understands a message, by the documents of Twilio. */
const isUnderstood = (message: Message): boolean => {
  const { type, token, last, lang, interruptible, handoffData, digits } = message;
  const extra = Object.keys(message).filter((name) => !fieldsOf[String(type)]?.includes(name));
  if (extra.length > 0) return false;
  if (type === 'text') {
    return (
      typeof token === 'string' &&
      optional(last, 'boolean') &&
      optional(lang, 'string') &&
      optional(interruptible, 'boolean')
    );
  }
  // Each `w` is a pause of half a second.
  if (type === 'sendDigits') return typeof digits === 'string' && /^[0-9*#w]+$/.test(digits);
  if (type === 'language') {
    const { ttsLanguage = '', transcriptionLanguage = '' } = message;
    return [ttsLanguage, transcriptionLanguage].every((tag) => typeof tag === 'string');
  }
  return type === 'end' && optional(handoffData, 'string');
};

const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  text: ['type', 'token', 'last', 'lang', 'interruptible', 'preemptible'],
  sendDigits: ['type', 'digits'],
  language: ['type', 'ttsLanguage', 'transcriptionLanguage'],
  end: ['type', 'handoffData'],
};

const parties = {
  sessionId: 'VX1',
  from: '+441632960123',
  to: '+441632960999',
  customParameters: {},
};

interface RelayOptions {
  /** Learns when the call is over. */
  readonly onEnd?: (at: number) => void;
  /** The fields of `setup` beside its type and its call. */
  readonly setup?: Readonly<Record<string, unknown>>;
}

export const simulatedRelay = (
  clock: RelayClock,
  deliver: (frame: SentFrame) => void,
  { onEnd = () => {}, setup: more = parties }: RelayOptions = {},
): SimulatedRelay => {
  const aloud: SpokenAloud[] = [];
  const sent: { readonly text: string; readonly at: number }[] = [];
  const kept: { readonly text: string; readonly said: SpokenAloud | undefined }[] = [];
  const pressed: string[] = [];
  const malformed: string[] = [];
  /** Words of the caller that are not known yet. */
  const unrecognized: SpokenAloud[] = [];
  const ended = Promise.withResolvers<string | undefined>();
  let recognized = 'en-GB';
  let callSid = '';
  let connections = 0;
  let connected_at = 0;
  let isConnected = false;
  let sent_at = 0;
  let malformedInRow = 0;
  let playing: Cycle | undefined;
  /** The last one that was played, to which more may come. */
  let played: Cycle | undefined;
  const queue: Cycle[] = [];
  /** The caller speaks until then. */
  let speaksUntil = 0;
  let drops = false;
  let isOpen = false;
  let over = false;
  let endsAfterSpeech: string | undefined;
  let callOff = () => {};
  let callOffCheck = () => {};

  const connection = () => `connection-${connections}`;
  const transmit = (text: string, said?: SpokenAloud) => {
    // The gateway receives them one after the other.
    sent_at = Math.max(clock.now(), sent_at + 1);
    if (said) said.at = sent_at;
    deliver({ connection: connection(), connected_at, at: sent_at, text });
  };
  const send = (message: Record<string, unknown>, said?: SpokenAloud) => {
    const text = JSON.stringify(message);
    if (!isConnected) {
      kept.push({ text, said });
      return;
    }
    transmit(text, said);
    sent.push({ text, at: sent_at });
  };

  const setup = () => {
    connections += 1;
    connected_at = Math.max(clock.now(), sent_at + 1);
    isConnected = true;
    malformedInRow = 0;
    transmit(JSON.stringify({ ...more, type: 'setup', callSid }));
  };

  const reconnect = (again: number, ms = 0) => {
    if (over || !isConnected) return;
    isConnected = false;
    const unsure = sent.filter(({ at }) => clock.now() - at <= unsureMs);
    const repeated = again > 0 ? unsure.slice(-again) : [];
    clock.at(clock.now() + ms, () => {
      if (over) return;
      setup();
      for (const { text } of repeated) transmit(text);
      for (const { text, said } of kept.splice(0)) {
        transmit(text, said);
        sent.push({ text, at: sent_at });
      }
    });
  };

  const hear = ({ aloud: heard }: Cycle, text: string) => {
    heard.text += text;
    heard.until = clock.now();
  };

  const end = () => {
    if (over) return;
    over = true;
    callOff();
    callOffCheck();
    if (playing) hear(playing, playedOf(playing.text, clock.now() - playing.from));
    playing = undefined;
    onEnd(clock.now());
    ended.resolve(endsAfterSpeech);
  };

  /** Interrupts what is being played, as soon as that is interruptible. */
  const interrupt = () => {
    callOffCheck();
    if (!playing) return;
    const current = playing;
    const begins = current.from + durationOf(current.protected);
    if (current.protected > 0 && clock.now() < begins) {
      callOffCheck = clock.at(begins, () => {
        if (playing === current && clock.now() < speaksUntil) interrupt();
      });
      return;
    }
    callOff();
    hear(current, playedOf(current.text, clock.now() - current.from));
    const heard = current.aloud.text;
    const durationUntilInterruptMs = Math.max(0, clock.now() - current.from);
    close();
    playing = undefined;
    queue.length = 0;
    drops = true;
    endsAfterSpeech = undefined;
    send({ type: 'interrupt', utteranceUntilInterrupt: heard, durationUntilInterruptMs });
    speaksUntil = Math.max(speaksUntil, clock.now() + goesOnMs);
  };

  /** Ends the cycles that were begun: text that comes after is of another one. */
  const close = () => {
    for (const cycle of [...queue, playing, played]) if (cycle) cycle.isClosed = true;
  };

  const finishPlaying = () => {
    if (!playing) return;
    hear(playing, playing.text);
    played = playing;
    playing = undefined;
    const next = queue.shift();
    if (next) {
      begin({ ...next, from: clock.now() });
      return;
    }
    send({ type: 'info', name: 'agentSpeaking', value: 'off' });
    if (endsAfterSpeech !== undefined) end();
  };

  const begin = (cycle: Cycle) => {
    if (!aloud.includes(cycle.aloud)) aloud.push(cycle.aloud);
    playing = cycle;
    callOff();
    callOff = clock.at(cycle.from + durationOf(cycle.text.length), finishPlaying);
    // The caller may speak already.
    clock.at(cycle.from, () => {
      if (playing === cycle && clock.now() < speaksUntil) interrupt();
    });
  };

  const play = (token: string, isProtected: boolean, at: number) => {
    const last = queue.at(-1) ?? playing;
    if (!last || last.isClosed || last.aloud.at !== at) {
      const isMore = !last && played !== undefined && !played.isClosed && played.aloud.at === at;
      const cycle: Cycle = {
        aloud: isMore && played ? played.aloud : { by: 'agent', text: '', at, until: 0 },
        text: token,
        protected: isProtected ? token.length : 0,
        from: clock.now() + soundMs,
        isClosed: false,
      };
      if (playing) queue.push(cycle);
      else begin(cycle);
      return;
    }
    if (isProtected && last.protected === last.text.length) last.protected += token.length;
    last.text += token;
    if (last === playing) begin(last);
  };

  const recognize = () => {
    if (over) return;
    // The agent was about to speak.
    if (playing && clock.now() <= playing.from) interrupt();
    if (clock.now() < speaksUntil) {
      clock.at(speaksUntil, recognize);
      return;
    }
    callOffCheck();
    drops = false;
    for (const said of unrecognized.splice(0)) {
      isOpen = true;
      close();
      aloud.push(said);
      send({ type: 'prompt', voicePrompt: said.text, lang: recognized, last: true }, said);
    }
  };

  const sound = () => {
    speaksUntil = clock.now() + recognizedMs;
    interrupt();
    clock.at(speaksUntil, recognize);
  };

  return {
    aloud,
    pressed,
    malformed,
    ended: ended.promise,
    isSpeaking: () => playing !== undefined && clock.now() > playing.from,
    isOver: () => over,
    isOpen: () => isOpen && !over,
    isConnected: () => isConnected,
    connect: (sid) => {
      callSid = sid;
      isOpen = true;
      setup();
    },
    say: (text) => {
      if (over) return;
      unrecognized.push({ by: 'caller', text, at: clock.now(), until: 0 });
      sound();
    },
    cough: () => {
      if (!over) sound();
    },
    hearOut: () => {
      while (playing && !over) {
        callOff();
        finishPlaying();
      }
    },
    press: (digit) => {
      if (over) return;
      const said: SpokenAloud = {
        by: 'caller',
        text: digit,
        at: clock.now(),
        until: 0,
        isKey: true,
      };
      isOpen = true;
      aloud.push(said);
      send({ type: 'dtmf', digit }, said);
      interrupt();
      speaksUntil = 0;
      // The answer that was interrupted stops once the application knows.
      clock.at(clock.now() + goesOnMs, () => {
        drops = false;
      });
    },
    reconnect,
    hangUp: end,
    receive: (text, { connection: of = connection(), answers_at = 0 } = {}) => {
      if (over || !isConnected || of !== connection()) return false;
      const message = JSON.parse(text) as Message;
      if (!isUnderstood(message)) {
        malformed.push(text);
        malformedInRow += 1;
        send({ type: 'error', description: `Invalid message received: ${text}` });
        if (malformedInRow >= maxMalformed) isConnected = false;
        return true;
      }
      malformedInRow = 0;
      if (message.type === 'end') {
        endsAfterSpeech = String(message.handoffData ?? '');
        if (!playing) end();
      }
      if (message.type === 'sendDigits') pressed.push(String(message.digits));
      if (typeof message.transcriptionLanguage === 'string') recognized = message.transcriptionLanguage;
      if (message.type !== 'text' || drops) return true;
      const token = String(message.token);
      if (token !== '') play(token, message.interruptible === false, answers_at);
      if (message.last !== false) {
        isOpen = false;
        close();
      }
      return true;
    },
  };
};
