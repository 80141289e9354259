import { isDeepStrictEqual } from 'node:util';
import type { ClientSettings } from '#lib/contract/clients.ts';
import { invalid } from '#lib/contract/errors.ts';
import type { Caller } from '../caller.ts';

/** Refuses a replacement that names another value for what is fixed at creation; it may be absent. */
export const refuseChange = <Name extends string>(
  before: Readonly<Record<Name, unknown>>,
  replacement: Readonly<Partial<Record<Name, unknown>>>,
  fixed: readonly Name[],
): void => {
  const faults = fixed
    .filter((name) => replacement[name] !== undefined && replacement[name] !== before[name])
    .map((name) => ({ pointer: `/${name}`, code: 'fixed', detail: 'cannot be changed' }));
  if (faults.length > 0) throw invalid(...faults);
};

const setFromAbove = ['rate_limit', 'quotas'] as const;

/** Refuses that an organisation changes the limits that others have set for it. */
export const refuseOwnLimits = (
  { client_id }: Pick<Caller, 'client_id'>,
  before: { readonly id: string; readonly settings: ClientSettings },
  settings: ClientSettings,
): void => {
  if (client_id !== before.id) return;
  const faults = setFromAbove
    .filter((name) => !isDeepStrictEqual(before.settings[name], settings[name]))
    .map((name) => ({
      pointer: `/settings/${name}`,
      code: 'out_of_reach',
      detail: 'is changed with a key of an organisation above',
    }));
  if (faults.length > 0) throw invalid(...faults);
};
