import type { ToolCall } from '#lib/contract/transcripts.ts';
import type { RunCall } from '#lib/model/converse.ts';

/** The results of one turn that are stored, in bytes. Its item has room for them beside its text. */
const maxResultBytes = 100_000;

/** The calls of an answer as its turn shows them. Results that do not fit are left out. */
export const storedCalls = (calls: readonly RunCall[]): ToolCall[] => {
  let left = maxResultBytes;
  return calls.map(({ call, outcome }) => {
    const bytes = Buffer.byteLength(JSON.stringify(outcome?.content ?? null));
    const fits = bytes <= left;
    if (fits) left -= bytes;
    return {
      id: call.id,
      name: call.name,
      arguments: call.arguments,
      result: (fits ? (outcome?.content ?? null) : null) as ToolCall['result'],
      error: outcome?.error ?? null,
    };
  });
};
