import { createHmac } from 'node:crypto';
import type { CursorKey } from '../cursor.ts';
import { hourMs } from '../durations.ts';

/*
 * The protocol has no other memory than what a client sends. The ids of calls therefore prove that the
 * platform returned them.
 */

/** The message that calls were returned for. */
export interface Asked {
  readonly agent_id: string;
  /** The user's last words. */
  readonly words: string;
}

const hourOf = (now: number): number => Math.floor(now / hourMs);

/** 64 bits. With an id of OpenAI, it makes 40 characters, which is the longest id that OpenAI accepts. */
const proofLength = 11;

const proofOf = (id: string, { agent_id, words }: Asked, { secret }: CursorKey, hour: number): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['call', id, agent_id, words, hour]))
    .digest('base64url')
    .slice(0, proofLength);

/** The id of a call as the client gets it. */
export const provenId = (id: string, asked: Asked, key: CursorKey, now = Date.now()): string =>
  id + proofOf(id, asked, key, hourOf(now));

/**
 * The id that the model gave a call; undefined if the platform did not return it for this message in this
 * hour or the last.
 */
export const returnedId = (
  proven: string,
  asked: Asked,
  key: CursorKey,
  now = Date.now(),
): string | undefined => {
  const id = proven.slice(0, -proofLength);
  const hours = [hourOf(now), hourOf(now) - 1];
  return hours.some((hour) => proven === id + proofOf(id, asked, key, hour)) ? id : undefined;
};
