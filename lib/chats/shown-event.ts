import type { ToolOutcome } from '#lib/model/converse.ts';
import type { AnswerEvent } from './answer.ts';

const statusOf = (outcome: ToolOutcome | undefined): string => {
  if (outcome === undefined) return 'returned';
  return outcome.error === undefined ? 'succeeded' : 'failed';
};

/** An event of an answer as the stream of a chat shows it: without arguments and results of tools. */
export const shownEvent = (event: AnswerEvent): { readonly name: string; readonly data: unknown } => {
  if (event.type === 'delta') return { name: 'delta', data: { text: event.text } };
  if (event.type === 'audio') {
    const { type: name, ...data } = event;
    return { name, data };
  }
  if (event.type === 'tool_finished' && event.outcome?.hand_over) {
    return { name: 'handover', data: { handling: 'waiting' } };
  }
  const { name } = event.call;
  const status = event.type === 'tool_started' ? 'started' : statusOf(event.outcome);
  return { name: 'tool', data: { name, status } };
};
