import { useEffect, useRef, useState } from 'react';
import type { HeardSound, PlayedSentence, SpokenSentence } from 'voice-agent-platform-voice';

/** Plays the answers to messages, and knows how much of the last one was heard. */
export interface Loudspeaker {
  readonly heard: HeardSound | undefined;
  readonly play: (sentence: SpokenSentence) => void;
}

interface Open {
  readonly context: AudioContext;
  readonly player: Promise<ReturnType<typeof import('./voice-parts.ts').newPlayer>>;
}

interface Events {
  /** A sentence begins, or will after those before it. */
  readonly onPlay: (sentence: PlayedSentence, context: AudioContext) => void;
}

/** Plays answers of an agent, once it is switched on. */
export const useLoudspeaker = (events: Events) => {
  const open = useRef<Open>(undefined);
  const ready = useRef<Awaited<Open['player']>>(undefined);
  const heard = useRef<HeardSound>(undefined);
  const tell = useRef(events);
  const [isOn, setOn] = useState(false);
  const [turn, setTurn] = useState<number>();
  useEffect(() => {
    tell.current = events;
  });
  const stop = (): HeardSound | undefined => {
    const stopped = ready.current?.stop();
    heard.current = stopped ?? heard.current;
    setTurn(undefined);
    return stopped;
  };
  const switchOff = () => {
    stop();
    void open.current?.context.close();
    open.current = undefined;
    ready.current = undefined;
    setOn(false);
  };
  useEffect(
    () => () => {
      void open.current?.context.close();
    },
    [],
  );
  /** Call it in a click: browsers play nothing before one. */
  const switchOn = async (): Promise<AudioContext> => {
    if (!open.current) {
      const context = new AudioContext();
      const player = import('./voice-parts.ts').then(({ newPlayer }) =>
        newPlayer(
          context,
          () => setTurn(undefined),
          (sentence) => {
            setTurn(sentence.turn);
            tell.current.onPlay(sentence, context);
          },
        ),
      );
      open.current = { context, player };
      setOn(true);
    }
    const { context, player } = open.current;
    void context.resume();
    ready.current = await player;
    return context;
  };
  return {
    isOn,
    /** The turn that is heard; undefined: nothing is. */
    turn,
    switchOn,
    switchOff,
    isPlaying: (): boolean => ready.current?.isPlaying() ?? false,
    /** Stops what is played, and returns what was heard of it. */
    stop,
    /** The part of the turn that was played so far. */
    progress: (): HeardSound | undefined => ready.current?.progress(),
    play: (sentence: SpokenSentence): void => ready.current?.add(sentence),
    /** Stops what is played, for the next words of the user; undefined: it is switched off. */
    next: (): Loudspeaker | undefined => {
      const { current } = ready;
      if (!current) return undefined;
      stop();
      const before = heard.current;
      heard.current = undefined;
      return { heard: before, play: current.add };
    },
  };
};
