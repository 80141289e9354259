import type { RecordingAccess } from '../recording-access.ts';
import { vapi } from './service.ts';

export const recording: RecordingAccess = {
  service: vapi,
  hosts: ['storage.vapi.ai', 'vapi-private.s3.us-west-2.amazonaws.com'],
  pathOf: (id) => `/call/${encodeURIComponent(id)}/mono-recording`,
};
