import type { AgentRecord } from '#lib/agents/agent-record.ts';
import type { BuiltinAction } from '#lib/contract/tools.ts';
import { keyParameters, keysIn } from '#lib/domain/agents/pressed-keys.ts';
import { languageIn } from '#lib/domain/agents/spoken-languages.ts';
import type { ToolOutcome } from '#lib/model/converse.ts';

const failed = (error: string): ToolOutcome => ({ content: null, error });

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value.slice(0, 1000) : null);

/** The result of an ability of the platform, which others carry out. */
export const abilityOutcome = (
  action: BuiltinAction,
  given: Readonly<Record<string, unknown>>,
  agent: Pick<AgentRecord, 'language'>,
): ToolOutcome => {
  const content = { done: true };
  switch (action.name) {
    case 'end':
      return { content, ends: true };
    case 'transfer':
      return { content, transfer: { to: action.number ?? '' } };
    case 'hand_over':
      return { content, hand_over: { reason: textIn(given.reason) } };
    case 'send_digits': {
      const keys = keysIn(given);
      const { pattern } = keyParameters.properties.digits;
      return keys === undefined
        ? failed(`No keys were pressed: digits must match ${pattern}`)
        : { content, keys };
    }
    case 'switch_language': {
      const language = languageIn(given, action, agent);
      return language === undefined
        ? failed('The language was not changed: the agent does not speak that one')
        : { content, language };
    }
  }
};
