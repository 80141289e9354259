import { randomBytes } from 'node:crypto';
import type { AudioType } from '#lib/contract/recordings.ts';

/** The folder of recordings in the bucket. Objects elsewhere belong to the operator. */
export const recordingsFolder = 'recordings/';

/**
 * An object that is overwritten regularly, so that missing bucket events are noticed. It is not a recording.
 */
export const heartbeatKey = `${recordingsFolder}heartbeat`;

/**
 * A new object key for a recording. It is random and never reused, so that an erased recording cannot return.
 */
export const newRecordingKey = (conversationId: string): string =>
  `${recordingsFolder}${conversationId}/${randomBytes(16).toString('base64url')}`;

/** The id of the conversation whose recording has this object key. */
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

/** The file name for downloads of a recording. */
export const fileNameOf = (conversationId: string, contentType: AudioType): string =>
  `${conversationId}.${extensions[contentType]}`;
