import { decodeUuid, encodeUuid } from '../ids.ts';
import type { ByteReader } from './bytes.ts';
import { ByteWriter } from './bytes.ts';

/*
 * The documents of a segment in the order of lists: by start time, then by id. Postings refer to them by
 * ordinal, their position in this order, counted from 0. Stored in columns, because a segment may have a
 * million documents.
 */

export interface Documents {
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly times: Float64Array;
  /** 16 bytes each. */
  readonly ids: Buffer;
  /** The conversation's version that was indexed; 0: the document was erased. */
  readonly versions: Uint32Array;
}

/** The place of a conversation in the order of lists, and its version. */
export interface DocumentPlace {
  /** `<start time>#<id>`, as in lists. */
  readonly sort: string;
  readonly version: number;
}

const idBytes = 16;
/** An id begins with its creation time in milliseconds. The rest is random. */
const clockBytes = 6;
const idPrefix = 'conv_';

export const erasedVersion = 0;

export const emptyDocuments = (size: number): Documents => ({
  size,
  times: new Float64Array(size),
  ids: Buffer.alloc(size * idBytes),
  versions: new Uint32Array(size),
});

const parseSort = (sort: string): { time: number; id: Uint8Array } => {
  const [time = '', id = ''] = sort.split('#');
  return { time: Date.parse(time), id: decodeUuid(id.slice(idPrefix.length)) };
};

/** Documents from places in ascending order. */
export const documentsOf = (places: readonly DocumentPlace[]): Documents => {
  const documents = emptyDocuments(places.length);
  for (const [at, { sort, version }] of places.entries()) {
    const { time, id } = parseSort(sort);
    documents.times[at] = time;
    documents.ids.set(id, at * idBytes);
    documents.versions[at] = version;
  }
  return documents;
};

export const timeAt = ({ times }: Documents, ordinal: number): number => times[ordinal] as number;

const idAt = ({ ids }: Documents, ordinal: number): Buffer =>
  ids.subarray(ordinal * idBytes, (ordinal + 1) * idBytes);

/** The creation time of the id, in milliseconds since 1970. */
export const clockAt = ({ ids }: Documents, ordinal: number): number =>
  ids.readUIntBE(ordinal * idBytes, clockBytes);

export const versionAt = ({ versions }: Documents, ordinal: number): number => versions[ordinal] as number;

export const sortAt = (documents: Documents, ordinal: number): string =>
  `${new Date(timeAt(documents, ordinal)).toISOString()}#${idPrefix}${encodeUuid(idAt(documents, ordinal))}`;

/** Compares documents of two segments in the order of lists; 0 if they are the same conversation. */
export const comparePlaces = (one: Documents, first: number, other: Documents, second: number): number =>
  timeAt(one, first) - timeAt(other, second) ||
  one.ids.compare(
    other.ids,
    second * idBytes,
    (second + 1) * idBytes,
    first * idBytes,
    (first + 1) * idBytes,
  );

export const copyDocument = (from: Documents, ordinal: number, to: Documents, at: number): void => {
  to.times[at] = timeAt(from, ordinal);
  to.ids.set(idAt(from, ordinal), at * idBytes);
  to.versions[at] = versionAt(from, ordinal);
};

/** Encodes consecutive documents, with about 17 bytes each. */
export const encodeDocuments = (documents: Documents, from = 0, until = documents.size): Buffer => {
  const writer = new ByteWriter((until - from) * 20);
  let [time, clock] = [0, 0];
  for (let at = from; at < until; at += 1) {
    const id = idAt(documents, at);
    const idClock = clockAt(documents, at);
    writer.signed(timeAt(documents, at) - time);
    writer.signed(idClock - clock);
    writer.raw(id.subarray(clockBytes));
    writer.varint(versionAt(documents, at));
    [time, clock] = [timeAt(documents, at), idClock];
  }
  return writer.take();
};

/** Decodes documents into their positions. */
export const decodeDocuments = (
  reader: ByteReader,
  documents: Documents,
  from: number,
  until: number,
): void => {
  let [time, clock] = [0, 0];
  for (let at = from; at < until; at += 1) {
    time += reader.signed();
    clock += reader.signed();
    documents.times[at] = time;
    documents.ids.writeUIntBE(clock, at * idBytes, clockBytes);
    documents.ids.set(reader.raw(idBytes - clockBytes), at * idBytes + clockBytes);
    documents.versions[at] = reader.varint();
  }
};

/** The number of documents before a place, which is the ordinal that it has or would have. */
export const ordinalOf = (documents: Documents, place: string): number => {
  let [low, high] = [0, documents.size];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sortAt(documents, middle) < place) low = middle + 1;
    else high = middle;
  }
  return low;
};
