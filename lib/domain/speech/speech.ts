import { createHash } from 'node:crypto';
import type { Agent } from '#lib/contract/agents.ts';
import type { SpeechFormat, SpeechProvider, SpeechType } from '#lib/contract/speech.ts';

/** The folder of spoken texts in the bucket. They expire after a day. */
export const speechFolder = 'speech/';

/** The fields of an agent that decide how it sounds. */
export type VoiceSettings = Pick<Agent, 'language' | 'voice_id' | 'voice'>;

/** The parameters of a voice for its provider. Equal parameters produce the same sound. */
export interface ChosenVoice {
  /** The voice's id at its provider. */
  readonly id: string;
  /** The model or engine of the voice. */
  readonly model: string;
  /** A language tag; absent if the provider does not accept one. */
  readonly language: string | null;
  readonly speed: number;
}

/** An account or endpoint of a speech provider. Its failures are `ProviderError`s. */
export interface Speaker {
  readonly provider: SpeechProvider;
  /** Distinguishes its voices from those of other accounts with the same ids. */
  readonly account: string;
  /** The supported formats. The first one replaces any other. */
  readonly formats: readonly [SpeechFormat, ...SpeechFormat[]];
  /** The voice of an agent. */
  readonly voiceOf: (agent: VoiceSettings) => Promise<ChosenVoice>;
  readonly speak: (text: string, voice: ChosenVoice, format: SpeechFormat) => Promise<Uint8Array>;
}

/** The file of a spoken text. It is the same for the same text in the same voice. */
export interface SpeechFile {
  readonly key: string;
  /** The file name for downloads. */
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

/** The primary language of a tag: `en` for `en-GB`. */
export const primaryLanguage = (tag: string): string => tag.toLowerCase().split('-')[0] ?? tag;

/** Limits a number to a range. */
export const nearest = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);
