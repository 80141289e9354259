import type { EarsFault } from './fault.ts';
import type { EarsAddress, EarsProtocol } from './protocols.ts';
import { protocolOf } from './protocols.ts';
import type { RecognizedWords } from './words.ts';

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
  let protocol: EarsProtocol | undefined;
  let failures = 0;
  /** Streams name their words alike. */
  let opens = 0;
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

  const receive = (data: ArrayBuffer | string): void => {
    const found = protocol?.read(data);
    if (found === 'elsewhere') {
      lose('elsewhere', 'Another page listens');
      return;
    }
    if (!found) return;
    failures = 0;
    for (const words of found) onWords({ ...words, id: `${opens} ${words.id}` });
  };
  const sendAudio = (to: WebSocket, samples: Int16Array): void => {
    if (protocol) to.send(protocol.audio(samples));
  };

  const open = async (): Promise<void> => {
    if (isClosed) return;
    try {
      const found = await address();
      if (isClosed || found.url === null) return;
      // A page sends no headers with a socket, so a token is the name of a protocol.
      const opened = new WebSocket(found.url, found.token ? ['bearer', found.token] : []);
      socket = opened;
      protocol = protocolOf(found);
      opens += 1;
      opened.binaryType = 'arraybuffer';
      opened.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => receive(data);
      opened.onopen = () => {
        if (isClosed) return opened.close();
        for (const samples of waiting) sendAudio(opened, samples);
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
      if (socket?.readyState === WebSocket.OPEN) sendAudio(socket, samples);
      else waiting = [...waiting, samples].slice(-maxWaiting);
    },
    close: (): void => {
      isClosed = true;
      // Browsers complain of a socket that is closed before it has opened.
      if (socket?.readyState !== WebSocket.OPEN) return;
      if (protocol) socket.send(protocol.end);
      socket.close();
    },
  };
};
