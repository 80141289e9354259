import { makeZip } from 'client-zip';

export interface ZipEntry {
  readonly name: string;
  readonly lastModified: Date;
  readonly input: AsyncIterable<Uint8Array>;
}

// In local time, which ZIP files use.
const [earliest, latest] = [new Date(1980, 0, 1), new Date(2107, 11, 31, 23, 59, 58)];

/** A time within the range of ZIP files, 1980 to 2107. Years outside of it would wrap around. */
export const zipDate = (time: string): Date =>
  new Date(Math.min(Math.max(Date.parse(time), earliest.getTime()), latest.getTime()));

/**
 * A ZIP file as a stream. Its entries are stored without compression, because recordings are compressed
 * already.
 */
export const encodeZip = (entries: AsyncIterable<ZipEntry>): AsyncIterable<Uint8Array> =>
  makeZip(entries as Parameters<typeof makeZip>[0]) as unknown as AsyncIterable<Uint8Array>;
