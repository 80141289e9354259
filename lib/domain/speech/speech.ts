import { createHash } from 'node:crypto';
import type { Agent } from '#lib/contract/agents.ts';
import type { SpeechFormat, SpeechProvider, SpeechType } from '#lib/contract/speech.ts';

/** Where spoken texts are in the bucket; they expire after a day. */
export const speechFolder = 'speech/';

/** The fields of an agent that decide how it sounds. */
export type Sounding = Pick<Agent, 'language' | 'voice_id' | 'voice'>;

/** A voice as its provider is asked for it. Two that are equal sound the same. */
export interface ChosenVoice {
  /** The voice's id at its provider. */
  readonly id: string;
  /** The model, engine or the like that speaks with it. */
  readonly model: string;
  /** A language tag; absent if the provider does not accept one. */
  readonly language: string | null;
  readonly speed: number;
}

/** An account at a provider, or an endpoint, that speaks. Its failures are `ProviderError`s. */
export interface Speaker {
  readonly provider: SpeechProvider;
  /** What distinguishes its voices from another speaker's of the same ids. */
  readonly account: string;
  /** The formats that it can return; the first one replaces any other. */
  readonly formats: readonly [SpeechFormat, ...SpeechFormat[]];
  /** The voice of an agent. */
  readonly voiceOf: (agent: Sounding) => Promise<ChosenVoice>;
  readonly speak: (text: string, voice: ChosenVoice, format: SpeechFormat) => Promise<Uint8Array>;
}

/** The file of a spoken text. The same text in the same voice has the same one. */
export interface SpeechFile {
  readonly key: string;
  /** What the file is called when it is saved. */
  readonly name: string;
  readonly format: SpeechFormat;
  readonly content_type: SpeechType;
}

const contentTypes: Readonly<Record<SpeechFormat, SpeechType>> = { mp3: 'audio/mpeg', wav: 'audio/wav' };

export const speechFileOf = (
  agentId: string,
  { provider, account, formats }: Speaker,
  { id, model, language, speed }: ChosenVoice,
  { text, format: asked }: { readonly text: string; readonly format: SpeechFormat },
): SpeechFile => {
  const format = formats.includes(asked) ? asked : formats[0];
  const said = JSON.stringify([provider, account, id, model, language, speed, text]);
  const name = `${createHash('sha256').update(said).digest('hex').slice(0, 32)}.${format}`;
  return { key: `${speechFolder}${agentId}/${name}`, name, format, content_type: contentTypes[format] };
};

/** The language of a tag such as `en-GB`: its first part. */
export const primaryLanguage = (tag: string): string => tag.toLowerCase().split('-')[0] ?? tag;

/** The nearest number of a range. */
export const nearest = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);
