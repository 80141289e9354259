import { audioMessage, readMessage } from './event-stream.ts';
import type { EarsFault } from './fault.ts';
import type { RecognizedWords } from './words.ts';
import { recognizedIn } from './words.ts';

/** The answer of `POST /v1/live/conversations/{id}/ears`. */
export interface EarsAddress {
  readonly kind: 'transcribe' | 'local' | 'none';
  readonly url: string | null;
  readonly sample_rate: number | null;
}

export interface EarsOptions {
  /** Asks for an address. Each opens one stream. */
  readonly address: () => Promise<EarsAddress>;
  readonly onWords: (words: RecognizedWords) => void;
  /** The recognizer cannot be reached, and is not tried again. */
  readonly onLost: (code: EarsFault, reason: string) => void;
}

const pausesMs = [250, 500, 1000, 2000, 4000, 4000] as const;

/** Audio that is kept while there is no connection: ten seconds of 20-millisecond frames. */
const maxWaiting = 500;

/** A connection to the recognizer that is opened again, with another address, when it drops. */
export const openEars = ({ address, onWords, onLost }: EarsOptions) => {
  let socket: WebSocket | undefined;
  let failures = 0;
  let isClosed = false;
  let waiting: Int16Array[] = [];

  const lose = (code: EarsFault, reason: string): void => {
    isClosed = true;
    onLost(code, reason);
  };

  const again = (reason: string): void => {
    if (isClosed) return;
    // A browser without a network tells when there is one again.
    if (!navigator.onLine) {
      addEventListener('online', () => void open(), { once: true });
      return;
    }
    const pause = pausesMs[failures];
    failures += 1;
    if (pause === undefined) lose('unreachable', reason);
    else setTimeout(() => void open(), pause);
  };

  const receive = ({ data }: MessageEvent<ArrayBuffer>): void => {
    const { headers, body } = readMessage(data);
    if (headers[':message-type'] === 'exception') {
      // Both pages would end each other's stream for ever.
      if (headers[':exception-type'] === 'ConflictException') lose('elsewhere', 'Another page listens');
      return;
    }
    failures = 0;
    for (const words of recognizedIn(body)) onWords(words);
  };

  const open = async (): Promise<void> => {
    if (isClosed) return;
    try {
      const { url } = await address();
      if (isClosed || url === null) return;
      const opened = new WebSocket(url);
      socket = opened;
      opened.binaryType = 'arraybuffer';
      opened.onmessage = receive;
      opened.onopen = () => {
        if (isClosed) return opened.close();
        for (const samples of waiting) opened.send(audioMessage(samples));
        waiting = [];
      };
      opened.onclose = () => {
        socket = undefined;
        again('The recognizer cannot be reached');
      };
    } catch (error) {
      again(error instanceof Error ? error.message : String(error));
    }
  };
  void open();

  return {
    send: (samples: Int16Array): void => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(audioMessage(samples));
      else waiting = [...waiting, samples].slice(-maxWaiting);
    },
    close: (): void => {
      isClosed = true;
      // Browsers complain of a socket that is closed before it has opened.
      if (socket?.readyState !== WebSocket.OPEN) return;
      socket.send(audioMessage(new Int16Array()));
      socket.close();
    },
  };
};
