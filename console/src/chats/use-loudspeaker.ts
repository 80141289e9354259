import { useEffect, useRef, useState } from 'react';
import type { HeardSound, SpokenSentence } from 'voice-agent-platform-voice';

/** Plays the answers to messages, and knows how much of the last one was heard. */
export interface Loudspeaker {
  readonly heard: HeardSound | undefined;
  readonly play: (sentence: SpokenSentence) => void;
}

interface Open {
  readonly context: AudioContext;
  readonly player: ReturnType<typeof import('voice-agent-platform-voice').newPlayer>;
}

/** Plays answers of an agent, once it is switched on. */
export const useLoudspeaker = () => {
  const open = useRef<Open>(undefined);
  const [isOn, setOn] = useState(false);
  const switchOff = () => {
    open.current?.player.stop();
    void open.current?.context.close();
    open.current = undefined;
    setOn(false);
  };
  useEffect(
    () => () => {
      void open.current?.context.close();
    },
    [],
  );
  return {
    isOn,
    toggle: async (): Promise<void> => {
      if (open.current) return switchOff();
      // In the click: browsers play nothing before one.
      const context = new AudioContext();
      const { newPlayer } = await import('voice-agent-platform-voice');
      open.current = { context, player: newPlayer(context, () => undefined) };
      setOn(true);
    },
    /** Stops what is played, for the next words of the user; undefined: it is switched off. */
    next: (): Loudspeaker | undefined => {
      const { current } = open;
      return current && { heard: current.player.stop(), play: current.player.add };
    },
  };
};
