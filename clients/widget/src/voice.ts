import type { EarsError } from '../../voice/src/fault.ts';
import type { Listener } from '../../voice/src/listen.ts';
import { listen } from '../../voice/src/listen.ts';
import type { HeardSound, SpokenSentence } from '../../voice/src/player.ts';
import { newPlayer } from '../../voice/src/player.ts';
import type { EarsAddress } from '../../voice/src/protocols.ts';
import type { Aloud } from './chat.ts';
import type { Words } from './words.ts';

/** Silence of the visitor after which the microphone is closed: its minutes are paid. */
const longestSilenceMs = 3 * 60_000;
const longestMessage = 2000;

export interface VoiceOptions {
  readonly ears: () => Promise<EarsAddress>;
  /** Gives back the minutes of the address that expires then: nothing listens there any more. */
  readonly hangUp: (ended: string) => void;
  readonly language: string;
  readonly workletUrl: string;
  /** The visitor has said something, to be sent aloud. */
  readonly onTurn: (text: string, aloud: Aloud) => void;
  /** The visitor began to speak while the agent was heard. */
  readonly onInterrupt: (heard: HeardSound) => void;
  /** The words of the visitor so far. */
  readonly onWords: (text: string) => void;
  /** The loudness of the microphone, from 0 to 1. */
  readonly onLevel: (loudness: number) => void;
  /** The microphone opened, or the agent began or stopped to speak. */
  readonly onChange: () => void;
  /** Nothing listens any more; undefined: nobody has spoken for long. With the words that no turn has. */
  readonly onLost: (error: unknown, words: string) => void;
}

/** Opens the microphone and the loudspeaker of a chat. Browsers play no sound before a click. */
export const openVoice = (options: VoiceOptions) => {
  const { onTurn, onInterrupt, onWords, onLevel, onChange, onLost } = options;
  const context = new AudioContext();
  let listener: Listener | undefined;
  let isClosed = false;
  let isMuted = false;
  let heard: HeardSound | undefined;
  let unsaid = '';
  let silence: ReturnType<typeof setTimeout> | undefined;

  const tell = (): void => {
    if (!isClosed) onChange();
  };
  const player = newPlayer(context, tell, tell);

  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    clearTimeout(silence);
    player.stop();
    listener?.close();
    void context.close();
  };
  const lose = (error?: unknown): void => {
    if (isClosed) return;
    close();
    onLost(error, unsaid);
  };
  const wait = (): void => {
    clearTimeout(silence);
    silence = setTimeout(lose, longestSilenceMs);
  };

  const interrupt = (): void => {
    const stopped = player.stop();
    if (!stopped) return;
    heard = stopped;
    onInterrupt(stopped);
  };
  /** Says something for the visitor, who interrupts the agent thereby. */
  const say = (text: string): void => {
    interrupt();
    // Between two sentences nothing plays, and those before were heard.
    const before = heard ?? player.heard();
    heard = undefined;
    unsaid = '';
    onTurn(text.slice(0, longestMessage), { heard: before, onSentence: hear });
  };
  const hear = (sentence: SpokenSentence): void => {
    if (isClosed) return;
    player.add(sentence);
    tell();
  };

  void context.resume();
  void listen({
    context,
    address: options.ears,
    hangUp: options.hangUp,
    language: options.language,
    workletUrl: options.workletUrl,
    isHeard: player.isPlaying,
    onVoice: () => {
      wait();
      interrupt();
    },
    onLevel,
    onWords: (text) => {
      wait();
      unsaid = text;
      onWords(text);
    },
    onTurn: say,
    onLost: lose,
  }).then((made) => {
    // The question for the microphone can take longer than the talk.
    if (isClosed) {
      made.close();
      return;
    }
    listener = made;
    made.setMuted(isMuted);
    wait();
    tell();
  }, lose);

  return {
    isListening: (): boolean => listener !== undefined,
    isSpeaking: player.isPlaying,
    isMuted: (): boolean => isMuted,
    /** Hears nothing until it is asked to again. */
    mute: (muted: boolean): void => {
      isMuted = muted;
      listener?.setMuted(muted);
      tell();
    },
    say,
    close,
  };
};
export type Voice = ReturnType<typeof openVoice>;

const ofFaults: Readonly<Record<string, keyof Words>> = {
  refused: 'refused',
  taken_away: 'taken_away',
  unreachable: 'unreachable',
  elsewhere: 'unreachable',
};

/** The words that say why nothing listens. */
export const reasonIn = (words: Words, { code }: EarsError): string =>
  words[ofFaults[code] ?? 'without_ears'];
