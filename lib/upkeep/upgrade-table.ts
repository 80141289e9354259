import { setTimeout as wait } from 'node:timers/promises';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { putIf } from '#lib/data/operations/put-if.ts';
import { isOlder, upgraded } from '#lib/data/shapes.ts';
import type { Item } from '#lib/data/table.ts';
import { scanStored } from './scan.ts';

const segments = 4;

/**
 * Writes an item in the newest shape, if nothing has changed it since it was read. A request that was faster has written it in
 * the newest shape already. Returns whether it was written.
 */
export const upgradeItem = async (stored: Item): Promise<boolean> => {
  const attributes = Object.entries(stored);
  try {
    await putIf(upgraded(stored), {
      ConditionExpression: attributes.map((_, at) => `#n${at} = :v${at}`).join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(attributes.map(([name], at) => [`#n${at}`, name])),
      ExpressionAttributeValues: Object.fromEntries(attributes.map(([, value], at) => [`:v${at}`, value])),
    });
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};

export interface UpgradeOptions {
  /** The maximum number of items written per second, so that requests keep most of the table's capacity. */
  readonly perSecond?: number;
  readonly onProgress?: (upgraded: number) => void;
}

/** Writes all items of an older shape in the newest one. It can run while the table is in use, and again after an interruption. */
export const upgradeTable = async ({ perSecond = 200, onProgress }: UpgradeOptions = {}): Promise<number> => {
  let count = 0;
  const pauseMs = (1000 * segments) / perSecond;
  const walk = async (segment: number): Promise<void> => {
    for await (const page of scanStored(segment, segments)) {
      const older = page.filter(isOlder);
      for (const item of older) {
        const [written] = await Promise.all([upgradeItem(item), wait(pauseMs)]);
        if (written) count += 1;
      }
      if (older.length > 0) onProgress?.(count);
    }
  };
  await Promise.all(Array.from({ length: segments }, (_, segment) => walk(segment)));
  return count;
};
