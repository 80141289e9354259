import { EventStreamCodec } from '@smithy/core/event-streams';
import { fromUtf8, toUtf8 } from '@smithy/core/serde';
import { wavOf } from '#lib/speech/wav.ts';

/* The voice that a browser hears, and a recognizer's answers in the encoding of AWS's own client. */

export const codec = new EventStreamCodec(toUtf8, fromUtf8);

/** Silence with something like a voice from its third second on, for one and a half. */
export const microphone = (): Buffer => {
  const rate = 16_000;
  const voice = (at: number) => {
    const seconds = at / rate - 2;
    if (seconds < 0 || seconds > 1.5) return 0;
    const syllables = 0.55 + 0.45 * Math.sin(2 * Math.PI * 4 * seconds);
    const tone = [1, 2, 3, 4, 5].reduce((sum, n) => sum + Math.sin(2 * Math.PI * 140 * n * seconds) / n, 0);
    return Math.round(9000 * syllables * tone);
  };
  const samples = Int16Array.from({ length: rate * 6 }, (_, at) =>
    Math.max(-32_767, Math.min(32_767, voice(at))),
  );
  return wavOf(new Uint8Array(samples.buffer), rate);
};

/**
 * The script of a page whose microphone, `opened`, hears something like a voice when the test calls `speak`,
 * and else nothing.
 */
export const spokenInto = `
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext();
    const destination = context.createMediaStreamDestination();
    window.speak = (seconds = 1.5) => {
      const voice = context.createOscillator();
      voice.connect(destination);
      voice.start();
      voice.stop(context.currentTime + seconds);
    };
    return (window.opened = destination.stream);
  };
`;

/** The message that has words of an utterance. */
export const transcript = (text: string, partial: boolean, id = 'one'): ArrayBuffer => {
  const message = codec.encode({
    headers: {
      ':message-type': { type: 'string', value: 'event' },
      ':event-type': { type: 'string', value: 'TranscriptEvent' },
      ':content-type': { type: 'string', value: 'application/json' },
    },
    body: fromUtf8(
      JSON.stringify({
        Transcript: { Results: [{ ResultId: id, IsPartial: partial, Alternatives: [{ Transcript: text }] }] },
      }),
    ),
  });
  return new Uint8Array(message).buffer;
};

/** The message with which Amazon Transcribe ends a stream. */
export const exception = (type: string, text: string): Uint8Array =>
  codec.encode({
    headers: {
      ':message-type': { type: 'string', value: 'exception' },
      ':exception-type': { type: 'string', value: type },
      ':content-type': { type: 'string', value: 'application/json' },
    },
    body: fromUtf8(JSON.stringify({ Message: text })),
  });

const audioHeaders = {
  ':message-type': 'event',
  ':event-type': 'AudioEvent',
  ':content-type': 'application/octet-stream',
};

/**
 * The samples in a message with audio, of which none may have more than a second. Throws in the words of
 * Amazon Transcribe for what it refuses.
 */
export const samplesIn = (message: Uint8Array, sampleRate: number): Int16Array => {
  const unexpected = new Error('Unexpected WebSocket frame received.');
  let decoded: ReturnType<typeof codec.decode>;
  try {
    decoded = codec.decode(message);
  } catch {
    throw unexpected;
  }
  const { headers, body } = decoded;
  const isAudio = Object.entries(audioHeaders).every(([name, value]) => headers[name]?.value === value);
  if (!isAudio || body.length % 2 > 0) throw unexpected;
  const samples = new Int16Array(Uint8Array.from(body).buffer);
  if (samples.length <= sampleRate) return samples;
  throw new Error('Your stream is too big. Reduce the frame size and try your request again.');
};

interface HeardWords {
  readonly id: string;
  readonly text: string;
  readonly partial: boolean;
}

/** Hears how loud it is, and understands planned words in each utterance. */
export const newHearing = (utterances: readonly string[]) => {
  let utterance = -1;
  let quiet = Number.POSITIVE_INFINITY;
  return (samples: Int16Array): HeardWords | undefined => {
    const sum = samples.reduce((all, one) => all + one ** 2, 0);
    const isLoud = Math.sqrt(sum / Math.max(1, samples.length)) > 600;
    // A turn ends after more silence than this.
    const begins = isLoud && quiet > 25;
    if (begins) utterance += 1;
    const resumes = isLoud && quiet > 0;
    quiet = isLoud ? 0 : quiet + 1;
    const said = utterances[utterance];
    if (!said) return undefined;
    const id = `u${utterance}`;
    if (resumes) return { id, text: said.slice(0, 8), partial: true };
    return quiet === 10 ? { id, text: said, partial: false } : undefined;
  };
};

/** A recognizer with the protocol of Amazon Transcribe. */
export const newRecognizer = (utterances: readonly string[], sampleRate = 16_000) => {
  const understand = newHearing(utterances);
  return {
    /** The messages that answer a message with audio. */
    hear: (message: Uint8Array): Buffer[] => {
      const words = understand(samplesIn(message, sampleRate));
      return words ? [Buffer.from(transcript(words.text, words.partial, words.id))] : [];
    },
  };
};
