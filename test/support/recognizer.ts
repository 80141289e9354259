import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import type { ConsoleOptions } from './console.ts';
import { microphone, newRecognizer } from './spoken.ts';

export interface TalkingRoom extends ConsoleOptions {
  /** The words of the utterances that the next microphones hear. */
  readonly plan: (utterances: readonly string[]) => void;
  /** Ends the connections of microphones. */
  readonly drop: () => void;
  readonly close: () => Promise<void>;
}

/** A recognizer as `npm start -- --ears-url` takes one, and a browser whose microphone hears a voice. */
export const openTalkingRoom = async (): Promise<TalkingRoom> => {
  const directory = await mkdtemp(join(tmpdir(), 'talking-'));
  const file = join(directory, 'microphone.wav');
  await writeFile(file, microphone());
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let planned: readonly string[] = [];
  server.on('connection', (socket: WebSocket) => {
    const recognizer = newRecognizer(planned);
    socket.on('message', (message: Buffer) => {
      for (const words of recognizer.hear(message)) socket.send(words);
    });
  });
  const drop = () => {
    for (const socket of server.clients) socket.terminate();
  };
  return {
    options: ['--ears-url', `ws://127.0.0.1:${port}`],
    browser: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${file}`,
    ],
    plan: (utterances) => {
      planned = utterances;
    },
    drop,
    close: async () => {
      drop();
      server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
