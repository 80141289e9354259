import { eventsOf } from './events.ts';
import type { EarsFault } from './fault.ts';
import { EarsError } from './fault.ts';
import type { GateOptions, TurnOptions } from './gate.ts';
import type { Listener } from './listen.ts';
import { listen } from './listen.ts';
import type { HeardSound, SpokenSentence } from './player.ts';
import { newPlayer } from './player.ts';
import type { EarsAddress } from './protocols.ts';

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
  | { readonly type: 'without_ears'; readonly code: EarsFault; readonly reason: string }
  /** Somebody else answers: nobody until a person takes over, or a person, and then nothing listens. */
  | { readonly type: 'handling'; readonly handling: ChatHandler }
  | { readonly type: 'failed'; readonly code: string };

/** The one who answers in a chat. */
export type ChatHandler = 'agent' | 'waiting' | 'human';

export interface TalkOptions extends Partial<TurnOptions> {
  /** The `stream_url` and the `session_token` of the chat. */
  readonly stream_url: string;
  readonly session_token: string;
  readonly onEvent: (event: TalkEvent) => void;
  /** False: nothing asks for a microphone. */
  readonly microphone?: boolean;
  /** The language for the browser’s own recognition, such as `de-AT`, where the platform has none. */
  readonly language?: string;
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

/** The refusals after which the chat takes no message any more. */
const ofEnded: readonly unknown[] = ['conversation_ended', 'unauthenticated'];

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Lets the user talk with the agent of a chat. Call it in a click: browsers play no sound before one. */
export const startTalk = async (options: TalkOptions): Promise<Talk> => {
  const { stream_url, session_token, onEvent } = options;
  const authorization = { authorization: `Bearer ${session_token}` };
  const context = new AudioContext();
  let state: TalkState | undefined;
  let answering: AbortController | undefined;
  let heard: HeardSound | undefined;
  let listening: Listener | undefined;
  let handling: ChatHandler = 'agent';

  const enter = (next: TalkState): void => {
    if (state === next || state === 'ended') return;
    state = next;
    // Minutes of recognition are paid, and nobody answers any more.
    if (state === 'ended') listening?.close();
    onEvent({ type: 'state', state });
  };
  const fail = (code: unknown): void => {
    onEvent({ type: 'failed', code: String(code) });
    if (ofEnded.includes(code)) enter('ended');
  };
  const hand = (next: ChatHandler): void => {
    if (handling === next) return;
    handling = next;
    // A person reads, and minutes of recognition are paid.
    if (next !== 'agent') listening?.close();
    onEvent({ type: 'handling', handling });
  };
  const player = newPlayer(context, () => {
    if (!answering) enter('listening');
  });

  const ask = async (text: string): Promise<void> => {
    const controller = new AbortController();
    // Between two sentences nothing plays, and those before were heard.
    const interrupted = heard ?? (answering && player.heard());
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
          const sentence = data as unknown as SpokenSentence;
          // Words that bridge silence are no answer yet.
          if (sentence.characters > 0) enter('speaking');
          player.add(sentence);
        } else if (name === 'handover') hand(data.handling as ChatHandler);
        else if (name === 'done') {
          if (data.message !== null) {
            onEvent({ type: 'caption', role: 'agent', text: String(data.message), final: true });
          }
          hand(data.handling as ChatHandler);
          if (data.ended) enter('ended');
        } else if (name === 'error') fail(data.code);
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

  const ears = stream_url.replace(/messages$/, 'ears');
  const address = async (): Promise<EarsAddress> => {
    const response = await fetch(ears, { method: 'POST', headers: authorization });
    if (!response.ok) {
      const { code } = (await response.json()) as { readonly code: string };
      if (ofEnded.includes(code)) fail(code);
      throw new Error(code);
    }
    return (await response.json()) as EarsAddress;
  };

  const hangUp = (ended: string): void => {
    const headers = { ...authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ ended });
    fetch(ears, { method: 'POST', headers, body, keepalive: true }).catch(() => {});
  };

  const lost = (error: unknown): void => {
    const code = error instanceof EarsError ? error.code : 'unreachable';
    onEvent({ type: 'without_ears', code, reason: reasonOf(error) });
  };

  void context.resume();
  if (options.microphone !== false) {
    listening = await listen({
      ...options,
      context,
      address,
      hangUp,
      isHeard: player.isPlaying,
      onVoice: interrupt,
      onWords: (text) => onEvent({ type: 'caption', role: 'user', text, final: false }),
      onTurn: say,
      onLost: lost,
    }).catch((error: unknown) => {
      lost(error);
      return undefined;
    });
  }
  enter('listening');
  return {
    say,
    setMuted: (muted) => listening?.setMuted(muted),
    close: () => {
      enter('ended');
      answering?.abort();
      player.stop();
      void context.close();
    },
  };
};
