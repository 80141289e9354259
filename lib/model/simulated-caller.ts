import type { ToolSet } from 'ai';
import { generateText, jsonSchema, tool } from 'ai';
import type { ScenarioCaller } from '#lib/contract/scenarios.ts';
import type { AttemptMessage } from '#lib/contract/test-runs.ts';
import type { Tokens } from '#lib/domain/analysis/judge.ts';
import { failureOf, isUncharged, modelFailed } from './failures.ts';
import type { ModelMeter } from './meter.ts';
import { languageModel } from './providers.ts';
import type { ModelSettings } from './settings.ts';
import { estimatedTokens, reportedTokens } from './tokens.ts';

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

const tools: ToolSet = {
  hang_up: tool({
    description: 'Ends the call',
    inputSchema: jsonSchema({ type: 'object', properties: {} }),
  }),
};

/** Room for a sentence or two, and for a model that reasons before it speaks. */
const mostTokens = 1000;

/** A model that plays callers. */
export interface CallerModel {
  readonly settings: ModelSettings;
  readonly model: string;
  readonly meter: Pick<ModelMeter, 'reserve' | 'spent'>;
  readonly signal: AbortSignal;
}

/**
 * Lets a model play the caller. Returns the next words; null: the caller hangs up. Throws the API's errors of
 * models.
 */
export const speakAsCaller = async (
  caller: ScenarioCaller,
  conversation: readonly Pick<AttemptMessage, 'role' | 'content'>[],
  { settings, model, meter, signal }: CallerModel,
): Promise<string | null> => {
  const said = conversation
    .filter(({ content }) => content !== '')
    .map(({ role, content }) => ({
      role: role === 'agent' ? ('user' as const) : ('assistant' as const),
      content,
    }));
  const opening = { role: 'user' as const, content: '(The call begins.)' };
  const instructions = instructionsOf(caller);
  const messages = said[0]?.role === 'user' ? said : [opening, ...said];
  const maxOutputTokens = Math.min(mostTokens, settings.max_tokens);
  const input = estimatedTokens(JSON.stringify([instructions, messages]).length);
  await meter.reserve(input + maxOutputTokens);
  let used: Tokens = { input, output: maxOutputTokens };
  try {
    const { text, toolCalls, usage, finishReason } = await generateText({
      model: languageModel(settings, model),
      instructions,
      messages,
      tools,
      maxOutputTokens,
      maxRetries: 0,
      abortSignal: signal,
    });
    used = reportedTokens(usage) ?? { input, output: estimatedTokens(text.length) };
    const spoken = text.trim().slice(0, 2000).toWellFormed();
    // A model that reasons may think until its tokens are used up, and has not hung up then.
    if (spoken === '' && finishReason === 'length')
      throw modelFailed('The model that plays the caller had no tokens left to speak');
    return toolCalls.length > 0 || spoken === '' ? null : spoken;
  } catch (error) {
    if (!signal.aborted && isUncharged(error)) used = { input: 0, output: 0 };
    throw failureOf(error, signal);
  } finally {
    meter.spent({ model, usage: { input_tokens: used.input, output_tokens: used.output } });
  }
};
