import type { AudioType } from '#lib/contract/recordings.ts';

const startsWith = (bytes: Buffer, beginning: string, at = 0): boolean =>
  bytes.subarray(at, at + beginning.length).toString('latin1') === beginning;

/**
 * The audio type of a recording, determined by its first bytes; undefined if it is not a supported type. The
 * declared type is ignored, because recordings are served under the operator's name.
 */
export const audioTypeOf = (beginning: Buffer): AudioType | undefined => {
  if (startsWith(beginning, 'RIFF') && startsWith(beginning, 'WAVE', 8)) return 'audio/wav';
  if (startsWith(beginning, 'ID3')) return 'audio/mpeg';
  if (startsWith(beginning, 'OggS')) return 'audio/ogg';
  if (startsWith(beginning, 'fLaC')) return 'audio/flac';
  if (startsWith(beginning, 'ftyp', 4)) return 'audio/mp4';
  if (startsWith(beginning, '\x1aE\xdf\xa3')) return 'audio/webm';
  const [first = 0, second = 0] = beginning;
  // A frame of MPEG audio begins with eleven set bits. Layer 0 is AAC's.
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  return (second & 0x06) === 0 ? 'audio/aac' : 'audio/mpeg';
};

/** The number of bytes that `audioTypeOf` needs. */
export const tellingBytes = 12;
