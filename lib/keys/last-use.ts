import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { hourMs } from '#lib/domain/durations.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { Request } from '#lib/store/operations/operation.ts';
import { dynamodb, tableName } from '#lib/store/table.ts';

/** The precision of a key's last use. */
const resolutionMs = hourMs;

export interface KnownUse {
  readonly key_id: string;
  readonly secret_hash: string;
  /** The last recorded use of the key, as far as this function instance knows. */
  used_at?: string;
}

/**
 * Records the use of a key, at most once an hour, and never for a key that has been revoked. It is stored
 * twice: with the secret, so that every function sees that it is already recorded, and under the key's id,
 * where the API reads it.
 */
export const noteUse = async (known: KnownUse): Promise<void> => {
  const { key_id, secret_hash, used_at = '' } = known;
  const now = Date.now();
  if (now - Date.parse(used_at) < resolutionMs) return;
  const before = new Date(now - resolutionMs).toISOString();
  const last_used_at = new Date(now).toISOString();
  known.used_at = last_used_at;
  try {
    const TransactItems: Request[] = [
      {
        Update: {
          TableName: tableName(),
          Key: keyOf('secret', secret_hash),
          UpdateExpression: 'SET used_at = :now',
          ConditionExpression:
            'attribute_exists(pk) AND (attribute_not_exists(used_at) OR used_at < :before)',
          ExpressionAttributeValues: { ':now': last_used_at, ':before': before },
        },
      },
      { Put: { TableName: tableName(), Item: { ...keyOf('last_use', key_id), last_used_at } } },
    ];
    await dynamodb.send(new TransactWriteCommand({ TransactItems }));
  } catch (error) {
    // Another function recorded it first, or the key was revoked. Other errors must not fail the request
    // either.
    if (!(error instanceof TransactionCanceledException)) {
      console.warn({ message: 'last_used_at was not written', error: String(error) });
    }
  }
};
