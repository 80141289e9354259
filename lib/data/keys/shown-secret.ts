import { ApiError } from '#lib/contract/errors.ts';
import { secretKey } from '../keys.ts';
import type { Operation } from '../operations/operation.ts';
import { tableName } from '../table.ts';

const keyOf = ({ request: { Put, Update, Delete, ConditionCheck } }: Operation): string | undefined =>
  (Put?.Item ?? Update?.Key ?? Delete?.Key ?? ConditionCheck?.Key)?.pk as string | undefined;

/** The condition that the secret exists and has not expired. Revoking or rotating its key removes it. */
const isGood = () => ({
  ConditionExpression: 'attribute_exists(pk) AND (attribute_type(expires_at, :null) OR expires_at > :now)',
  ExpressionAttributeValues: { ':null': 'NULL', ':now': new Date().toISOString() },
});

const withdrawn = (): ApiError<'unauthenticated'> => new ApiError('unauthenticated');

/** A write of the secret itself, on condition that it is still valid. */
const guarded = ({ request }: Operation): Operation<ApiError<'unauthenticated'>> => {
  const [[kind, write] = []] = Object.entries(request);
  if (!kind || !write || kind === 'Update' || 'ConditionExpression' in write) {
    throw new Error('A write of a secret is unconditional, and of the whole item');
  }
  return { request: { [kind]: { ...write, ...isGood() } }, otherwise: withdrawn };
};

/**
 * Adds to a write the condition that the caller's secret is still valid, because functions cache secrets for a moment. The
 * condition is part of the transaction, so revoking the key wins or loses against the write as a whole. A write of that secret's
 * item includes the condition itself, because a transaction can contain an item only once.
 */
export const whileGood = (secretHash: string, operations: readonly Operation[]): readonly Operation[] => {
  const { pk } = secretKey(secretHash);
  if (operations.some((operation) => keyOf(operation) === pk)) {
    return operations.map((operation) => (keyOf(operation) === pk ? guarded(operation) : operation));
  }
  const check: Operation<ApiError<'unauthenticated'>> = {
    request: {
      ConditionCheck: { TableName: tableName(), Key: secretKey(secretHash), ...isGood() },
    },
    otherwise: withdrawn,
  };
  return [check, ...operations];
};
