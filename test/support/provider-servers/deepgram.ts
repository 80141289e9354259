import type { WebSocket } from 'ws';
import { newHearing } from '../spoken.ts';
import type { Account, ProviderServer } from './server.ts';
import { addTo, collectionOf, json } from './server.ts';

/** A result as Deepgram sends it (developers.deepgram.com/reference/speech-to-text/listen-streaming). */
const resultOf = ({ text, partial }: { readonly text: string; readonly partial: boolean }) => ({
  type: 'Results',
  channel_index: [0, 1],
  duration: 1.5,
  start: 0,
  is_final: !partial,
  speech_final: !partial,
  channel: { alternatives: [{ transcript: text, confidence: 0.99, words: [] }] },
  metadata: { request_id: 'req_1', model_info: { name: 'general-nova-3' }, model_uuid: 'm_1' },
});

/** Recognizes the utterances that are planned for an account. */
const listen = (socket: WebSocket, account: Account): void => {
  const planned = Object.values(collectionOf(account, 'utterances')).map(({ text }) => String(text));
  const understand = newHearing(planned);
  socket.on('message', (message: Buffer, isBinary) => {
    if (!isBinary) {
      if ((JSON.parse(message.toString()) as { type: string }).type === 'CloseStream') socket.close(1000);
      return;
    }
    const words = understand(new Int16Array(Uint8Array.from(message).buffer));
    if (words) socket.send(JSON.stringify(resultOf(words)));
  });
};

/**
 * The part of Deepgram's API that grants tokens (developers.deepgram.com/reference/auth/tokens/grant), and
 * the stream that they open.
 */
export const deepgramServer: ProviderServer = {
  provider: 'deepgram',
  keyOf: ({ authorization = '' }) => /^Token (.+)$/.exec(authorization)?.[1],
  errorOf: (status, message) => ({ err_code: `${status}`, err_msg: message, request_id: 'req_1' }),
  routes: {
    'POST /v1/auth/grant': ({ account, body: { ttl_seconds = 30 } }) => {
      const { id = '' } = addTo(account, 'tokens', 'token', 'id', { ttl_seconds });
      return json({ access_token: `eyJhbGciOiJIUzI1NiJ9.${id}.c2lnbmVk`, expires_in: ttl_seconds });
    },
  },
  sockets: {
    '/v1/listen': {
      // Browsers send no headers with a socket.
      isOf: (account, { protocols }) => {
        const [scheme, token = ''] = protocols;
        const [, id = ''] = token.split('.');
        return scheme === 'bearer' && id in collectionOf(account, 'tokens');
      },
      open: listen,
    },
  },
};
