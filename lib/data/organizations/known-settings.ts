import type { ClientSettings } from '#lib/contract/client-settings.ts';
import { rememberedMs } from '#lib/domain/keys/api-key.ts';
import { settingsOf } from './clients.ts';

interface KnownSettings {
  readonly settings: Promise<ClientSettings>;
  readonly until: number;
}

const knownSettings = new Map<string, KnownSettings>();
const maxKnownSettings = 10_000;

/**
 * The settings that hold at the end of a path, remembered for as long as API keys are: a change takes effect within ten seconds.
 * For reads only; a write that depends on a setting reads it (`settingsOf`).
 */
export const knownSettingsOf = (path: readonly string[]): Promise<ClientSettings> => {
  const id = path.at(-1) ?? '';
  const known = knownSettings.get(id);
  if (known && known.until > Date.now()) return known.settings;

  // Measured from before the read, which may take long.
  const until = Date.now() + rememberedMs;
  const settings = settingsOf(path);
  knownSettings.delete(id);
  if (knownSettings.size >= maxKnownSettings) {
    knownSettings.delete(knownSettings.keys().next().value ?? '');
  }
  knownSettings.set(id, { settings, until });
  // A failure is not remembered.
  settings.catch(() => knownSettings.delete(id));
  return settings;
};
