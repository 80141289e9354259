import type { AgentRecord } from '#lib/agents/agent-record.ts';
import type { Variables } from '#lib/domain/agents/variables.ts';
import { fill } from '#lib/domain/agents/variables.ts';
import { defaultWords, ownWords } from '#lib/domain/chats/call-words.ts';
import { inheritSettings } from '#lib/domain/organizations/hierarchy.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import type { SilenceWords } from '#lib/voice/silence.ts';

interface WordOptions {
  /** The language that the agent has changed to; absent: its own. */
  readonly speaks?: string | undefined;
  /** The words for a failure of an agent that has none. */
  readonly failure: 'failure' | 'try_again';
}

/** The words of an agent for moments without an answer. */
export const agentWords = (
  agent: AgentRecord,
  { members }: Pick<Lineage, 'members'>,
  variables: Variables,
  { speaks, failure }: WordOptions,
): SilenceWords => {
  const usual = defaultWords(speaks ?? agent.language);
  const { disclosure, filler, failure_message } = ownWords(agent, speaks);
  const { disclosure_required } = inheritSettings(members.map(({ settings }) => settings));
  const says = fill(disclosure ?? usual.disclosure, variables).trim();
  return {
    disclosure: (says === '' && disclosure_required ? usual.disclosure : says) || null,
    filler: filler || null,
    working: (filler ?? usual.filler) || null,
    failure_message: failure_message === null ? usual[failure] : fill(failure_message, variables),
  };
};

/** Whether words, or a sentence, were written for all users of an agent: none are of a user or a model. */
export const isWritten = (
  { language, disclosure, filler, failure_message, limit_message, handover }: AgentRecord,
  words: string,
): boolean =>
  [
    ...[disclosure, filler, failure_message, limit_message, handover?.unanswered_message],
    ...Object.values(defaultWords(language)),
  ].some((own) => own?.includes(words));
