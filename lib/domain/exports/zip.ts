import { makeZip } from 'client-zip';

export interface ZipEntry {
  readonly name: string;
  readonly lastModified: Date;
  readonly input: AsyncIterable<Uint8Array>;
}

/** A ZIP file, as a stream. Nothing is compressed: recordings are already. */
export const encodeZip = (entries: AsyncIterable<ZipEntry>): AsyncIterable<Uint8Array> =>
  makeZip(entries as Parameters<typeof makeZip>[0]) as unknown as AsyncIterable<Uint8Array>;
