import { audioMessage, readMessage } from './event-stream.ts';
import type { RecognizedWords } from './words.ts';
import { recognizedIn } from './words.ts';

/** The answer of `POST /v1/live/conversations/{id}/ears`. */
export interface EarsAddress {
  readonly kind: 'transcribe' | 'deepgram' | 'local' | 'none';
  readonly url: string | null;
  /** Of Deepgram, for the stream; absent or null: the address is enough. */
  readonly token?: string | null;
  readonly sample_rate: number | null;
  /** Absent or null: no minutes are reserved. */
  readonly expires_at?: string | null;
}

/** A stream of recognition, in the language of its server. */
export interface EarsProtocol {
  readonly audio: (samples: Int16Array) => Uint8Array<ArrayBuffer>;
  /** The message after the last audio. */
  readonly end: Uint8Array<ArrayBuffer> | string;
  /** The words in a message; undefined: it has none; `elsewhere`: another page has opened a stream. */
  readonly read: (data: ArrayBuffer | string) => readonly RecognizedWords[] | 'elsewhere' | undefined;
}

/** Amazon Transcribe, and servers with its protocol. */
const transcribe = (): EarsProtocol => ({
  audio: audioMessage,
  end: audioMessage(new Int16Array()),
  read: (data) => {
    if (typeof data === 'string') return undefined;
    const { headers, body } = readMessage(data);
    if (headers[':message-type'] !== 'exception') return recognizedIn(body);
    // Both pages would end each other's stream for ever.
    return headers[':exception-type'] === 'ConflictException' ? 'elsewhere' : undefined;
  },
});

interface DeepgramMessage {
  readonly type?: string;
  readonly is_final?: boolean;
  readonly channel?: { readonly alternatives?: readonly { readonly transcript?: string }[] };
}

/** Deepgram (developers.deepgram.com/reference/speech-to-text/listen-streaming). */
const deepgram = (): EarsProtocol => {
  // Interim results are about the audio since the last final one, and have no name.
  let segment = 0;
  return {
    audio: (samples) => new Uint8Array(samples.slice().buffer),
    end: '{"type":"CloseStream"}',
    read: (data) => {
      if (typeof data !== 'string') return undefined;
      const { type, is_final, channel } = JSON.parse(data) as DeepgramMessage;
      if (type !== 'Results') return undefined;
      const id = `${segment}`;
      const text = channel?.alternatives?.[0]?.transcript?.trim() ?? '';
      if (is_final) segment += 1;
      return [{ id, text, partial: !is_final }];
    },
  };
};

export const protocolOf = ({ kind }: Pick<EarsAddress, 'kind'>): EarsProtocol =>
  kind === 'deepgram' ? deepgram() : transcribe();
