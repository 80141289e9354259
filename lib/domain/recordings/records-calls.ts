import type { ClientSettings } from '#lib/contract/client-settings.ts';

/** Whether calls that this platform holds are recorded, by the settings that apply to an organization. */
export const recordsCalls = ({
  record_calls,
  recording_enabled,
}: Pick<ClientSettings, 'record_calls' | 'recording_enabled'>): boolean =>
  record_calls === true && recording_enabled !== false;
