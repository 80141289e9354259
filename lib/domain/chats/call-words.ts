import type { Agent } from '#lib/contract/agents.ts';
import { isSameLanguage } from '#lib/domain/agents/spoken-languages.ts';

/** The words of an agent that has none of its own for a moment of a call, or of a chat that is spoken. */
interface DefaultWords {
  /** The language of the words, with a region in which each carrier has a voice for it. */
  readonly language: string;
  readonly disclosure: string;
  /** Comes while a tool works. */
  readonly filler: string;
  readonly failure: string;
  /** Said in place of `failure` in a page, where the talk goes on. */
  readonly try_again: string;
  readonly busy: string;
  /** Said when nobody has answered at the number to which a call was transferred. */
  readonly unanswered: string;
  /** Comes before a recording begins. */
  readonly recording: string;
}

const english: DefaultWords = {
  language: 'en-US',
  disclosure: 'You are speaking with an AI assistant.',
  filler: 'One moment, please.',
  failure: 'I am sorry, something went wrong. Please call again later.',
  try_again: 'I am sorry, something went wrong. Please try again.',
  busy: 'All lines are busy. Please call again later.',
  unanswered: 'Nobody is answering at the moment. Please call again later.',
  recording: 'This call is recorded.',
};

/** By the first part of a BCP 47 tag. */
const byLanguage: Readonly<Record<string, DefaultWords>> = {
  en: english,
  de: {
    language: 'de-DE',
    disclosure: 'Sie sprechen mit einem KI-Assistenten.',
    filler: 'Einen Moment, bitte.',
    failure: 'Entschuldigung, da ist etwas schiefgegangen. Bitte rufen Sie später noch einmal an.',
    try_again: 'Entschuldigung, da ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal.',
    busy: 'Alle Leitungen sind belegt. Bitte rufen Sie später noch einmal an.',
    unanswered: 'Im Moment ist niemand erreichbar. Bitte rufen Sie später noch einmal an.',
    recording: 'Dieses Gespräch wird aufgezeichnet.',
  },
  fr: {
    language: 'fr-FR',
    disclosure: 'Vous parlez avec un assistant d’intelligence artificielle.',
    filler: 'Un instant, s’il vous plaît.',
    failure: 'Désolé, une erreur s’est produite. Veuillez rappeler plus tard.',
    try_again: 'Désolé, une erreur s’est produite. Veuillez réessayer.',
    busy: 'Toutes les lignes sont occupées. Veuillez rappeler plus tard.',
    unanswered: 'Personne ne répond pour le moment. Veuillez rappeler plus tard.',
    recording: 'Cet appel est enregistré.',
  },
  es: {
    language: 'es-ES',
    disclosure: 'Está hablando con un asistente de inteligencia artificial.',
    filler: 'Un momento, por favor.',
    failure: 'Lo siento, algo ha salido mal. Por favor, llame más tarde.',
    try_again: 'Lo siento, algo ha salido mal. Por favor, inténtelo de nuevo.',
    busy: 'Todas las líneas están ocupadas. Por favor, llame más tarde.',
    unanswered: 'En este momento no contesta nadie. Por favor, llame más tarde.',
    recording: 'Esta llamada se está grabando.',
  },
  it: {
    language: 'it-IT',
    disclosure: 'Sta parlando con un assistente di intelligenza artificiale.',
    filler: 'Un attimo, per favore.',
    failure: 'Mi dispiace, qualcosa è andato storto. Richiami più tardi.',
    try_again: 'Mi dispiace, qualcosa è andato storto. Riprovi, per favore.',
    busy: 'Tutte le linee sono occupate. Richiami più tardi.',
    unanswered: 'Al momento non risponde nessuno. Richiami più tardi.',
    recording: 'Questa chiamata viene registrata.',
  },
  nl: {
    language: 'nl-NL',
    disclosure: 'U spreekt met een AI-assistent.',
    filler: 'Een ogenblik, alstublieft.',
    failure: 'Sorry, er ging iets mis. Belt u later nog eens.',
    try_again: 'Sorry, er ging iets mis. Probeert u het nog eens.',
    busy: 'Alle lijnen zijn bezet. Belt u later nog eens.',
    unanswered: 'Er neemt op dit moment niemand op. Belt u later nog eens.',
    recording: 'Dit gesprek wordt opgenomen.',
  },
  pt: {
    language: 'pt-PT',
    disclosure: 'Está a falar com um assistente de IA.',
    filler: 'Um momento, por favor.',
    failure: 'Lamento, algo correu mal. Por favor, ligue mais tarde.',
    try_again: 'Lamento, algo correu mal. Por favor, tente novamente.',
    busy: 'Todas as linhas estão ocupadas. Por favor, ligue mais tarde.',
    unanswered: 'De momento, ninguém atende. Por favor, ligue mais tarde.',
    recording: 'Esta chamada está a ser gravada.',
  },
  pl: {
    language: 'pl-PL',
    disclosure: 'Rozmawia Pan/Pani z asystentem AI.',
    filler: 'Proszę chwilę zaczekać.',
    failure: 'Przepraszam, coś poszło nie tak. Proszę zadzwonić później.',
    try_again: 'Przepraszam, coś poszło nie tak. Proszę spróbować ponownie.',
    busy: 'Wszystkie linie są zajęte. Proszę zadzwonić później.',
    unanswered: 'W tej chwili nikt nie odbiera. Proszę zadzwonić później.',
    recording: 'Ta rozmowa jest nagrywana.',
  },
};

/** The words in the language of an agent, or else in English. */
export const defaultWords = (language: string | null): DefaultWords =>
  byLanguage[language?.split('-')[0]?.toLowerCase() ?? 'en'] ?? english;

type OwnWords = Pick<Agent, 'disclosure' | 'filler' | 'failure_message' | 'limit_message'>;

/**
 * The agent's own words for a moment of a call, null where the usual ones are spoken. In a language that the
 * agent has changed to, it has none: where it is silent on purpose, it stays so.
 */
export const ownWords = (
  { language, disclosure, filler, failure_message, limit_message }: OwnWords & Pick<Agent, 'language'>,
  speaks: string | undefined,
): OwnWords => {
  const isOwn = speaks === undefined || (language !== null && isSameLanguage(speaks, language));
  if (isOwn) return { disclosure, filler, failure_message, limit_message };
  const usual = defaultWords(speaks);
  return {
    disclosure: disclosure === '' ? '' : null,
    filler: filler && usual.filler,
    failure_message: null,
    limit_message: null,
  };
};
