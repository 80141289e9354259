import { chatLimits } from '#lib/contract/chats.ts';
import type { ChatSession, ReservedTokens } from './session.ts';

/*
 * The tokens of a call are reserved with the turn that is taken, in the write of its step, and settled with
 * the words of the answer. Prompts at the same moment exceed the limit of their call by one answer at most.
 */

type CallTokens = Pick<ChatSession, 'tokens' | 'reserved' | 'usual_tokens'>;

/** More than the prompt of a short agent and the longest answer of a model by default. */
const usualAtFirst = 6000;

/** An answer that needed more is expected to need more again, and the conversation grows. */
const growth = 1.5;

/** After this time, a function that makes an answer has ended. */
const endsWithinMs = 35_000;

const sumOf = (reserved: readonly ReservedTokens[]): number =>
  reserved.reduce((sum, { tokens }) => sum + tokens, 0);

const without = (reserved: readonly ReservedTokens[], claim: number): readonly ReservedTokens[] =>
  reserved.filter((one) => one.claim !== claim);

/** Whether the tokens that were used, and those that others may use, leave room for one more request. */
const hasRoom = (tokens: number, others: readonly ReservedTokens[]): boolean =>
  tokens + sumOf(others) < chatLimits.tokens;

/** The tokens that are reserved for an answer; 0: there was no room for it. */
export const reservedFor = ({ reserved = [] }: CallTokens, claim: number): number =>
  reserved.find((one) => one.claim === claim)?.tokens ?? 0;

/**
 * The tokens of a call in which an answer begins. Without room, nothing is reserved for it. A reservation
 * that a killed function leaves behind counts as used: its model may have answered.
 */
export const reserveAnswer = (
  { tokens: before, reserved: all = [], usual_tokens = usualAtFirst }: CallTokens,
  claim: number,
  now: number,
): CallTokens => {
  const isOpen = ({ at }: ReservedTokens) => at > now - endsWithinMs;
  const tokens = before + sumOf(all.filter((one) => !isOpen(one)));
  const reserved = all.filter(isOpen);
  return {
    tokens,
    reserved: hasRoom(tokens, reserved) ? [...reserved, { claim, tokens: usual_tokens, at: now }] : reserved,
  };
};

/** The tokens of a call after an answer needs so many altogether. Undefined: there is no room for them. */
export const reserveMore = (
  { tokens, reserved = [] }: CallTokens,
  claim: number,
  needed: number,
): CallTokens | undefined => {
  const own = reserved.find((one) => one.claim === claim);
  const others = without(reserved, claim);
  if (!own || !hasRoom(tokens, others)) return undefined;
  return {
    tokens,
    reserved: [...others, { ...own, tokens: Math.max(own.tokens, needed) }],
    usual_tokens: Math.ceil(needed * growth),
  };
};

/** The tokens of a call after an answer that has used so many. */
export const settleAnswer = (
  { tokens, reserved = [] }: CallTokens,
  claim: number,
  used: number,
): CallTokens => ({ tokens: tokens + used, reserved: without(reserved, claim) });
