import type { EarsFault } from './fault.ts';
import type { RecognizedWords } from './words.ts';

/** The part of the Web Speech API that is used (webaudio.github.io/web-speech-api). */
interface Recognition {
  continuous: boolean;
  interimResults: boolean;
  lang: string;
  onresult: ((event: RecognitionEvent) => void) | null;
  onerror: ((event: { readonly error: string }) => void) | null;
  onend: (() => void) | null;
  readonly start: () => void;
  readonly abort: () => void;
}

interface RecognitionEvent {
  readonly resultIndex: number;
  readonly results: ArrayLike<{ readonly isFinal: boolean; readonly 0?: { readonly transcript: string } }>;
}

interface BrowserEarsOptions {
  readonly language: string | undefined;
  readonly onWords: (words: RecognizedWords) => void;
  readonly onLost: (code: EarsFault, reason: string) => void;
}

/** Errors after which another try can help. */
const passing = new Set(['no-speech', 'aborted', 'network']);
const mostFailures = 4;
const pauseMs = 300;

/** The recognition of the browser, which begins again when it ends by itself. Undefined: there is none. */
export const openBrowserEars = ({ language, onWords, onLost }: BrowserEarsOptions) => {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as unknown as Readonly<
    Record<string, (new () => Recognition) | undefined>
  >;
  const Made = SpeechRecognition ?? webkitSpeechRecognition;
  if (!Made) return undefined;
  let isClosed = false;
  let isMuted = false;
  let failures = 0;
  let begun = 0;
  let recognition: Recognition | undefined;

  const begin = (): void => {
    if (isClosed || isMuted || recognition) return;
    begun += 1;
    const mine = new Made();
    recognition = mine;
    mine.continuous = true;
    mine.interimResults = true;
    if (language) mine.lang = language;
    mine.onresult = ({ resultIndex, results }) => {
      failures = 0;
      for (let at = resultIndex; at < results.length; at += 1) {
        const text = results[at]?.[0]?.transcript.trim() ?? '';
        onWords({ id: `${begun} ${at}`, text, partial: results[at]?.isFinal !== true });
      }
    };
    mine.onerror = ({ error }) => {
      if (error === 'network') failures += 1;
      if (isClosed || (passing.has(error) && failures < mostFailures)) return;
      isClosed = true;
      onLost(
        error === 'network' ? 'unreachable' : 'no_recognizer',
        `The browser recognizes nothing: ${error}`,
      );
    };
    mine.onend = () => {
      recognition = undefined;
      setTimeout(begin, pauseMs);
    };
    mine.start();
  };
  begin();

  return {
    /** It has a microphone of its own. */
    send: (): void => undefined,
    setMuted: (muted: boolean): void => {
      isMuted = muted;
      if (muted) recognition?.abort();
      else begin();
    },
    close: (): void => {
      isClosed = true;
      recognition?.abort();
    },
  };
};
