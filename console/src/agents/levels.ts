import type { PlayedSentence } from 'voice-agent-platform-voice';

/** A moment of a talk: its loudness from 0 to 1, and who speaks. */
export interface Level {
  readonly loudness: number;
  readonly who: 'user' | 'agent';
}

/** The time of one bar of the wave. */
export const barMs = 60;
const keptMs = 6000;

interface MicrophoneLevel {
  readonly at: number;
  readonly loudness: number;
}

interface SentenceLevels {
  readonly from: number;
  readonly loudness: readonly number[];
}

const loudnessOf = (buffer: AudioBuffer): number[] => {
  const samples = buffer.getChannelData(0);
  const size = Math.max(1, Math.round((buffer.sampleRate * barMs) / 1000));
  return Array.from({ length: Math.ceil(samples.length / size) }, (_, at) => {
    const part = samples.subarray(at * size, (at + 1) * size);
    return Math.sqrt(part.reduce((sum, sample) => sum + sample ** 2, 0) / part.length);
  });
};

/** The loudness of both sides, also of what the agent is about to say. */
export const newLevels = () => {
  let heard: MicrophoneLevel[] = [];
  let sentences: SentenceLevels[] = [];
  return {
    hear: (loudness: number): void => {
      const at = performance.now();
      heard = [...heard.filter((one) => one.at > at - keptMs), { at, loudness }];
    },
    play: ({ buffer, starts_at }: PlayedSentence, context: AudioContext): void => {
      const now = performance.now();
      const from = now + (starts_at - context.currentTime) * 1000;
      const recent = sentences.filter((one) => one.from + one.loudness.length * barMs > now - keptMs);
      sentences = [...recent, { from, loudness: loudnessOf(buffer) }];
    },
    /** Forgets what the agent has not said yet. */
    stop: (): void => {
      const now = performance.now();
      sentences = sentences.map(({ from, loudness }) => ({
        from,
        loudness: loudness.slice(0, Math.max(0, Math.floor((now - from) / barMs))),
      }));
    },
    at: (time: number): Level => {
      const agent = sentences.reduce(
        (most, { from, loudness }) => Math.max(most, loudness[Math.floor((time - from) / barMs)] ?? 0),
        0,
      );
      const user = heard.reduce(
        (most, one) => (Math.abs(one.at - time) < barMs / 2 ? Math.max(most, one.loudness) : most),
        0,
      );
      return agent > 0 ? { loudness: agent, who: 'agent' } : { loudness: user, who: 'user' };
    },
  };
};

export type Levels = ReturnType<typeof newLevels>;
