import type { SpeechType } from '#lib/contract/speech.ts';
import type { ConverseEvent } from '#lib/model/converse.ts';
import { newSentences } from '#lib/voice/sentences.ts';
import type { AnswerVoice, SpokenSentence } from './answer-voice.ts';
import { allCounted } from './spending.ts';

/** A sentence of the answer, spoken. */
export interface AudioEvent {
  readonly type: 'audio';
  readonly turn: number;
  readonly sentence: number;
  readonly characters: number;
  readonly content_type: SpeechType;
  /** As Base64; null: the sentence could not be spoken. */
  readonly data: string | null;
}

/** Providers limit the requests of an account, and order needs no more. */
const atOnce = 2;

interface Speech {
  readonly voice: AnswerVoice;
  readonly turn: number;
  /**
   * Notes which words are sent as audio. Throws if another request has overtaken the answer: then nothing
   * more of it is heard.
   */
  readonly note: (text: string, sent: number) => Promise<void>;
}

const silent: SpokenSentence = { content_type: 'audio/mpeg', audio: null };

/** A sentence with its place in the answer. */
interface Piece extends SpokenSentence {
  readonly characters: number;
}

/**
 * Speaks an answer while it is made: the same events, with the audio of each sentence as soon as it is there.
 * An answer that was overtaken is heard no further, and fails once its model has ended.
 */
export async function* spokenAnswer<A>(
  answering: AsyncGenerator<ConverseEvent, A>,
  { voice, turn, note }: Speech,
): AsyncGenerator<ConverseEvent | AudioEvent, A> {
  const sentences = newSentences();
  const pieces: Promise<Piece>[] = [];
  let text = '';
  let begun = 0;
  let sent = 0;
  let overtaken: { readonly error: unknown } | undefined;

  const begin = (sentence: string) => {
    begun += sentence.length;
    const characters = begun;
    const before = pieces[pieces.length - atOnce] ?? Promise.resolve();
    pieces.push(
      before.then(async () => ({ ...(overtaken ? silent : await voice.speak(sentence)), characters })),
    );
  };
  async function* hear({ characters, content_type, audio }: Piece): AsyncGenerator<AudioEvent, void> {
    const sentence = sent;
    sent += 1;
    try {
      if (audio && !overtaken) await note(text, characters);
    } catch (error) {
      overtaken = { error };
    }
    const data = audio && Buffer.from(audio).toString('base64');
    if (!overtaken) yield { type: 'audio', turn, sentence, characters, content_type, data };
  }

  let coming = answering.next();
  try {
    for (;;) {
      const spoken = pieces[sent];
      const first = await Promise.race([
        coming.then((next) => ({ next })),
        ...(spoken ? [spoken.then((piece) => ({ piece }))] : []),
      ]);
      if ('piece' in first) {
        yield* hear(first.piece);
        continue;
      }
      const { next } = first;
      if (next.done) {
        sentences.end().forEach(begin);
        for (let piece = pieces[sent]; piece; piece = pieces[sent]) yield* hear(await piece);
        if (overtaken) throw overtaken.error;
        return next.value;
      }
      if (next.value.type === 'delta') {
        text += next.value.text;
        sentences.add(next.value.text).forEach(begin);
      }
      yield next.value;
      coming = answering.next();
    }
  } finally {
    await allCounted([voice.end()]);
  }
}
