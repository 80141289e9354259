import { keyOf } from '#lib/store/keys.ts';
import { updateIf } from '#lib/store/operations/update.ts';

const move = async (
  webhookId: string,
  expression: string,
  condition: string,
  values: Record<string, number>,
): Promise<number | undefined> => {
  const after = await updateIf(keyOf('webhook_pace', webhookId), {
    UpdateExpression: expression,
    ConditionExpression: condition,
    ExpressionAttributeValues: values,
    ReturnValues: 'UPDATED_NEW',
  });
  return after && Number(after.free_at);
};

/**
 * Reserves the next moment at which a webhook may receive a message, in milliseconds since 1970. Moments are
 * as far apart as its limit requires.
 */
export const nextMoment = async (webhookId: string, perSecond: number): Promise<number> => {
  const interval = 1000 / perSecond;
  for (;;) {
    const now = Date.now();
    const values = { ':now': now, ':next': now + interval };
    const idle = 'attribute_not_exists(free_at) OR free_at <= :now';
    if ((await move(webhookId, 'SET free_at = :next', idle, values)) !== undefined) return now;
    const queued = await move(webhookId, 'SET free_at = free_at + :interval', 'free_at > :now', {
      ':now': now,
      ':interval': interval,
    });
    if (queued !== undefined) return queued - interval;
  }
};
