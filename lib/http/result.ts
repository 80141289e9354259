import type { ApiAnswer } from './exchange.ts';

/** The result of one of several requests, in the terms of the contract. */
interface Result {
  readonly status: number;
  readonly id: string | null;
  readonly problem: unknown;
}

export const resultOf = ({ statusCode: status = 200, body = '' }: ApiAnswer): Result => {
  const found = JSON.parse(body) as { readonly id?: string; readonly conversation_id?: string };
  return status < 300
    ? { status, id: found.id ?? null, problem: null }
    : { status, id: found.conversation_id ?? null, problem: found };
};
