import type { AgentRecord } from '#lib/agents/agent-record.ts';
import type { Money } from '#lib/contract/fields.ts';
import type { SpeechFormat, SpeechType } from '#lib/contract/speech.ts';
import type { Widget } from '#lib/contract/widgets.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { deployedAccount } from '#lib/deployments/account.ts';
import type { Variables } from '#lib/domain/agents/variables.ts';
import { costOf } from '#lib/domain/analysis/prices.ts';
import type { ChosenVoice, Speaker } from '#lib/domain/speech/speech.ts';
import { speechFileOf } from '#lib/domain/speech/speech.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { chooseSpeaker, speakingProviders } from '#lib/speech/choose.ts';
import { keptSpeech } from '#lib/speech/kept-speech.ts';
import { speechSettings } from '#lib/speech/settings.ts';
import { speechReservation } from '#lib/store/limits/spoken-characters.ts';
import type { SilenceWords } from '#lib/voice/silence.ts';
import { agentWords, isWritten } from './agent-words.ts';
import type { ChatCosts } from './spending.ts';
import { canTalk } from './visitors-talk.ts';

/** The time that a sentence may take. Later, nobody waits for its sound any more. */
const sentenceMs = 8000;

/** The time that remains for words of the agent’s owner once an answer is out of time. */
const lastWordsMs = 1500;

/** After so many sentences without audio in a row, the rest of the answer is not tried. */
const maxFailures = 2;

/** Speaks the sentences of one answer, and words of the agent’s owner before and between them. */
export interface AnswerVoice {
  /** The words of the agent for moments without an answer. */
  readonly words: SilenceWords;
  /**
   * The audio of a sentence, which is of the answer, of a turn of the agent’s owner beside it, or of words of
   * the owner for a moment; null: there is none.
   */
  readonly speak: (sentence: string, of: 'answer' | 'turn' | 'moment') => Promise<SpokenSentence>;
  /** Speaks no further sentence, and gives back what was reserved and not spoken. */
  readonly end: () => Promise<void>;
}

/** Begins to speak an answer in a chat of the organization, perhaps to a visitor of a widget. */
export type NewAnswerVoice = (
  agent: AgentRecord,
  lineage: Lineage,
  chat: { readonly conversation: Pick<ConversationRecord, 'id'>; readonly widget?: Widget | undefined },
  deadline: number,
  spoke: ChatCosts['spoke'],
  variables: Variables,
) => AnswerVoice;

export interface SpokenSentence {
  readonly content_type: SpeechType;
  readonly audio: Uint8Array | null;
}

/** The voice for an answer; undefined: the visitor who has sent the message is spoken to by nobody. */
export type FindAnswerVoice = (
  chat: { readonly widget?: Widget | undefined },
  agent: AgentRecord,
) => Promise<NewAnswerVoice | undefined>;

const contentTypes = { mp3: 'audio/mpeg', wav: 'audio/wav' } as const;

interface ChosenSpeaker {
  readonly speaker: Speaker;
  readonly voice: ChosenVoice;
}

/** The account is the agent's own, because the user of a chat may reach no integration. */
const voiceOf = async (agent: AgentRecord): Promise<ChosenSpeaker> => {
  const owner = { client_id: agent.path[0] ?? agent.client_id };
  const speaker = chooseSpeaker(agent, await deployedAccount(owner, agent, speakingProviders));
  return { speaker, voice: await speaker.voiceOf(agent) };
};

/** Accounts of customers are billed to them, so only the operator's own service has a limit and a cost. */
const isOperators = ({ provider }: Speaker): boolean => provider === speechSettings()?.provider;

const priceOf = (speaker: Speaker, characters: number): Money | null => {
  const { price } = speechSettings() ?? {};
  if (!price || !isOperators(speaker)) return null;
  const { amount, currency } = price;
  return costOf({ input: amount, output: 0, currency }, { input: characters, output: 0 });
};

const hasWords = (sentence: string): boolean => /[\p{L}\p{N}]/u.test(sentence);

/** Fails after a time, which ends at the deadline of the answer. */
const within = async <T>(deadline: number, coming: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const ms = Math.max(0, Math.min(sentenceMs, deadline - Date.now()));
  const timer = setTimeout(() => late.reject(new Error('The sentence took too long')), ms);
  try {
    return await Promise.race([coming, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

const limitOf = ({ id, limits }: Widget) => ({ client_id: id, limit: limits.spoken_characters_per_day });

/**
 * The voice of an agent for one answer. Nothing that fails here breaks off the answer, whose words are
 * written anyway.
 */
const answerVoice: NewAnswerVoice = (agent, lineage, chat, deadline, spoke, variables) => {
  const chosen = voiceOf(agent);
  chosen.catch(() => {});
  const reservation = speechReservation(lineage, chat.conversation, chat.widget && limitOf(chat.widget));
  let characters = 0;
  let failures = 0;
  let ended = false;

  /** Asks for a sentence, whose characters count from now on, however late it comes. */
  const ask = async (sentence: string, { speaker, voice }: ChosenSpeaker, format: SpeechFormat) => {
    if (ended) throw new Error('The answer is over');
    const counted = isOperators(speaker) ? sentence.length : 0;
    characters += counted;
    let takeBack = () => {};
    try {
      await reservation.reserve(characters);
      takeBack = spoke({ characters: sentence.length, cost: priceOf(speaker, sentence.length) });
      return await speaker.speak(sentence, voice, format);
    } catch (error) {
      characters -= counted;
      takeBack();
      throw error;
    }
  };

  return {
    words: agentWords(agent, lineage, variables, { failure: 'try_again' }),
    end: () => {
      ended = true;
      return reservation.settle(characters);
    },
    speak: async (sentence, of) => {
      let content_type: SpeechType = 'audio/mpeg';
      if (ended || failures >= maxFailures || !hasWords(sentence)) return { content_type, audio: null };
      const words = sentence.trim();
      const isForMoment = of === 'moment';
      const isKept = of !== 'answer' && isWritten(agent, words);
      const latest = isForMoment ? Math.max(deadline, Date.now() + lastWordsMs) : deadline;
      try {
        const known = await within(latest, chosen);
        const { formats } = known.speaker;
        const format = formats.includes('mp3') ? 'mp3' : formats[0];
        content_type = contentTypes[format];
        const asked = () => ask(words, known, format);
        const file = speechFileOf(agent.id, known.speaker, known.voice, { text: words, format });
        const audio = await within(latest, isKept ? keptSpeech(file, asked) : asked());
        failures = 0;
        return { content_type, audio };
      } catch (error) {
        // Without its owner's words, the answer may still be heard.
        if (!isForMoment) failures += 1;
        console.warn({ message: 'A sentence has no audio', error: (error as Error).message });
        return { content_type, audio: null };
      }
    },
  };
};

/** The voice of an agent. Visitors of a widget hear it where they can talk. */
export const findAnswerVoice: FindAnswerVoice = async ({ widget }, agent) =>
  !widget || (await canTalk(widget, agent)) ? answerVoice : undefined;
