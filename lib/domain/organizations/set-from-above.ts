import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '#lib/contract/errors.ts';
import { invalid } from '#lib/contract/errors.ts';
import type { Path } from '#lib/contract/set-from-above.ts';
import type { Caller } from '../caller.ts';

/*
 * An organization must not change its own limits, retention and status. The contract marks such fields
 * (`lib/contract/set-from-above.ts`), and this module enforces it for every marked field.
 */

type Fields = Readonly<Record<string, unknown>>;

const valueAt = (entity: unknown, path: Path): unknown =>
  path.reduce((value, name) => (value as Fields | undefined)?.[name], entity);

const withValueAt = (entity: Fields, [name = '', ...rest]: Path, value: unknown): Fields => ({
  ...entity,
  [name]: rest.length === 0 ? value : withValueAt((entity[name] ?? {}) as Fields, rest, value),
});

/** The change, in which absent fields that are set from above keep their values. */
export const keepSetFromAbove = <T extends object>(paths: readonly Path[], before: object, change: T): T =>
  paths.reduce<Fields>((kept, path) => {
    const known = valueAt(before, path);
    return valueAt(kept, path) === undefined && known !== undefined ? withValueAt(kept, path, known) : kept;
  }, change as Fields) as T;

/** Refuses a different value for a field that is set from above. */
export const refuseSetFromAbove = (paths: readonly Path[], before: object, after: object): void => {
  const faults = paths
    .filter((path) => !isDeepStrictEqual(valueAt(before, path) ?? null, valueAt(after, path) ?? null))
    .map(
      (path): Fault => ({
        pointer: `/${path.join('/')}`,
        code: 'out_of_reach',
        detail: 'can be changed only with a key of an organization above',
      }),
    );
  if (faults.length > 0) throw invalid(...faults);
};

/** Whether the caller belongs to an organization above this one, which it must reach. */
export const isAbove = ({ client_id }: Pick<Caller, 'client_id'>, client: { readonly id: string }): boolean =>
  client_id !== client.id;
