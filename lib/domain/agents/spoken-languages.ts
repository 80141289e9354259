import type { Agent } from '#lib/contract/agents.ts';
import type { BuiltinAction, SpokenLanguage } from '#lib/contract/tools.ts';

/** The agent's own language with its voice, as far as it names one. */
const ownOf = ({ language, voice_id }: Pick<Agent, 'language' | 'voice_id'>): SpokenLanguage[] =>
  language === null ? [] : [{ language, voice_id }];

const isSwitch = ({ action }: Agent['tools'][number]): boolean =>
  action?.type === 'builtin' && action.name === 'switch_language';

/** The languages of an agent that may change it in a call, its own first; none: it has no tool for it. */
export const spokenLanguages = (
  agent: Pick<Agent, 'language' | 'voice_id' | 'tools'>,
): readonly SpokenLanguage[] => {
  if (!agent.tools.some(isSwitch)) return [];
  const others = agent.tools.flatMap(({ action }) =>
    action?.type === 'builtin' ? (action.languages ?? []) : [],
  );
  const all = [...ownOf(agent), ...others];
  return all.filter(({ language }, at) => all.findIndex((one) => one.language === language) === at);
};

/** The languages that one tool of an agent changes to. */
const choicesOf = (
  { languages }: Pick<BuiltinAction, 'languages'>,
  { language }: Pick<Agent, 'language'>,
): string[] => [
  ...new Set([...(language === null ? [] : [language]), ...(languages ?? []).map((one) => one.language)]),
];

/** The arguments of a tool that changes the language, as the language model sees them. */
export const languageParameters = (
  action: Pick<BuiltinAction, 'languages'>,
  agent: Pick<Agent, 'language'>,
) => ({
  type: 'object',
  properties: {
    language: {
      type: 'string',
      enum: choicesOf(action, agent),
      description: 'The language that is spoken from now on',
    },
  },
  required: ['language'],
});

/** The language that a language model has chosen; undefined: it is none of those that it may choose. */
export const languageIn = (
  { language }: Readonly<Record<string, unknown>>,
  action: Pick<BuiltinAction, 'languages'>,
  agent: Pick<Agent, 'language'>,
): string | undefined => choicesOf(action, agent).find((one) => one === language);

/** Carriers name the variety of Norwegian that most speak. */
const nameOf = (tag: string): string | undefined => tag.toLowerCase().split('-')[0]?.replace(/^no$/, 'nb');

/** Whether two tags name the same language, whatever their regions. */
export const isSameLanguage = (one: string, other: string): boolean => nameOf(one) === nameOf(other);
