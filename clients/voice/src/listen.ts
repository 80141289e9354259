import { openBrowserEars } from './browser-ears.ts';
import { openEars } from './ears.ts';
import type { EarsFault } from './fault.ts';
import { EarsError } from './fault.ts';
import type { GateOptions, TurnOptions } from './gate.ts';
import { lateMs, newGate, silenceAfter } from './gate.ts';
import type { Microphone } from './microphone.ts';
import { isDenied, openMicrophone } from './microphone.ts';
import type { EarsAddress } from './protocols.ts';
import { newWords } from './words.ts';

export interface ListenOptions extends Partial<TurnOptions> {
  readonly context: AudioContext;
  /** The answer of `POST /v1/live/conversations/{id}/ears`. Minutes are reserved with each. */
  readonly address: () => Promise<EarsAddress>;
  /**
   * Nothing listens any more at the address with this `expires_at`. Sent to the same route as `ended`, it
   * gives back the minutes; with `keepalive`, also while the page is left.
   */
  readonly hangUp: (ended: string) => void;
  /** The language for the browser’s own recognition, where the platform has none. */
  readonly language?: string | undefined;
  readonly gate?: Partial<GateOptions> | undefined;
  /** The address of `workletCode` on the page’s server, if its policy allows no `blob:`. */
  readonly workletUrl?: string | undefined;
  /**
   * Whether the page is heard. Words that begin then, or within 700 milliseconds after it, without a voice at
   * the microphone are its echo.
   */
  readonly isHeard?: (() => boolean) | undefined;
  /** Somebody speaks, every 20 milliseconds. */
  readonly onVoice: () => void;
  /** The words so far. */
  readonly onWords: (text: string) => void;
  /** The words of a whole turn, and the silence that was waited for. Milliseconds. */
  readonly onTurn: (text: string, silentMs: number) => void;
  /** The loudness of the microphone from 0 to 1, every 20 milliseconds. */
  readonly onLevel?: ((loudness: number) => void) | undefined;
  readonly onLost: (error: EarsError) => void;
}

export interface Listener {
  /** The recognizer: the platform’s, or the browser’s own. */
  readonly by: 'recognizer' | 'browser';
  readonly setMuted: (muted: boolean) => void;
  readonly close: () => void;
}

interface Ears {
  readonly send: (samples: Int16Array) => void;
  readonly setMuted?: (muted: boolean) => void;
  readonly close: () => void;
}

/** The samples a second for a recognizer that names no rate. */
const defaultRate = 16_000;
/** The time in which an echo is still recognized. Milliseconds. */
const echoMs = 700;

const faultOf = (error: unknown): EarsError => {
  if (error instanceof EarsError) return error;
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return new EarsError(name === 'NotAllowedError' ? 'refused' : 'no_microphone', message);
};

/** Listens to the user, and tells when a turn of theirs is over. Rejects with an `EarsError`. */
export const listen = async (options: ListenOptions): Promise<Listener> => {
  const { context, address, hangUp, language, workletUrl, isHeard } = options;
  const { onVoice, onWords, onTurn, onLevel, onLost } = options;
  const turns = { silenceMs: 600, longSilenceMs: 1200, ...options };
  // Browsers have no `mediaDevices` on pages without HTTPS.
  if (!globalThis.isSecureContext) throw new EarsError('insecure', 'The page has no HTTPS');
  // Minutes of recognition are reserved with an address, so none is asked for in vain.
  if (await isDenied()) throw new EarsError('refused', 'The microphone is not allowed');
  const first = await address();
  const rate = first.sample_rate ?? defaultRate;
  const gate = newGate(rate, options.gate);
  const words = newWords();
  let microphone: Microphone | undefined;
  let next: EarsAddress | undefined = first;
  let last = first;
  let isClosed = false;
  let unchangedMs = 0;
  let unheardMs = echoMs;
  /** The time since a voice, also of the turn before: its last words may come after the turn. */
  let unvoicedMs = Infinity;
  let isEcho = false;

  const giveBack = ({ expires_at }: EarsAddress): void => {
    if (expires_at) hangUp(expires_at);
  };
  const ask = async (): Promise<EarsAddress> => {
    const found = await address();
    if (isClosed) giveBack(found);
    last = found;
    return found;
  };
  const lose = (error: EarsError): void => {
    close();
    onLost(error);
  };
  const leave = () => lose(new EarsError('taken_away', 'The page was left'));
  const earsOptions = {
    onWords: (recognized: Parameters<typeof words.add>[0]) => {
      const before = words.text();
      const isUnvoiced = unvoicedMs > lateMs;
      words.add(recognized);
      const text = words.text();
      if (text === before) return;
      unchangedMs = 0;
      isEcho = (before === '' || isEcho) && isUnvoiced && unheardMs < echoMs;
      if (text !== '' && !isEcho) onWords(text);
    },
    onLost: (code: EarsFault, reason: string) => lose(new EarsError(code, reason)),
  };
  const openers = {
    recognizer: () =>
      openEars({
        ...earsOptions,
        address: async () => {
          const found = next ?? (await ask());
          next = undefined;
          return found;
        },
      }),
    browser: () => openBrowserEars({ ...earsOptions, language }),
  };
  const by = first.kind === 'none' ? 'browser' : 'recognizer';
  const hear = (samples: Int16Array): void => {
    ears?.send(samples);
    const ms = (samples.length / rate) * 1000;
    const now = gate.add(samples);
    unchangedMs += ms;
    unvoicedMs = now.isVoice ? 0 : unvoicedMs + ms;
    unheardMs = isHeard?.() ? 0 : unheardMs + ms;
    onLevel?.(now.loudness);
    if (now.isVoice) onVoice();
    const text = words.text();
    const silentMs = silenceAfter({ text, isFinal: words.isFinal(), unchangedMs }, now, turns);
    if (silentMs === undefined) return;
    words.clear();
    gate.reset();
    // If there was a voice after all, they were not the echo.
    if (!isEcho || unvoicedMs <= lateMs) onTurn(text, silentMs);
    isEcho = false;
  };

  addEventListener('pagehide', leave);
  let ears: Ears | undefined = by === 'browser' ? openers.browser() : undefined;
  function close(): void {
    if (isClosed) return;
    isClosed = true;
    removeEventListener('pagehide', leave);
    ears?.close();
    microphone?.close();
    giveBack(last);
  }
  try {
    if (by === 'browser' && !ears) throw new EarsError('no_recognizer', 'There is no recognizer');
    microphone = await openMicrophone({
      context,
      sampleRate: rate,
      workletUrl,
      onSamples: hear,
      onEnded: () => lose(new EarsError('taken_away', 'The microphone was taken away')),
    });
  } catch (error) {
    close();
    throw faultOf(error);
  }
  if (by === 'recognizer') ears = openers.recognizer();
  return {
    by,
    setMuted: (muted) => {
      microphone?.setMuted(muted);
      ears?.setMuted?.(muted);
    },
    close,
  };
};
