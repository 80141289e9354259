import { isDeepStrictEqual } from 'node:util';
import type { ErrorCode } from '#lib/contract/errors.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { keyOf } from './keys.ts';
import type { Operation } from './operations/operation.ts';
import { putNew } from './operations/put.ts';
import { remove } from './operations/remove.ts';
import type { Item, Key } from './table.ts';

/** An id that others gave to an entity, and that only one entity may have. */
interface Claimed<Entity, Code extends ErrorCode> {
  /** The key of the item that assigns the id, within its parent; undefined: the entity has no such id. */
  readonly key: (entity: Entity) => Key | undefined;
  /** The field with the entity's id, in the item and in the error. */
  readonly field: 'client_id' | 'agent_id' | 'conversation_id' | 'document_id';
  /** The error if another entity has the id. */
  readonly code: Code;
  readonly detail: (holder: string) => string;
}

/** The items that assign such an id, and the operations that keep them true, in the transaction of the entity's record. */
export interface Claims<Entity, Code extends ErrorCode> {
  readonly items: (entity: Entity) => Item[];
  /** Claims the id of a new or changed entity, and frees the one that it had before. */
  readonly writes: (entity: Entity, before?: Entity) => Operation<ApiError<Code>>[];
  readonly removals: (entity: Entity) => Operation<never>[];
}

export const claims = <Entity extends { readonly id: string }, Code extends ErrorCode>({
  key,
  field,
  code,
  detail,
}: Claimed<Entity, Code>): Claims<Entity, Code> => {
  const items = (entity: Entity): Item[] => {
    const claimed = key(entity);
    return claimed ? [{ ...claimed, [field]: entity.id }] : [];
  };
  const refuse = (existing: Item | undefined): ApiError<Code> =>
    new ApiError(code, {
      detail: detail(String(existing?.[field])),
      extensions: { [field]: existing?.[field] },
    });
  const removals = (entity: Entity) => items(entity).map(keyOf).map(remove);
  return {
    items,
    removals,
    writes: (entity, before) =>
      before && isDeepStrictEqual(items(entity), items(before))
        ? []
        : [...items(entity).map((item) => putNew(item, refuse)), ...(before ? removals(before) : [])],
  };
};

/** Claims of an `external_id`, which is unique within the parent that the key contains. */
export const externalIds = <Entity extends { readonly id: string; readonly external_id: string | null }>(
  field: Claimed<Entity, ErrorCode>['field'],
  keyFor: (entity: Entity, externalId: string) => Key,
): Claims<Entity, 'external_id_exists'> =>
  claims({
    key: (entity) => (entity.external_id === null ? undefined : keyFor(entity, entity.external_id)),
    field,
    code: 'external_id_exists',
    detail: (holder) => `${holder} has this external_id`,
  });
