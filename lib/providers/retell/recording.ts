import type { RecordingAccess } from '../recording-access.ts';
import { retell } from './service.ts';

/** Links only: the API serves no recordings, but a call contains their links. */
export const recording: RecordingAccess = {
  service: retell,
  hosts: ['dxc03zgurdly9.cloudfront.net', 'retellai.s3.us-west-2.amazonaws.com'],
  pathOf: undefined,
};
