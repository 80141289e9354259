import type { AgentRecord } from '#lib/agents/agent-record.ts';
import type { Money } from '#lib/contract/fields.ts';
import type { SpeechType } from '#lib/contract/speech.ts';
import { deployedAccount } from '#lib/deployments/account.ts';
import { costOf } from '#lib/domain/analysis/prices.ts';
import type { ChosenVoice, Speaker } from '#lib/domain/speech/speech.ts';
import { chooseSpeaker, speakingProviders } from '#lib/speech/choose.ts';
import { speechSettings } from '#lib/speech/settings.ts';

/** The time that a sentence may take. Later, nobody waits for its sound any more. */
const sentenceMs = 8000;

/** After so many sentences without audio in a row, the rest of the answer is not tried. */
const maxFailures = 2;

/** Speaks the sentences of one answer. */
export interface AnswerVoice {
  /** The audio of a sentence; null: there is none. */
  readonly speak: (sentence: string) => Promise<SpokenSentence>;
}

/** Begins to speak an answer. `spoke` is called with the characters of each sentence that was spoken. */
export type NewAnswerVoice = (
  agent: AgentRecord,
  deadline: number,
  spoke: (characters: number, cost: Money | null) => void,
) => AnswerVoice;

export interface SpokenSentence {
  readonly content_type: SpeechType;
  readonly audio: Uint8Array | null;
}

const contentTypes = { mp3: 'audio/mpeg', wav: 'audio/wav' } as const;

/** The account is the agent's own, because the user of a chat may reach no integration. */
const voiceOf = async (agent: AgentRecord): Promise<{ speaker: Speaker; voice: ChosenVoice }> => {
  const owner = { client_id: agent.path[0] ?? agent.client_id };
  const speaker = chooseSpeaker(agent, await deployedAccount(owner, agent, speakingProviders));
  return { speaker, voice: await speaker.voiceOf(agent) };
};

/** Accounts of customers are billed to them, so only the operator's own service has a cost. */
const priceOf = ({ provider }: Speaker, characters: number): Money | null => {
  const settings = speechSettings();
  if (!settings?.price || provider !== settings.provider) return null;
  const { amount, currency } = settings.price;
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

/**
 * The voice of an agent for one answer. Nothing that fails here breaks off the answer, whose words are
 * written anyway.
 */
export const answerVoice: NewAnswerVoice = (agent, deadline, spoke) => {
  const chosen = voiceOf(agent);
  chosen.catch(() => {});
  let failures = 0;
  return {
    speak: async (sentence) => {
      let content_type: SpeechType = 'audio/mpeg';
      if (failures >= maxFailures || !hasWords(sentence)) return { content_type, audio: null };
      try {
        const { speaker, voice } = await within(deadline, chosen);
        const format = speaker.formats.includes('mp3') ? 'mp3' : speaker.formats[0];
        content_type = contentTypes[format];
        const spoken = sentence.trim();
        const speaking = speaker.speak(spoken, voice, format);
        // One that comes too late was paid as well.
        speaking.then(
          () => spoke(spoken.length, priceOf(speaker, spoken.length)),
          () => {},
        );
        const audio = await within(deadline, speaking);
        failures = 0;
        return { content_type, audio };
      } catch (error) {
        failures += 1;
        console.warn({ message: 'A sentence has no audio', error: (error as Error).message });
        return { content_type, audio: null };
      }
    },
  };
};
