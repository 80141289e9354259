import type { ClientSettings } from '#lib/contract/client-settings.ts';
import { rememberedMs } from '#lib/domain/keys/api-key.ts';
import { memoryFor } from '#lib/store/memory.ts';
import { settingsOf } from './clients.ts';

const recall = memoryFor<ClientSettings>(rememberedMs, 10_000);

/**
 * The settings that apply at the end of a path, cached for as long as API keys, so a change takes effect
 * within ten seconds. For reads only; a write that depends on a setting reads it (`settingsOf`).
 */
export const knownSettingsOf = (path: readonly string[]): Promise<ClientSettings> =>
  recall(path.at(-1) ?? '', () => settingsOf(path));
