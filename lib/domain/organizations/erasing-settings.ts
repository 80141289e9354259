import type { ClientSettings } from '#lib/contract/client-settings.ts';
import { scopesOfSettings } from '#lib/contract/clients.ts';
import type { Scope } from '#lib/contract/route.ts';
import { defaultActiveMinutes } from '../conversations/lifetime.ts';
import { inheritSettings } from './hierarchy.ts';

type ErasingSetting = keyof typeof scopesOfSettings;

/**
 * The delay after which a setting erases or ends conversations, given the settings of an organization and
 * those of its ancestors, from the top.
 */
const delays: Readonly<Record<ErasingSetting, (fromTheTop: readonly ClientSettings[]) => number>> = {
  // The own value, even if a smaller one applies from above, because that one may be removed later.
  retention_days: (fromTheTop) => fromTheTop.at(-1)?.retention_days ?? Number.POSITIVE_INFINITY,
  active_timeout_minutes: (fromTheTop) =>
    inheritSettings(fromTheTop).active_timeout_minutes ?? defaultActiveMinutes,
};

/**
 * The scopes that a change of an organization's settings needs because it erases or ends conversations
 * earlier.
 */
export const scopesOfChange = (
  members: readonly { readonly settings: ClientSettings }[],
  settings: ClientSettings,
): Scope[] => {
  const before = members.map((member) => member.settings);
  const after = [...before.slice(0, -1), settings];
  return (Object.keys(scopesOfSettings) as ErasingSetting[])
    .filter((name) => delays[name](after) < delays[name](before))
    .map((name) => scopesOfSettings[name]);
};
