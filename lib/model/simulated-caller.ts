import { generateText, jsonSchema, tool } from 'ai';
import type { ScenarioCaller } from '#lib/contract/scenarios.ts';
import type { AttemptMessage } from '#lib/contract/test-runs.ts';
import { failureOf } from './failures.ts';
import { languageModel } from './providers.ts';
import type { ModelSettings } from './settings.ts';

const manners: Readonly<Record<ScenarioCaller['behavior'], string>> = {
  cooperative: 'You answer what you are asked, in one or two sentences.',
  terse: 'You answer in a few words, and volunteer nothing.',
  impatient: 'You are in a hurry, and say so if something takes long.',
  confused: 'You mix things up at first, and need to be asked again.',
  hostile: 'You are annoyed and unfriendly, but you still want to reach your goal.',
};

const instructionsOf = ({ persona, goal, facts, behavior, language }: ScenarioCaller): string =>
  [
    'You play a person who calls a company. The other side is its voice agent. You are never the agent.',
    ...(persona === null ? [] : [`You are: ${persona}`]),
    `Your goal: ${goal}`,
    `What you know: ${JSON.stringify(facts)}`,
    manners[behavior],
    'Say one message at a time, as spoken words without quotation marks. Disclose what you know step by step, only when it is needed. Never invent facts: if you are asked for something that you do not know, say that you do not know it.',
    'Call the tool "hang_up" only once your goal is reached, or the agent has clearly refused it.',
    ...(language === null ? [] : [`Speak in the language ${language}.`]),
  ].join('\n');

/** The next words of a simulated caller; null: the caller hangs up. */
export interface CallerWords {
  readonly text: string | null;
  readonly usage: { readonly input: number; readonly output: number };
}

/** Lets a model play the caller. Throws the API's errors of models. */
export const speakAsCaller = async (
  caller: ScenarioCaller,
  messages: readonly Pick<AttemptMessage, 'role' | 'content'>[],
  {
    settings,
    model,
    signal,
  }: { readonly settings: ModelSettings; readonly model: string; readonly signal: AbortSignal },
): Promise<CallerWords> => {
  const said = messages
    .filter(({ content }) => content !== '')
    .map(({ role, content }) => ({
      role: role === 'agent' ? ('user' as const) : ('assistant' as const),
      content,
    }));
  const opening = { role: 'user' as const, content: '(The call begins.)' };
  try {
    const { text, toolCalls, usage } = await generateText({
      model: languageModel(settings, model),
      system: instructionsOf(caller),
      messages: said[0]?.role === 'user' ? said : [opening, ...said],
      tools: {
        hang_up: tool({
          description: 'Ends the call',
          inputSchema: jsonSchema({ type: 'object', properties: {} }),
        }),
      },
      maxOutputTokens: Math.min(400, settings.max_tokens),
      maxRetries: 0,
      abortSignal: signal,
    });
    const spoken = text.trim().slice(0, 2000).toWellFormed();
    return {
      text: toolCalls.length > 0 || spoken === '' ? null : spoken,
      usage: { input: usage.inputTokens ?? 0, output: usage.outputTokens ?? 0 },
    };
  } catch (error) {
    throw failureOf(error, signal);
  }
};
