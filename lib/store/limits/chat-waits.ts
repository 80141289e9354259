import { ApiError } from '#lib/contract/errors.ts';
import { dayMs } from '#lib/domain/durations.ts';
import { keyOf } from '../keys.ts';
import { updateIf } from '../operations/update.ts';
import type { Key } from '../table.ts';

/** Two pages of the same chat, or one that was reloaded. Each occupies a function until something is said. */
const places = ['wait_0', 'wait_1'] as const;

/** Longer than clocks of functions differ. */
const marginMs = 2000;

const take = async (key: Key, name: string, until: number, now: number): Promise<boolean> => {
  return Boolean(
    await updateIf(key, {
      UpdateExpression: 'SET #place = :until, expires = :expires',
      ConditionExpression: 'attribute_not_exists(#place) OR #place < :now',
      ExpressionAttributeNames: { '#place': name },
      ExpressionAttributeValues: {
        ':until': until,
        ':now': now,
        ':expires': Math.ceil((now + 2 * dayMs) / 1000),
      },
    }),
  );
};

const free = async (key: Key, name: string, until: number): Promise<void> => {
  await updateIf(key, {
    UpdateExpression: 'SET #place = :free',
    ConditionExpression: '#place = :until',
    ExpressionAttributeNames: { '#place': name },
    ExpressionAttributeValues: { ':free': 0, ':until': until },
  });
};

/**
 * Waits for something on behalf of the user of a chat, who may wait twice at once. A place whose function was
 * ended is free once its time is over.
 */
export const waitAsUser = async <T>(
  conversationId: string,
  seconds: number,
  wait: () => Promise<T>,
): Promise<T> => {
  const now = Date.now();
  const until = now + seconds * 1000 + marginMs;
  const key = keyOf('chat_messages', conversationId, Math.floor(now / dayMs));
  for (const place of places) {
    if (!(await take(key, place, until, now))) continue;
    try {
      return await wait();
    } finally {
      await free(key, place, until);
    }
  }
  throw new ApiError('rate_limited', {
    detail: `The user of the chat may wait for messages ${places.length} times at once`,
    headers: { 'retry-after': '2' },
  });
};
