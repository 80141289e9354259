import type { EarsAddress } from './ears.ts';
import { openEars } from './ears.ts';
import { eventsOf } from './events.ts';
import type { GateOptions, TurnOptions } from './gate.ts';
import { isTurnOver, newGate } from './gate.ts';
import type { Microphone } from './microphone.ts';
import { isDenied, openMicrophone } from './microphone.ts';
import type { HeardSound, SpokenSentence } from './player.ts';
import { newPlayer } from './player.ts';
import { newWords } from './words.ts';

/** `listening`: to the user; `thinking`: no word of the answer has come; `speaking`; `ended`. */
export type TalkState = 'listening' | 'thinking' | 'speaking' | 'ended';

/** Something that the page may show. */
export type TalkEvent =
  | { readonly type: 'state'; readonly state: TalkState }
  /** The words so far of the user or the agent. `final`: they do not change any more. */
  | {
      readonly type: 'caption';
      readonly role: 'user' | 'agent';
      readonly text: string;
      readonly final: boolean;
    }
  /** The user began to speak while the agent was heard. */
  | { readonly type: 'interrupted'; readonly heard: HeardSound }
  /** There is no microphone or no recognizer. `say` still works. */
  | { readonly type: 'without_ears'; readonly reason: string }
  | { readonly type: 'failed'; readonly code: string };

export interface TalkOptions extends Partial<TurnOptions> {
  /** The `stream_url` and the `session_token` of the chat. */
  readonly stream_url: string;
  readonly session_token: string;
  readonly onEvent: (event: TalkEvent) => void;
  /** False: nothing asks for a microphone. */
  readonly microphone?: boolean;
  readonly gate?: Partial<GateOptions>;
  /** The address of `workletCode` on the page’s server, if its policy allows no `blob:`. */
  readonly workletUrl?: string;
}

export interface Talk {
  /** Says something for the user, and interrupts the agent. */
  readonly say: (text: string) => void;
  readonly setMuted: (muted: boolean) => void;
  /** Closes microphone, loudspeaker and connections. The chat stays open. */
  readonly close: () => void;
}

/** The samples a second for a recognizer that names no rate. */
const defaultRate = 16_000;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Lets the user talk with the agent of a chat. Call it in a click: browsers play no sound before one. */
export const startTalk = async (options: TalkOptions): Promise<Talk> => {
  const { stream_url, session_token, onEvent, gate: gateOptions, workletUrl } = options;
  const turns = { silenceMs: 600, longSilenceMs: 1200, ...options };
  const authorization = { authorization: `Bearer ${session_token}` };
  const context = new AudioContext();
  const gate = newGate(defaultRate, gateOptions);
  const words = newWords();
  let state: TalkState | undefined;
  let answering: AbortController | undefined;
  let heard: HeardSound | undefined;
  let microphone: Microphone | undefined;
  let ears: ReturnType<typeof openEars> | undefined;

  const enter = (next: TalkState): void => {
    if (state === next || state === 'ended') return;
    state = next;
    onEvent({ type: 'state', state });
  };
  const player = newPlayer(context, () => {
    if (!answering) enter('listening');
  });

  const ask = async (text: string): Promise<void> => {
    const controller = new AbortController();
    const interrupted = heard;
    heard = undefined;
    answering?.abort();
    answering = controller;
    enter('thinking');
    let said = '';
    try {
      const response = await fetch(stream_url, {
        method: 'POST',
        headers: {
          ...authorization,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify({
          text: text.slice(0, 2000),
          speak: true,
          when_busy: 'interrupt',
          ...(interrupted && { heard: interrupted }),
        }),
        signal: controller.signal,
      });
      for await (const { name, data } of eventsOf(response)) {
        if (controller.signal.aborted) return;
        if (name === 'delta') {
          said += String(data.text);
          onEvent({ type: 'caption', role: 'agent', text: said, final: false });
        } else if (name === 'audio') {
          enter('speaking');
          player.add(data as unknown as SpokenSentence);
        } else if (name === 'done') {
          onEvent({ type: 'caption', role: 'agent', text: String(data.message ?? ''), final: true });
          if (data.ended) enter('ended');
        } else if (name === 'error') onEvent({ type: 'failed', code: String(data.code) });
      }
    } catch (error) {
      if (!controller.signal.aborted) onEvent({ type: 'failed', code: reasonOf(error) });
    }
    if (answering !== controller) return;
    answering = undefined;
    if (!player.isPlaying()) enter('listening');
  };

  const interrupt = (): void => {
    const stopped = player.stop();
    if (!stopped) return;
    heard = stopped;
    answering?.abort();
    answering = undefined;
    onEvent({ type: 'interrupted', heard: stopped });
    enter('listening');
  };

  const say = (text: string): void => {
    interrupt();
    onEvent({ type: 'caption', role: 'user', text, final: true });
    void ask(text);
  };

  const hear = (samples: Int16Array): void => {
    ears?.send(samples);
    const now = gate.add(samples);
    if (now.isVoice) interrupt();
    const text = words.text();
    if (!isTurnOver(text, now, turns)) return;
    words.clear();
    gate.reset();
    say(text);
  };

  const address = async (): Promise<EarsAddress> => {
    const response = await fetch(stream_url.replace(/messages$/, 'ears'), {
      method: 'POST',
      headers: authorization,
    });
    if (!response.ok) throw new Error(((await response.json()) as { readonly code: string }).code);
    return (await response.json()) as EarsAddress;
  };

  const listen = async (): Promise<void> => {
    // Minutes of recognition are reserved with an address, so none is asked for in vain.
    if (await isDenied()) throw new Error('The microphone is not allowed');
    const first = await address();
    if (first.kind === 'none') throw new Error('There is no recognizer');
    let next: EarsAddress | undefined = first;
    microphone = await openMicrophone({
      context,
      sampleRate: first.sample_rate ?? defaultRate,
      workletUrl,
      onSamples: hear,
      onEnded: () => onEvent({ type: 'without_ears', reason: 'The microphone was taken away' }),
    });
    ears = openEars({
      address: async () => {
        const found = next ?? (await address());
        next = undefined;
        return found;
      },
      onWords: (recognized) => {
        words.add(recognized);
        onEvent({ type: 'caption', role: 'user', text: words.text(), final: false });
      },
      onLost: (reason) => onEvent({ type: 'without_ears', reason }),
    });
  };

  void context.resume();
  if (options.microphone !== false) {
    await listen().catch((error: unknown) => onEvent({ type: 'without_ears', reason: reasonOf(error) }));
  }
  enter('listening');
  return {
    say,
    setMuted: (muted) => microphone?.setMuted(muted),
    close: () => {
      answering?.abort();
      player.stop();
      ears?.close();
      microphone?.close();
      void context.close();
      enter('ended');
    },
  };
};
