import { createHmac, randomBytes } from 'node:crypto';
import { maxContinued } from '../chats/session.ts';
import type { CursorKey } from '../cursor.ts';
import { hourMs } from '../durations.ts';

/*
 * The protocol has no other memory than what a client sends. The ids of calls therefore prove that the
 * platform returned them, and say which answer to a message they belong to.
 */

/** The message that calls were returned for. */
export interface AskedWords {
  readonly agent_id: string;
  /** The user's last words. */
  readonly words: string;
}

/** The steps of the answers to one message: each is an answer to the results of the one before. */
export interface Step {
  /** Of the message. */
  readonly chain: string;
  /** 1: the calls of the first answer to the message. */
  readonly step: number;
}

/** A call that the platform returned, with the id that the model gave it. */
export interface ReturnedCall extends Step {
  readonly id: string;
}

const hourOf = (now: number): number => Math.floor(now / hourMs);

/** Of a few thousand messages with the same words in two hours, no two have the same chain. */
const chainLength = 5;

/**
 * 36 bits: whoever guesses pays a message for each guess. With the chain and an id of OpenAI, it makes 40
 * characters, which is the longest id that OpenAI accepts.
 */
const proofLength = 6;

const textOf = (length: number): string => randomBytes(length).toString('base64url').slice(0, length);

const proofOf = (
  id: string,
  { agent_id, words }: AskedWords,
  { chain, step }: Step,
  { secret }: CursorKey,
  hour: number,
): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['call', id, agent_id, words, chain, step, hour]))
    .digest('base64url')
    .slice(0, proofLength);

/** The step of the calls of an answer to a message. */
export const firstStep = (): Step => ({ chain: textOf(chainLength), step: 1 });

/** The step of the calls of an answer to the results of others. */
export const nextStep = ({ chain, step }: Step): Step => ({ chain, step: step + 1 });

/** Whether an answer to the results of these calls is one of the steps of an answer to a message. */
export const isStep = ({ step }: Step): boolean => step <= maxContinued;

/** The id of a call as the client gets it. */
export const provenId = (
  id: string,
  asked: AskedWords,
  step: Step,
  key: CursorKey,
  now = Date.now(),
): string => id + step.chain + proofOf(id, asked, step, key, hourOf(now));

/** Undefined if the platform did not return the call for this message in this hour or the last. */
export const returnedCall = (
  proven: string,
  asked: AskedWords,
  key: CursorKey,
  now = Date.now(),
): ReturnedCall | undefined => {
  const id = proven.slice(0, -chainLength - proofLength);
  const chain = proven.slice(id.length, -proofLength);
  const proof = proven.slice(-proofLength);
  const steps = Array.from({ length: maxContinued + 1 }, (_, at): Step => ({ chain, step: at + 1 }));
  const hours = [hourOf(now), hourOf(now) - 1];
  const found = steps.find((step) => hours.some((hour) => proof === proofOf(id, asked, step, key, hour)));
  return found && { id, ...found };
};
