import type { Completion } from '#lib/contract/completions.ts';

/** The head of an answer, the same in each of its chunks. */
export interface ReplyHead {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  /** The agent's id. */
  readonly model: string;
}

/** The end of an answer. */
export interface ReplyEnd {
  readonly message: string | null;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: object }[];
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number };
}

const usageOf = ({ input_tokens, output_tokens }: ReplyEnd['usage']): Completion['usage'] => ({
  prompt_tokens: input_tokens,
  completion_tokens: output_tokens,
  total_tokens: input_tokens + output_tokens,
});

const callsOf = ({ calls }: ReplyEnd) =>
  calls.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(given) },
  }));

const reasonOf = ({ calls }: ReplyEnd) => (calls.length > 0 ? 'tool_calls' : 'stop');

/** An answer as a whole. */
export const completionOf = (head: ReplyHead, end: ReplyEnd): Completion => ({
  ...head,
  object: 'chat.completion',
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: end.message,
        ...(end.calls.length > 0 && { tool_calls: callsOf(end) }),
      },
      finish_reason: reasonOf(end),
    },
  ],
  usage: usageOf(end.usage),
});

/** The chunks of an answer that is streamed. */
export const chunksOf = (head: ReplyHead, withUsage: boolean) => {
  const of = (choices: readonly object[], usage: object | null = null) => ({
    ...head,
    object: 'chat.completion.chunk',
    choices,
    ...(withUsage && { usage }),
  });
  const choice = (delta: object, finish_reason: string | null = null) =>
    of([{ index: 0, delta, finish_reason }]);
  return {
    first: choice({ role: 'assistant', content: '' }),
    words: (content: string) => choice({ content }),
    last: (end: ReplyEnd) => [
      ...(end.calls.length > 0
        ? [choice({ tool_calls: callsOf(end).map((call, index) => ({ index, ...call })) })]
        : []),
      choice({}, reasonOf(end)),
      ...(withUsage ? [of([], usageOf(end.usage))] : []),
    ],
  };
};
