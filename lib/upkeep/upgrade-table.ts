import { setTimeout as wait } from 'node:timers/promises';
import { isErasing } from '#lib/conversations/conversation-record.ts';
import { conversationFootprint, isConversationEntry } from '#lib/conversations/conversations.ts';
import { holderKey } from '#lib/people/preferences.ts';
import { idIn, isOfKind, keyIn, keyOf } from '#lib/store/keys.ts';
import { batchWrite } from '#lib/store/operations/batch-write.ts';
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

const holdsPreferences = isOfKind('preferences');

/**
 * Removes preferences from before they were removed with their person or API key, neither of which comes
 * back. Returns whether they were removed.
 */
const removeAbandoned = async (item: Item): Promise<boolean> => {
  if (await get(holderKey(idIn(item.pk)))) return false;
  await batchWrite({ removals: [keyIn(item)] });
  return true;
};

export interface UpgradeOptions {
  /** The maximum number of items written per second, so that requests keep most of the table's capacity. */
  readonly perSecond?: number;
  readonly onProgress?: (upgraded: number) => void;
}

/**
 * Writes all items of an older shape in the newest one, and removes those that earlier versions have left
 * behind. It can run while the table is in use, and again after an interruption. Returns the number of both.
 */
export const upgradeTable = async ({ perSecond = 200, onProgress }: UpgradeOptions = {}): Promise<number> => {
  let count = 0;
  const pauseMs = (1000 * segments) / perSecond;
  const walk = async (segment: number): Promise<void> => {
    for await (const page of scanStored(segment, segments)) {
      const before = count;
      for (const item of page.filter((one) => isOlder(one) || holdsPreferences(one))) {
        const change = isOlder(item) ? upgradeItem : removeAbandoned;
        const [changed] = await Promise.all([change(item), wait(pauseMs)]);
        if (changed) count += 1;
      }
      if (count > before) onProgress?.(count);
    }
  };
  await Promise.all(Array.from({ length: segments }, (_, segment) => walk(segment)));
  return count;
};
