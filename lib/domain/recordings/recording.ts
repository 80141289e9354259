import { randomBytes } from 'node:crypto';
import type { AudioType } from '#lib/contract/recordings.ts';

/** Where recordings are in the bucket; what is elsewhere is the operator's own. */
export const recordingsFolder = 'recordings/';

/** An object that is written again and again, so that the bucket's events are missed when they stop. It is nobody's recording. */
export const heartbeatKey = `${recordingsFolder}heartbeat`;

/** Where a recording goes: random and never used again, so that what was erased stays erased. */
export const newRecordingKey = (conversationId: string): string =>
  `${recordingsFolder}${conversationId}/${randomBytes(16).toString('base64url')}`;

/** The conversation that an object in the bucket is the recording of. */
export const conversationOfKey = (key: string): string | undefined => {
  const [conversationId, name] = key.slice(recordingsFolder.length).split('/');
  return key.startsWith(recordingsFolder) && name ? conversationId : undefined;
};

const extensions: Readonly<Record<AudioType, string>> = {
  'audio/aac': 'aac',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/webm': 'webm',
};

/** What a recording is called when it is saved. */
export const fileNameOf = (conversationId: string, contentType: AudioType): string =>
  `${conversationId}.${extensions[contentType]}`;
