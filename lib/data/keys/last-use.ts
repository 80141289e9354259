import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { lastUseKey, secretKey } from '../keys.ts';
import { dynamodb, tableName } from '../table.ts';

/** A key's last use is known to within this time. */
const resolutionMs = 60 * 60 * 1000;

export interface KnownUse {
  readonly key_id: string;
  readonly secret_hash: string;
  /** When its use was last noted, as far as this function knows. */
  used_at?: string;
}

/**
 * Notes that a key is used, at most once an hour and never for one that was revoked meanwhile. It stands twice: with
 * the secret, where every function sees that it is noted already, and under the key's id, where it is shown.
 */
export const noteUse = async (known: KnownUse): Promise<void> => {
  const { key_id, secret_hash, used_at = '' } = known;
  const now = Date.now();
  if (now - Date.parse(used_at) < resolutionMs) return;
  const before = new Date(now - resolutionMs).toISOString();
  const last_used_at = new Date(now).toISOString();
  known.used_at = last_used_at;
  try {
    await dynamodb.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Update: {
              TableName: tableName(),
              Key: secretKey(secret_hash),
              UpdateExpression: 'SET used_at = :now',
              ConditionExpression:
                'attribute_exists(pk) AND (attribute_not_exists(used_at) OR used_at < :before)',
              ExpressionAttributeValues: { ':now': last_used_at, ':before': before },
            },
          },
          { Put: { TableName: tableName(), Item: { ...lastUseKey(key_id), last_used_at } } },
        ],
      }),
    );
  } catch (error) {
    // Another function noted it first, or the key is gone. Anything else is no reason to refuse the request either.
    if (!(error instanceof TransactionCanceledException)) {
      console.warn({ message: 'last_used_at was not written', error: String(error) });
    }
  }
};
