import type { Agent } from '#lib/contract/agents.ts';
import type { ClientSettings } from '#lib/contract/client-settings.ts';
import type { Variables } from './variables.ts';
import { fill } from './variables.ts';

/** The words of an agent in calls that it need not have itself. */
interface DefaultWords {
  readonly disclosure: string;
  readonly failure_message: string;
  /** Comes before anything is recorded. */
  readonly recording: string;
}

const english: DefaultWords = {
  disclosure: 'You are talking to an AI assistant.',
  failure_message: 'I am sorry, I cannot answer right now.',
  recording: 'This call is recorded.',
};

const byLanguage: Readonly<Record<string, DefaultWords>> = {
  en: english,
  de: {
    disclosure: 'Sie sprechen mit einem KI-Assistenten.',
    failure_message: 'Es tut mir leid, ich kann gerade nicht antworten.',
    recording: 'Dieses Gespräch wird aufgezeichnet.',
  },
  fr: {
    disclosure: 'Vous parlez à un assistant IA.',
    failure_message: 'Je suis désolé, je ne peux pas répondre pour le moment.',
    recording: 'Cet appel est enregistré.',
  },
  es: {
    disclosure: 'Está hablando con un asistente de IA.',
    failure_message: 'Lo siento, ahora mismo no puedo responder.',
    recording: 'Esta llamada se está grabando.',
  },
  it: {
    disclosure: 'Sta parlando con un assistente IA.',
    failure_message: 'Mi dispiace, al momento non posso rispondere.',
    recording: 'Questa chiamata viene registrata.',
  },
  pt: {
    disclosure: 'Está a falar com um assistente de IA.',
    failure_message: 'Lamento, neste momento não consigo responder.',
    recording: 'Esta chamada está a ser gravada.',
  },
  nl: {
    disclosure: 'U spreekt met een AI-assistent.',
    failure_message: 'Het spijt me, ik kan nu niet antwoorden.',
    recording: 'Dit gesprek wordt opgenomen.',
  },
  pl: {
    disclosure: 'Rozmawia Pan/Pani z asystentem AI.',
    failure_message: 'Przepraszam, nie mogę teraz odpowiedzieć.',
    recording: 'Ta rozmowa jest nagrywana.',
  },
};

const defaultsIn = (language: string | null): DefaultWords =>
  byLanguage[language?.split('-')[0]?.toLowerCase() ?? 'en'] ?? english;

/** The words of an agent in a call beside its answers. */
export interface CallWords {
  /** The first words, which cannot be interrupted; null: none. */
  readonly disclosure: string | null;
  /** Spoken before the recording begins; null: the call is not recorded. */
  readonly recording: string | null;
  readonly filler: string | null;
  readonly failure_message: string;
}

type SpeakingAgent = Pick<Agent, 'language' | 'disclosure' | 'filler' | 'failure_message'>;

type CallSettings = Pick<ClientSettings, 'disclosure_required' | 'record_calls' | 'recording_enabled'>;

/** Whether calls that this platform holds are recorded, by the settings that apply to an organization. */
export const recordsCalls = ({ record_calls, recording_enabled }: CallSettings): boolean =>
  record_calls === true && recording_enabled !== false;

/** The words for a call, by the settings that apply to the agent's organization. */
export const callWordsOf = (
  { language, disclosure, filler, failure_message }: SpeakingAgent,
  settings: CallSettings,
  variables: Variables,
): CallWords => {
  const defaults = defaultsIn(language);
  const own = fill(disclosure ?? defaults.disclosure, variables).trim();
  const isRequired = settings.disclosure_required === true;
  return {
    disclosure: own || (isRequired ? defaults.disclosure : null),
    recording: recordsCalls(settings) ? defaults.recording : null,
    filler,
    failure_message: fill(failure_message ?? '', variables).trim() || defaults.failure_message,
  };
};
