import { download } from '#lib/delivery/download.ts';
import { parseJson } from '#lib/domain/json.ts';
import { ProviderError } from './errors.ts';
import { askedWaitMs } from './http.ts';

/** A place from which a recording can currently be fetched. */
export interface RecordingPlace {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Half a gigabyte: two days of telephone speech, or an hour and a half of uncompressed stereo. */
const maxRecordingBytes = 512 * 1024 * 1024;

/** Further hosts that the operator allows. */
const allowedByOperator = (): string[] => parseJson(process.env.RECORDING_HOSTS ?? '[]') as string[];

/** A place that sends nothing for this long leaves time for the next one. */
const answerMs = 30_000;

/** Opens a recording at a place on one of these hosts, or of those that the operator allows. */
export const openAt = async (
  place: RecordingPlace,
  hosts: readonly string[],
  timeoutMs: number,
): Promise<AsyncIterable<Buffer>> => {
  const { status, headers, pieces } = await download({
    ...place,
    timeoutMs,
    answerMs: Math.min(timeoutMs, answerMs),
    maxBytes: maxRecordingBytes,
    allowedHosts: [...hosts, ...allowedByOperator()],
  });
  if (status === 200) return pieces;
  if (status === 401 && place.headers)
    throw new ProviderError('unauthorized', 'The API key is refused (401)');
  throw new ProviderError(
    status === 429 ? 'rate_limited' : 'unavailable',
    `The recording is answered with ${status}`,
    askedWaitMs(headers['retry-after']),
  );
};
