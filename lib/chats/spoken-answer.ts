import type { SpeechType } from '#lib/contract/speech.ts';
import type { Turn } from '#lib/contract/transcripts.ts';
import type { ConverseEvent } from '#lib/model/converse.ts';
import { playsAtLeastMs } from '#lib/voice/heard.ts';
import { newSentences, sentencesIn } from '#lib/voice/sentences.ts';
import type { EndOfSilence } from '#lib/voice/silence.ts';
import { never, newSilence } from '#lib/voice/silence.ts';
import { after } from './after.ts';
import type { AnswerVoice, SpokenSentence } from './answer-voice.ts';
import { allCounted } from './spending.ts';

/** Words that are heard: a sentence of the answer, or words of the agent’s owner, which are no part of it. */
export interface AudioEvent {
  readonly type: 'audio';
  readonly turn: number;
  readonly sentence: number;
  readonly characters: number;
  readonly interruptible: boolean;
  readonly content_type: SpeechType;
  /** As Base64; null: the sentence could not be spoken. */
  readonly data: string | null;
}

/** Providers limit the requests of an account, and order needs no more. */
const atOnce = 2;

/**
 * Words of the answer, in place of words (before the first one, while none come, or because none do), or of
 * turns before and after the answer.
 */
type SpokenPart = 'answer' | 'disclosure' | 'filler' | 'failure' | 'turn';

/** Words that are about to be sent as audio. */
export interface SentWords {
  readonly part: SpokenPart;
  /** All words of the answer so far. */
  readonly text: string;
  /** The part of them that was sent as audio then, in UTF-16 units. */
  readonly sent: number;
  /** The earliest time at which they can be heard. */
  readonly heard_from: number;
  /** The earliest time at which the disclosure has been heard that was sent before; undefined: none was. */
  readonly disclosed_at: number | undefined;
}

/** A turn that is spoken whole. */
type OwnTurn = Pick<Turn, 'text'>;

interface Speech<A> {
  readonly voice: AnswerVoice;
  readonly turn: number;
  /** The earliest time at which the user knows that an AI speaks; undefined: it was not said. */
  readonly disclosed_at: number | undefined;
  /** The turns of words of the agent’s owner before the answer. */
  readonly before: readonly OwnTurn[];
  /** Those after an answer. */
  readonly after: (answer: A) => readonly OwnTurn[];
  /**
   * Notes what is sent as audio. Throws if another request has overtaken the answer: then nothing more of it
   * is heard.
   */
  readonly note: (words: SentWords) => Promise<void>;
  /** Gives up a model that says nothing, so that the answer fails. */
  readonly giveUp: () => void;
}

const silent: SpokenSentence = { content_type: 'audio/mpeg', audio: null };

/** A sentence with its place in the answer. */
interface Piece extends SpokenSentence {
  readonly part: SpokenPart;
  readonly spoken: string;
  readonly characters: number;
}

/**
 * Speaks an answer while it is made: the same events, with the audio of each sentence as soon as it is there.
 * The user hears something within the limits of silence, and why there is no answer if it fails. An answer
 * that was overtaken is heard no further, and fails once its model has ended.
 */
export async function* spokenAnswer<A>(
  answering: AsyncGenerator<ConverseEvent, A>,
  { voice, turn, disclosed_at: disclosedBefore, before, after: afterAnswer, note, giveUp }: Speech<A>,
): AsyncGenerator<ConverseEvent | AudioEvent, A> {
  const { words } = voice;
  const sentences = newSentences();
  const silence = newSilence(() => words, Date.now);
  const pieces: Promise<Piece>[] = [];
  let text = '';
  let begun = 0;
  let given = 0;
  let sent = 0;
  let isGivenUp = false;
  let disclosed_at = disclosedBefore;
  /** Words of the owner play until then, also those that an earlier answer began with. */
  let ownUntil = disclosedBefore ?? 0;
  let overtaken: { readonly error: unknown } | undefined;

  const begin = (spoken: string, part: SpokenPart) => {
    if (part === 'answer') begun += spoken.length;
    const characters = begun;
    const earlier = pieces[pieces.length - atOnce] ?? Promise.resolve();
    const of = part === 'answer' || part === 'turn' ? part : 'moment';
    const speak = async () => ({
      ...(overtaken ? silent : await voice.speak(spoken, of)),
      ...{ part, spoken, characters },
    });
    pieces.push(earlier.then(speak));
  };
  const beginAnswer = (sentence: string) => begin(sentence, 'answer');
  const beginTurn = ({ text: words }: OwnTurn) => {
    for (const sentence of sentencesIn(words)) begin(sentence, 'turn');
  };
  async function* hear({
    part,
    spoken,
    characters,
    content_type,
    audio,
  }: Piece): AsyncGenerator<AudioEvent, void> {
    given += 1;
    silence.broken();
    // Nobody misses words that are not of the answer.
    if (!audio && part !== 'answer') return;
    try {
      const heard_from = Math.max(Date.now(), ownUntil);
      if (audio && !overtaken) await note({ part, text, sent: characters, heard_from, disclosed_at });
    } catch (error) {
      overtaken = { error };
    }
    if (overtaken) return;
    if (part !== 'answer') ownUntil = Math.max(Date.now(), ownUntil) + playsAtLeastMs(spoken);
    const data = audio && Buffer.from(audio).toString('base64');
    const interruptible = part !== 'disclosure';
    yield { type: 'audio', turn, sentence: sent, characters, interruptible, content_type, data };
    sent += 1;
    if (part === 'disclosure') disclosed_at = ownUntil;
  }
  async function* hearAll(): AsyncGenerator<AudioEvent, void> {
    for (let piece = pieces[given]; piece; piece = pieces[given]) yield* hear(await piece);
  }
  /** The end of the silence; undefined: words are on their way to the user, or none will come. */
  const endOfSilence = (): EndOfSilence | undefined => {
    if (pieces[given] || overtaken || isGivenUp) return undefined;
    const end = silence.end();
    return end.at === never ? undefined : end;
  };

  try {
    let coming = answering.next();
    if (disclosedBefore === undefined && words.disclosure !== null) begin(words.disclosure, 'disclosure');
    before.forEach(beginTurn);
    for (;;) {
      const spoken = pieces[given];
      const end = endOfSilence();
      const time = end && after(Math.max(0, end.at - Date.now()));
      const first = await Promise.race([
        coming.then((next) => ({ next })),
        ...(spoken ? [spoken.then((piece) => ({ piece }))] : []),
        ...(time ? [time.passed.then(() => ({ end }))] : []),
      ]).finally(time?.callOff);
      if ('piece' in first) {
        yield* hear(first.piece);
        continue;
      }
      if ('end' in first) {
        if (first.end?.words != null) begin(first.end.words, 'filler');
        else {
          isGivenUp = true;
          giveUp();
        }
        continue;
      }
      const { next } = first;
      if (next.done) {
        sentences.end().forEach(beginAnswer);
        afterAnswer(next.value).forEach(beginTurn);
        yield* hearAll();
        if (overtaken) throw overtaken.error;
        return next.value;
      }
      const { value } = next;
      if (value.type === 'delta') {
        silence.works(false);
        silence.read();
        text += value.text;
        sentences.add(value.text).forEach(beginAnswer);
      } else if (value.type === 'tool_started') {
        silence.works(true);
        // Words before a tool do not wait for it.
        sentences.end().forEach(beginAnswer);
      } else silence.works(false);
      yield value;
      coming = answering.next();
    }
  } catch (error) {
    begin(words.failure_message, 'failure');
    yield* hearAll();
    throw overtaken ? overtaken.error : error;
  } finally {
    await answering.return(undefined as never);
    await allCounted([voice.end()]);
  }
}
