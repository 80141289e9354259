import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import { openingSeconds } from '#lib/domain/chats/listening.ts';
import { transcribeOrigin } from './origin.ts';
import { assumeRole } from './role.ts';

/*
 * The address of a stream of Amazon Transcribe, with everything that it may do in its signature
 * (docs.aws.amazon.com/transcribe/latest/dg/streaming-websocket.html).
 */

/** Samples a second, of 16 bits each. */
export const sampleRate = 16_000;

interface StreamOptions {
  readonly region: string;
  /** The chat whose page listens. */
  readonly chat_id: string;
  /** Another stream with the same id ends the first one, so a chat has one at most. */
  readonly session_id: string;
  readonly language: Readonly<Record<string, string>>;
  readonly now: Date;
}

export interface EarsUrl {
  readonly url: string;
  readonly expires_at: string;
}

/** The time that the recognizer has to accept a stream. */
const connectMs = 10_000;

/** As in AWS's SDKs, the address of another service can take its place. */
const endpointOf = (region: string): URL =>
  new URL(process.env.AWS_ENDPOINT_URL_TRANSCRIBE_STREAMING ?? transcribeOrigin(region));

export const presignStream = async ({
  region,
  chat_id,
  session_id,
  language,
  now,
}: StreamOptions): Promise<EarsUrl> => {
  const { protocol, hostname, port, host } = endpointOf(region);
  const path = '/stream-transcription-websocket';
  const signer = new SignatureV4({
    service: 'transcribe',
    region,
    credentials: await assumeRole(chat_id),
    sha256: Hash.bind(null, 'sha256'),
  });
  const { query = {} } = await signer.presign(
    {
      method: 'GET',
      protocol,
      hostname,
      port: Number(port),
      path,
      headers: { host },
      query: {
        ...language,
        'media-encoding': 'pcm',
        'sample-rate': String(sampleRate),
        'enable-partial-results-stabilization': 'true',
        'partial-results-stability': 'high',
        'session-id': session_id,
      },
    },
    { expiresIn: openingSeconds, signingDate: now },
  );
  const parameters = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`,
  );
  return {
    url: `${protocol}//${host}${path}?${parameters.sort().join('&')}`,
    expires_at: new Date(now.getTime() + openingSeconds * 1000).toISOString(),
  };
};

/** Ends a stream by another one, which is closed at once and billed for the shortest time. */
export const endStream = async (
  stream: Pick<StreamOptions, 'region' | 'chat_id' | 'session_id'>,
): Promise<void> => {
  const language = { 'language-code': 'en-US' };
  const { url } = await presignStream({ ...stream, language, now: new Date() });
  const socket = new WebSocket(url);
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The recognizer does not answer')), connectMs);
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error('The recognizer refuses the stream')));
    socket.addEventListener('close', () => clearTimeout(timer));
  }).finally(() => socket.close());
};
