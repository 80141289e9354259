import type { RecordingAccess } from '../recording-access.ts';
import { elevenLabs } from './service.ts';

export const recording: RecordingAccess = {
  service: elevenLabs,
  hosts: [],
  pathOf: (id) => `/v1/convai/conversations/${encodeURIComponent(id)}/audio`,
};
