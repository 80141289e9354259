import { ApiError } from '#lib/contract/errors.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import type { Item, Key } from '#lib/store/table.ts';
import { tableName } from '#lib/store/table.ts';

const placeOf = ({ request: { Put, Update, Delete, ConditionCheck } }: Operation): string => {
  const { pk, sk } = Put?.Item ?? Update?.Key ?? Delete?.Key ?? ConditionCheck?.Key ?? {};
  return `${pk} ${sk}`;
};

/** An item that a request relies on, and what must still be true of it. */
export interface Reliance {
  readonly key: Key;
  readonly holds: (item: Item | undefined) => boolean;
  /** The same for the transaction of a write. Its values have names that no other condition has. */
  readonly condition: {
    readonly ConditionExpression: string;
    readonly ExpressionAttributeValues?: Readonly<Record<string, string>>;
  };
}

/**
 * The reliance on a secret, which exists and has not expired. Revoking or rotating its key, or ending its
 * session, removes it.
 */
export const onSecret = (secretHash: string): Reliance => ({
  key: keyOf('secret', secretHash),
  holds: (item) => item !== undefined && !(String(item.expires_at) <= new Date().toISOString()),
  condition: {
    ConditionExpression:
      'attribute_exists(pk) AND (attribute_type(expires_at, :callers_null) OR expires_at > :callers_now)',
    ExpressionAttributeValues: { ':callers_null': 'NULL', ':callers_now': new Date().toISOString() },
  },
});

const withdrawn = (): ApiError<'unauthenticated'> => new ApiError('unauthenticated');

/**
 * A write of the item itself, on both conditions. If one fails, the item says which: a caller who is no
 * longer admitted learns nothing else.
 */
const guarded = ({ request, otherwise }: Operation, { holds, condition }: Reliance): Operation => {
  const [[kind = '', write] = []] = Object.entries(request);
  const { ConditionExpression: own, ExpressionAttributeValues: values } = write ?? {};
  const both = { ...values, ...condition.ExpressionAttributeValues };
  const guard = {
    ConditionExpression: own
      ? `(${own}) AND (${condition.ConditionExpression})`
      : condition.ConditionExpression,
    ...(Object.keys(both).length > 0 && { ExpressionAttributeValues: both }),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
  return {
    request: { [kind]: { ...write, ...guard } },
    otherwise: (existing) => (otherwise && holds(existing) ? otherwise(existing) : withdrawn()),
  };
};

/** A transaction can contain an item only once. */
const relying = (operations: readonly Operation[], reliance: Reliance): readonly Operation[] => {
  const { key, condition } = reliance;
  const isSame = (operation: Operation) => placeOf(operation) === `${key.pk} ${key.sk}`;
  if (operations.some(isSame)) {
    return operations.map((operation) => (isSame(operation) ? guarded(operation, reliance) : operation));
  }
  const check: Operation<ApiError<'unauthenticated'>> = {
    request: { ConditionCheck: { TableName: tableName(), Key: key, ...condition } },
    otherwise: withdrawn,
  };
  return [check, ...operations];
};

/**
 * Adds to a write the conditions that everything on which its caller relies is as it was, because functions
 * cache it for a moment. The conditions are part of the transaction, so revoking the key or changing the
 * member wins or loses against the write as a whole.
 */
export const whileGood = (
  operations: readonly Operation[],
  reliances: readonly Reliance[],
): readonly Operation[] => reliances.reduce(relying, operations);
