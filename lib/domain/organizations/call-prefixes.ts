import type { ClientSettings } from '#lib/contract/client-settings.ts';
import { invalid } from '#lib/contract/errors.ts';

/** Refuses a number that the settings of an organization and those above do not allow it to call. */
export const refuseNumber = ({ call_prefixes }: Pick<ClientSettings, 'call_prefixes'>, to: string): void => {
  if (!call_prefixes || call_prefixes.some((prefix) => to.startsWith(prefix))) return;
  const detail =
    call_prefixes.length === 0
      ? 'must not be called: the organization may not place calls'
      : `must begin with ${call_prefixes.join(' or ')}`;
  throw invalid({ pointer: '/to', code: 'out_of_range', detail });
};
