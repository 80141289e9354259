import type { ToolCall, Turn } from '#lib/contract/transcripts.ts';
import { maxHistory, newestOf } from './session.ts';
import type { PastCall } from './tool-results.ts';
import { outcomeOf } from './tool-results.ts';

/**
 * A message as the model receives it, with the calls of the agent that led to it. An agent that has only
 * called tools has no words.
 */
export interface SaidMessage {
  readonly role: 'user' | 'agent';
  readonly content: string;
  readonly calls?: readonly PastCall[];
}

type PastTurn = Pick<Turn, 'role' | 'text' | 'tool_calls'>;

const left = 'This result is too long to be shown again';
const without = 'No result has come';

/** The results that others have sent between the agent's words and its next ones. */
const resultsAfter = (turns: readonly PastTurn[], at: number): ToolCall[] => {
  const next = turns.findIndex(({ role }, index) => index > at && role === 'agent');
  return turns
    .slice(at + 1, next === -1 ? undefined : next)
    .flatMap(({ role, tool_calls }) => (role === 'tool' ? tool_calls : []));
};

const lengthOf = (value: unknown): number => JSON.stringify(value ?? null).length;

/** Leaves out what is too long to be sent again: first results, and then whole calls. */
export const withinLimits = (said: readonly SaidMessage[]): SaidMessage[] => {
  let room: number = maxHistory.characters;
  const fits = (length: number): boolean => {
    if (length > room) return false;
    room -= length;
    return true;
  };
  const shortened = said.toReversed().map((message): SaidMessage => {
    const calls = message.calls?.toReversed().flatMap((past): PastCall[] => {
      if (!fits(lengthOf(past.call))) return [];
      return [fits(lengthOf(past.outcome)) ? past : { ...past, outcome: { content: null, error: left } }];
    });
    return { ...message, ...(calls && { calls: calls.reverse() }) };
  });
  return shortened.reverse();
};

/**
 * The newest turns that the model may read: what was said, and all calls of the agent with their results, in
 * order. Words of the system are not said to anyone. `awaits`: whether a tool is run by others, which may
 * have sent no result. `open`: the ids of the agent's last calls whose results come separately.
 */
export const historyOf = (
  turns: readonly PastTurn[],
  awaits: (tool: string) => boolean,
  open: readonly string[] = [],
): SaidMessage[] => {
  const last = turns.findLastIndex(({ role, tool_calls }) => role === 'agent' && tool_calls.length > 0);
  const said = turns.flatMap(({ role, text, tool_calls }, at): SaidMessage[] => {
    if (role !== 'user' && role !== 'agent') return [];
    if (role === 'user') return text === '' ? [] : [{ role, content: text }];
    const sent = resultsAfter(turns, at);
    // An id is unique within a step only, and the last call with it is the one that is answered.
    const isOpen = (call: ToolCall, index: number) =>
      at === last &&
      open.includes(call.id ?? '') &&
      !tool_calls.slice(index + 1).some(({ id }) => id === call.id);
    const calls = tool_calls.flatMap((call, index): PastCall[] => {
      if (isOpen(call, index)) return [];
      const answered = tool_calls.slice(index + 1).some(({ id }) => id === call.id)
        ? undefined
        : sent.find(({ id }) => id === call.id);
      const isLacking = !answered && awaits(call.name) && call.result === null && call.error === null;
      const outcome = isLacking ? { content: null, error: without } : outcomeOf(answered ?? call);
      const asked = call.arguments as Record<string, unknown>;
      return [{ call: { id: call.id ?? '', name: call.name, arguments: asked }, outcome }];
    });
    // Its last calls wait for others, so its words came before their results.
    const waited = sent.length > 0 || (tool_calls.length > calls.length && calls.length > 0);
    const words: SaidMessage[] = text === '' ? [] : [{ role, content: text }];
    if (calls.length === 0) return words;
    if (!waited && text !== '') return [{ role, content: text, calls }];
    return [...words, { role, content: '', calls }];
  });
  return withinLimits(newestOf(said));
};
