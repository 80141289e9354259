import type { AudioType } from '#lib/contract/recordings.ts';

const startsWith = (bytes: Buffer, beginning: string, at = 0): boolean =>
  bytes.subarray(at, at + beginning.length).toString('latin1') === beginning;

/**
 * What a recording is, by its first bytes: what its sender says of it decides nothing, because it is served under the operator's
 * name. Undefined: it is no audio that is known here.
 */
export const audioTypeOf = (beginning: Buffer): AudioType | undefined => {
  if (startsWith(beginning, 'RIFF') && startsWith(beginning, 'WAVE', 8)) return 'audio/wav';
  if (startsWith(beginning, 'ID3')) return 'audio/mpeg';
  if (startsWith(beginning, 'OggS')) return 'audio/ogg';
  if (startsWith(beginning, 'fLaC')) return 'audio/flac';
  if (startsWith(beginning, 'ftyp', 4)) return 'audio/mp4';
  if (startsWith(beginning, '\x1aE\xdf\xa3')) return 'audio/webm';
  const [first = 0, second = 0] = beginning;
  // A frame of MPEG audio begins with eleven bits that are set; layer 0 is AAC's.
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  return (second & 0x06) === 0 ? 'audio/aac' : 'audio/mpeg';
};

/** As many bytes as it takes to tell. */
export const tellingBytes = 12;
