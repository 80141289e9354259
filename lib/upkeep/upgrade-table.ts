import { setTimeout as wait } from 'node:timers/promises';
import { isErasing } from '#lib/conversations/conversation-record.ts';
import { conversationFootprint, isConversationEntry } from '#lib/conversations/conversations.ts';
import { idIn, isOfKind, keyOf } from '#lib/store/keys.ts';
import { get } from '#lib/store/operations/get.ts';
import { putIf } from '#lib/store/operations/put-if.ts';
import { isOlder, upgraded } from '#lib/store/shapes.ts';
import type { Item, ItemKey } from '#lib/store/table.ts';
import { scanStored } from './scan.ts';

const segments = 4;

const isSame = (one: ItemKey, other: ItemKey): boolean => one.pk === other.pk && one.sk === other.sk;

const claimsProvidersId = isOfKind('provider_id');

/** The id of the conversation from whose record an item can be made. */
const conversationOf = (stored: Item): string | undefined => {
  if (isConversationEntry(stored)) return idIn(stored.sk);
  return claimsProvidersId(stored) ? String(stored.conversation_id) : undefined;
};

/**
 * An item in the newest shape. An entry or a claim of a conversation is made again from the record, because
 * an older one may lack what cannot be computed from it. Undefined: its conversation is gone.
 */
const newestOf = async (stored: Item): Promise<Item | undefined> => {
  const id = conversationOf(stored);
  if (id === undefined) return upgraded(stored);
  const record = await get(keyOf('conversation', id));
  if (!record || isErasing(record)) return undefined;
  return conversationFootprint(record).find((item) => isSame(item, stored));
};

/**
 * Writes an item in the newest shape, if nothing has changed it since it was read. A request that was faster
 * has written it in the newest shape already. Returns whether it was written.
 */
export const upgradeItem = async (stored: Item): Promise<boolean> => {
  const newest = await newestOf(stored);
  if (!newest) return false;
  const attributes = Object.entries(stored);
  return putIf(newest, {
    ConditionExpression: attributes.map((_, at) => `#n${at} = :v${at}`).join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(attributes.map(([name], at) => [`#n${at}`, name])),
    ExpressionAttributeValues: Object.fromEntries(attributes.map(([, value], at) => [`:v${at}`, value])),
  });
};

export interface UpgradeOptions {
  /** The maximum number of items written per second, so that requests keep most of the table's capacity. */
  readonly perSecond?: number;
  readonly onProgress?: (upgraded: number) => void;
}

/**
 * Writes all items of an older shape in the newest one. It can run while the table is in use, and again after
 * an interruption. Returns the number of items.
 */
export const upgradeTable = async ({ perSecond = 200, onProgress }: UpgradeOptions = {}): Promise<number> => {
  let count = 0;
  const pauseMs = (1000 * segments) / perSecond;
  const walk = async (segment: number): Promise<void> => {
    for await (const page of scanStored(segment, segments)) {
      const before = count;
      for (const item of page.filter(isOlder)) {
        const [changed] = await Promise.all([upgradeItem(item), wait(pauseMs)]);
        if (changed) count += 1;
      }
      if (count > before) onProgress?.(count);
    }
  };
  await Promise.all(Array.from({ length: segments }, (_, segment) => walk(segment)));
  return count;
};
