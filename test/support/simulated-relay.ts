/*
 * Plays a telephone call over Twilio's ConversationRelay, by the documents of Twilio and without any code of
 * the platform: it sends `setup`, `prompt`, `interrupt`, `dtmf` and `info`, plays the text that it is given
 * at the speed of a voice, and knows what the caller has heard
 * (twilio.com/docs/voice/conversationrelay/websocket-messages).
 */

/** A clock whose time passes only when nothing else is to be done. */
interface SimulatedClock {
  readonly now: () => number;
  readonly at: (time: number, run: () => void) => () => void;
  readonly after: (ms: number) => Promise<void>;
  /** Runs until nothing is left. */
  readonly run: () => Promise<void>;
}

export const simulatedClock = (start: number): SimulatedClock => {
  let now = start;
  let order = 0;
  let queue: { readonly time: number; readonly order: number; readonly run: () => void }[] = [];
  const at: SimulatedClock['at'] = (time, run) => {
    order += 1;
    const entry = { time: Math.max(now, time), order, run };
    queue.push(entry);
    return () => {
      queue = queue.filter((one) => one !== entry);
    };
  };
  return {
    now: () => now,
    at,
    after: (ms) => new Promise((resolve) => at(now + ms, resolve)),
    run: async () => {
      for (;;) {
        await new Promise(setImmediate);
        const next = queue.toSorted((one, other) => one.time - other.time || one.order - other.order)[0];
        if (!next) return;
        queue = queue.filter((one) => one !== next);
        now = next.time;
        next.run();
      }
    },
  };
};

/** A frame on its way to the application. */
export interface SentFrame {
  readonly connection: string;
  readonly connected_at: number;
  readonly at: number;
  readonly text: string;
}

/** Words that were said aloud. */
interface SpokenAloud {
  readonly by: 'caller' | 'agent';
  readonly text: string;
}

const charactersPerSecond = 15;

interface SimulatedRelay {
  readonly aloud: readonly SpokenAloud[];
  readonly isSpeaking: () => boolean;
  readonly isOver: () => boolean;
  readonly connect: (callSid: string) => void;
  /** The caller speaks: what is being played stops. */
  readonly say: (text: string) => void;
  readonly press: (digit: string) => void;
  /** The socket drops, and another one is opened on which up to `again` of the last frames are repeated. */
  readonly reconnect: (again: number) => void;
  readonly hangUp: () => void;
  /** A message of the application. False: the connection is gone. */
  readonly receive: (connection: string, text: string) => boolean;
  readonly ended: Promise<string | undefined>;
}

interface Playing {
  readonly text: string;
  readonly from: number;
}

/** The beginning of the text that takes this time to say, to the end of a word. */
const playedOf = (text: string, ms: number): string => {
  const characters = Math.floor((ms / 1000) * charactersPerSecond);
  if (characters >= text.length) return text;
  return text.slice(0, Math.max(0, text.lastIndexOf(' ', characters)));
};

export const simulatedRelay = (
  clock: SimulatedClock,
  deliver: (frame: SentFrame) => void,
  { onEnd = () => {} }: { readonly onEnd?: (at: number) => void } = {},
): SimulatedRelay => {
  const aloud: SpokenAloud[] = [];
  const sent: string[] = [];
  const ended = Promise.withResolvers<string | undefined>();
  let callSid = '';
  let connections = 0;
  let connected_at = 0;
  let playing: Playing | undefined;
  let drops = false;
  let over = false;
  let endsAfterSpeech: string | undefined;
  let callOff = () => {};

  const connection = () => `connection-${connections}`;
  const send = (message: Record<string, unknown>, isRepeated = false) => {
    const text = JSON.stringify(message);
    if (!isRepeated) sent.push(text);
    deliver({ connection: connection(), connected_at, at: clock.now(), text });
  };

  const finishPlaying = () => {
    if (!playing) return;
    aloud.push({ by: 'agent', text: playing.text });
    playing = undefined;
    send({ type: 'info', name: 'agentSpeaking', value: 'off' });
    if (endsAfterSpeech !== undefined) end();
  };

  const end = () => {
    if (over) return;
    over = true;
    callOff();
    if (playing) aloud.push({ by: 'agent', text: playedOf(playing.text, clock.now() - playing.from) });
    playing = undefined;
    onEnd(clock.now());
    ended.resolve(endsAfterSpeech);
  };

  const interrupt = () => {
    if (!playing) return;
    callOff();
    const heard = playedOf(playing.text, clock.now() - playing.from);
    if (heard !== '') aloud.push({ by: 'agent', text: heard });
    const durationUntilInterruptMs = clock.now() - playing.from;
    playing = undefined;
    drops = true;
    endsAfterSpeech = undefined;
    send({ type: 'interrupt', utteranceUntilInterrupt: heard, durationUntilInterruptMs });
  };

  const setup = () => {
    connections += 1;
    connected_at = clock.now();
    send(
      {
        type: 'setup',
        sessionId: 'VX1',
        callSid,
        from: '+441632960123',
        to: '+441632960999',
        customParameters: {},
      },
      true,
    );
  };

  return {
    aloud,
    ended: ended.promise,
    isSpeaking: () => playing !== undefined,
    isOver: () => over,
    connect: (sid) => {
      callSid = sid;
      setup();
    },
    say: (text) => {
      if (over) return;
      interrupt();
      clock.at(clock.now() + 600, () => {
        if (over) return;
        // The agent has begun while the caller was speaking.
        interrupt();
        drops = false;
        aloud.push({ by: 'caller', text });
        send({ type: 'prompt', voicePrompt: text, lang: 'en-GB', last: true });
      });
    },
    press: (digit) => {
      if (over) return;
      aloud.push({ by: 'caller', text: digit });
      send({ type: 'dtmf', digit });
    },
    reconnect: (again) => {
      if (over) return;
      const repeated = sent.slice(Math.max(0, sent.length - again));
      setup();
      for (const text of again > 0 ? repeated : []) {
        deliver({ connection: connection(), connected_at, at: clock.now(), text });
      }
    },
    hangUp: end,
    receive: (of, text) => {
      if (over || of !== connection()) return false;
      const message = JSON.parse(text) as { type: string; token?: string; handoffData?: string };
      if (message.type === 'end') {
        endsAfterSpeech = message.handoffData ?? '';
        if (!playing) end();
      }
      if (message.type !== 'text' || !message.token || drops) return true;
      playing = { text: `${playing?.text ?? ''}${message.token}`, from: playing?.from ?? clock.now() };
      callOff();
      const left = playing.from + (playing.text.length / charactersPerSecond) * 1000;
      callOff = clock.at(left, finishPlaying);
      return true;
    },
  };
};
