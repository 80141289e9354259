import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '#lib/contract/errors.ts';
import { invalid } from '#lib/contract/errors.ts';

/**
 * Refuses a replacement with a different value for a field that is fixed at creation. The field may be
 * absent.
 */
export const refuseChange = <Name extends string>(
  before: Readonly<Record<Name, unknown>>,
  replacement: Readonly<Partial<Record<Name, unknown>>>,
  fixed: readonly Name[],
): void => {
  const faults = fixed
    .filter((name) => replacement[name] !== undefined && !isDeepStrictEqual(replacement[name], before[name]))
    .map((name): Fault => ({ pointer: `/${name}`, code: 'fixed', detail: 'cannot be changed' }));
  if (faults.length > 0) throw invalid(...faults);
};
