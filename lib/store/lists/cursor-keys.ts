import { randomBytes } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { CursorKey } from '#lib/domain/cursor.ts';
import { cursorKeyOf, cursorLifetimeMs } from '#lib/domain/cursor.ts';
import { dayMs, hourMs } from '#lib/domain/durations.ts';
import { keyOf } from '../keys.ts';
import { get } from '../operations/get.ts';
import type { Item } from '../table.ts';
import { dynamodb, tableName } from '../table.ts';

/*
 * Cursors are encrypted with keys in the table, next to the data that they point to: no second service,
 * nothing in code or configuration, and every function sees a rotation. See docs/decisions/cursor-keys.md.
 */

interface StoredKey {
  readonly id: string;
  readonly secret: Uint8Array;
  readonly created_at: string;
}

interface Ring {
  readonly version: number;
  /** Newest first. */
  readonly keys: readonly StoredKey[];
}

/** The time for which a key encrypts new cursors. */
const rotateAfterMs = 30 * dayMs;

/** Functions use a new key within an hour. Until then they use the previous one. */
const rereadAfterMs = hourMs;

const readRing = async (): Promise<Ring> => {
  const item = await get(keyOf('cursor_keys'));
  return item ? (item as unknown as Ring) : { version: 0, keys: [] };
};

const writeRing = async (ring: Ring, readVersion: number): Promise<void> => {
  const item: Item = { ...keyOf('cursor_keys'), ...ring };
  await dynamodb.send(
    new PutCommand({
      TableName: tableName(),
      Item: item,
      ConditionExpression: 'attribute_not_exists(pk) OR version = :read',
      ExpressionAttributeValues: { ':read': readVersion },
    }),
  );
};

/** A ring with a new key in front, without keys whose cursors have all expired. */
const rotated = ({ version, keys }: Ring, now: number): Ring => {
  const inUse = keys.filter((_, at) => {
    const successor = keys[at - 1];
    return !successor || now - Date.parse(successor.created_at) < cursorLifetimeMs + dayMs;
  });
  const fresh: StoredKey = {
    id: randomBytes(4).toString('hex'),
    secret: randomBytes(32),
    created_at: new Date(now).toISOString(),
  };
  return { version: version + 1, keys: [fresh, ...inUse] };
};

/**
 * Adds a new key in front, unless the newest is younger than `olderThanMs`. Cursors encrypted with earlier
 * keys remain valid until they expire.
 */
export const rotateCursorKeys = async (olderThanMs = 0, now = Date.now()): Promise<Ring> => {
  const ring = await readRing();
  const [newest] = ring.keys;
  if (newest && now - Date.parse(newest.created_at) < olderThanMs) return ring;
  const next = rotated(ring, now);
  try {
    await writeRing(next, ring.version);
    return next;
  } catch (error) {
    // Another function rotated at the same moment. Use its ring.
    if (error instanceof ConditionalCheckFailedException) return readRing();
    throw error;
  }
};

interface KnownKey extends CursorKey {
  readonly created_at: string;
}

let known: { readonly keys: Promise<readonly KnownKey[]>; readonly readAt: number } | undefined;

/** The keys of the ring, read at most this many milliseconds ago. */
const keysWithin = (milliseconds: number, read = readRing): Promise<readonly KnownKey[]> => {
  if (!known || Date.now() - known.readAt > milliseconds) {
    const keys = read().then((ring) =>
      ring.keys.map(({ id, secret, created_at }) => ({ ...cursorKeyOf(id, secret), created_at })),
    );
    const fresh = { keys, readAt: Date.now() };
    known = fresh;
    keys.catch(() => {
      if (known === fresh) known = undefined;
    });
  }
  return known.keys;
};

/** The key to encrypt cursors with. The first function that needs one creates it. */
export const currentCursorKey = async (): Promise<CursorKey> => {
  const [newest] = await keysWithin(rereadAfterMs);
  if (newest && Date.now() - Date.parse(newest.created_at) <= rotateAfterMs) return newest;
  const [current] = await keysWithin(-1, () => rotateCursorKeys(rotateAfterMs));
  return current as CursorKey;
};

/** A cursor with an unknown key makes a function read the ring again, at most this often. */
const unknownKeyMs = 10_000;

/** The key with this id, if its cursors can still be valid. */
export const findCursorKey = async (id: string): Promise<CursorKey | undefined> => {
  const find = (keys: readonly KnownKey[]) => keys.find((key) => key.id === id);
  return find(await keysWithin(rereadAfterMs)) ?? find(await keysWithin(unknownKeyMs));
};
