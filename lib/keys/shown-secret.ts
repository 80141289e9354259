import { ApiError } from '#lib/contract/errors.ts';
import type { Caller, CallingPerson } from '#lib/domain/caller.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import type { Key } from '#lib/store/table.ts';
import { tableName } from '#lib/store/table.ts';

const placeOf = ({ request: { Put, Update, Delete, ConditionCheck } }: Operation): string => {
  const { pk, sk } = Put?.Item ?? Update?.Key ?? Delete?.Key ?? ConditionCheck?.Key ?? {};
  return `${pk} ${sk}`;
};

/** An item that a request relies on, and what must still be true of it. */
interface Reliance {
  readonly key: Key;
  readonly condition: {
    readonly ConditionExpression: string;
    readonly ExpressionAttributeValues: Readonly<Record<string, string>>;
  };
}

/** The caller of a write. */
type Holder = Pick<Caller, 'client_id' | 'key_id' | 'person'>;

/**
 * The condition that the secret exists and has not expired. Revoking or rotating its key, or ending its
 * session, removes it.
 */
const onSecret = (secretHash: string): Reliance => ({
  key: keyOf('secret', secretHash),
  condition: {
    ConditionExpression: 'attribute_exists(pk) AND (attribute_type(expires_at, :null) OR expires_at > :now)',
    ExpressionAttributeValues: { ':null': 'NULL', ':now': new Date().toISOString() },
  },
});

/** The condition that a person may still do the same in the organization. */
const onGrant = ({ id, grant }: CallingPerson, { client_id, key_id }: Holder): Reliance[] =>
  grant === null
    ? []
    : [
        {
          key: keyOf('grant', id, ownerOf({ client_id })),
          condition: {
            ConditionExpression: 'terms = :terms AND member_id = :member',
            ExpressionAttributeValues: { ':terms': grant, ':member': key_id },
          },
        },
      ];

const withdrawn = (): ApiError<'unauthenticated'> => new ApiError('unauthenticated');

/** A write of the item itself, on the same condition. */
const guarded = (
  { request }: Operation,
  condition: Reliance['condition'],
): Operation<ApiError<'unauthenticated'>> => {
  const [[kind, write] = []] = Object.entries(request);
  if (!kind || !write || kind === 'Update' || 'ConditionExpression' in write) {
    throw new Error('A write of a secret or a grant is unconditional, and of the whole item');
  }
  return { request: { [kind]: { ...write, ...condition } }, otherwise: withdrawn };
};

/** A transaction can contain an item only once. */
const relying = (operations: readonly Operation[], { key, condition }: Reliance): readonly Operation[] => {
  const isSame = (operation: Operation) => placeOf(operation) === `${key.pk} ${key.sk}`;
  if (operations.some(isSame)) {
    return operations.map((operation) => (isSame(operation) ? guarded(operation, condition) : operation));
  }
  const check: Operation<ApiError<'unauthenticated'>> = {
    request: { ConditionCheck: { TableName: tableName(), Key: key, ...condition } },
    otherwise: withdrawn,
  };
  return [check, ...operations];
};

/**
 * Adds to a write the conditions that the caller's secret is still valid and, for a person, that the
 * membership is the same, and as it was, because functions cache both for a moment. The conditions are part
 * of the transaction, so revoking the key or changing the member wins or loses against the write as a whole.
 */
export const whileGood = (
  secretHash: string,
  operations: readonly Operation[],
  holder: Holder,
): readonly Operation[] =>
  [onSecret(secretHash), ...(holder.person ? onGrant(holder.person, holder) : [])].reduce(
    relying,
    operations,
  );
