import type { ClientSettings } from '#lib/contract/client-settings.ts';
import { invalid } from '#lib/contract/errors.ts';
import { inheritSettings } from './hierarchy.ts';

/** An organization and those above, from the top. */
interface Members {
  readonly members: readonly { readonly settings: ClientSettings }[];
}

const prefixesOf = ({ members }: Members): readonly string[] | undefined =>
  inheritSettings(members.map(({ settings }) => settings)).call_prefixes;

/** Whether the settings of an organization and those above allow it to call a number. */
export const mayCall = (organization: Members, to: string): boolean =>
  prefixesOf(organization)?.some((prefix) => to.startsWith(prefix)) ?? true;

/** Refuses a number that the settings of an organization and those above do not allow it to call. */
export const refuseNumber = (organization: Members, to: string): void => {
  if (mayCall(organization, to)) return;
  const prefixes = prefixesOf(organization) ?? [];
  const detail =
    prefixes.length === 0
      ? 'must not be called: the organization may not place calls'
      : `must begin with ${prefixes.join(' or ')}`;
  throw invalid({ pointer: '/to', code: 'out_of_range', detail });
};
