/*
 * Messages in the encoding `application/vnd.amazon.eventstream`, in which Amazon Transcribe takes audio and
 * returns words (docs.aws.amazon.com/transcribe/latest/dg/streaming-setting-up.html).
 */

const table = Uint32Array.from({ length: 256 }, (_, at) => {
  let value = at;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

const crc32 = (bytes: Uint8Array): number => {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
};

/** The type of a header that is text. Others are not sent. */
const textType = 7;

const headersOf = (headers: Readonly<Record<string, string>>): Uint8Array => {
  const encoder = new TextEncoder();
  const bytes = Object.entries(headers).flatMap(([name, value]) => {
    const encoded = [encoder.encode(name), encoder.encode(value)] as const;
    const { length } = encoded[1];
    return [encoded[0].length, ...encoded[0], textType, length >> 8, length & 255, ...encoded[1]];
  });
  return Uint8Array.from(bytes);
};

const audioHeaders = headersOf({
  ':content-type': 'application/octet-stream',
  ':event-type': 'AudioEvent',
  ':message-type': 'event',
});

/** The message that carries samples of 16 bits. Without samples, it ends the stream. */
export const audioMessage = (samples: Int16Array): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(16 + audioHeaders.length + samples.byteLength);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, bytes.length);
  view.setUint32(4, audioHeaders.length);
  view.setUint32(8, crc32(bytes.subarray(0, 8)));
  bytes.set(audioHeaders, 12);
  for (const [at, sample] of samples.entries())
    view.setInt16(12 + audioHeaders.length + 2 * at, sample, true);
  view.setUint32(bytes.length - 4, crc32(bytes.subarray(0, -4)));
  return bytes;
};

export interface StreamMessage {
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: unknown;
}

/** Reads a message. Throws for one that is not whole. */
export const readMessage = (buffer: ArrayBuffer): StreamMessage => {
  const view = new DataView(buffer);
  const bytes = new Uint8Array(buffer);
  const whole =
    bytes.length >= 16 &&
    view.getUint32(0) === bytes.length &&
    view.getUint32(8) === crc32(bytes.subarray(0, 8)) &&
    view.getUint32(bytes.length - 4) === crc32(bytes.subarray(0, -4));
  if (!whole) throw new Error('The message is not whole');
  const decoder = new TextDecoder();
  const end = 12 + view.getUint32(4);
  const headers: Record<string, string> = {};
  for (let at = 12; at < end; ) {
    const nameEnd = at + 1 + view.getUint8(at);
    if (view.getUint8(nameEnd) !== textType) throw new Error('The message has an unknown header');
    const valueEnd = nameEnd + 3 + view.getUint16(nameEnd + 1);
    headers[decoder.decode(bytes.subarray(at + 1, nameEnd))] = decoder.decode(
      bytes.subarray(nameEnd + 3, valueEnd),
    );
    at = valueEnd;
  }
  const text = decoder.decode(bytes.subarray(end, -4));
  return { headers, body: text === '' ? {} : JSON.parse(text) };
};
