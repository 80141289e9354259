import { isDeepStrictEqual } from 'node:util';
import type { ErrorCode } from '#lib/contract/errors.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { keyIn } from './keys.ts';
import type { ClaimOfFacet } from './lists/claim-place.ts';
import { claimAttributes } from './lists/claim-place.ts';
import type { Operation } from './operations/operation.ts';
import { put, putNew } from './operations/put.ts';
import { remove } from './operations/remove.ts';
import type { Item, Key } from './table.ts';

/**
 * An id that others gave to an entity, and that only one entity within a parent may have. An item assigns it.
 */
export interface Claim<Code extends ErrorCode = ErrorCode> {
  /** The key of the item, which contains the parent and the id; undefined: the entity has no such id. */
  readonly key: Key | undefined;
  /** The field of the entity's own id, in the item and in the error. */
  readonly field: 'client_id' | 'agent_id' | 'conversation_id' | 'document_id';
  readonly entity: string;
  /** The filter of lists that finds the entity by the id; absent: none does. */
  readonly found?: ClaimOfFacet | undefined;
  /** The error if another entity has the id. */
  readonly code: Code;
  /**
   * Names the holder in the error. Absent where the holder may be anybody, whom the caller must not learn of.
   */
  readonly detail?: (holder: string) => string;
  /** Further members of the error, by the item of the holder. */
  readonly more?: (existing: Item | undefined) => Readonly<Record<string, unknown>>;
}

export const claimItems = ({ key, field, entity, found }: Claim): Item[] =>
  key ? [{ ...key, [field]: entity, ...(found && claimAttributes(found)) }] : [];

export const claimRemovals = (claim: Claim): Operation<never>[] => claimItems(claim).map(keyIn).map(remove);

/**
 * Claims the id of a new or changed entity, and frees the one that it had before, in the transaction of its
 * record. An id that it keeps finds it where it is now.
 */
export const claimWrites = <Code extends ErrorCode>(
  claim: Claim<Code>,
  before?: Claim<Code>,
): Operation<ApiError<Code>>[] => {
  if (before && isDeepStrictEqual(claim.key, before.key))
    return isDeepStrictEqual(claim.found, before.found) ? [] : claimItems(claim).map(put);
  const { field, code, detail, more } = claim;
  const refusal = (existing: Item | undefined): ApiError<Code> =>
    detail
      ? new ApiError(code, {
          detail: detail(String(existing?.[field])),
          extensions: { [field]: existing?.[field], ...more?.(existing) },
        })
      : new ApiError(code);
  return [
    ...claimItems(claim).map((item) => putNew(item, refusal)),
    ...(before ? claimRemovals(before) : []),
  ];
};

/** The claim of an `external_id`. */
export const externalIdClaim = (
  field: Claim['field'],
  { id, external_id }: { readonly id: string; readonly external_id: string | null },
  keyFor: (externalId: string) => Key,
  found: Omit<ClaimOfFacet, 'value'>,
): Claim<'external_id_exists'> => ({
  key: external_id === null ? undefined : keyFor(external_id),
  found: external_id === null ? undefined : { ...found, value: external_id },
  field,
  entity: id,
  code: 'external_id_exists',
  detail: (holder) => `${holder} has this external_id`,
});
