import type { ProviderName } from '#lib/contract/integrations.ts';
import type { DownloadOptions } from '#lib/delivery/download.ts';
import { download } from '#lib/delivery/download.ts';
import { DeliveryError } from '#lib/delivery/errors.ts';
import type { RecordingSource } from '#lib/domain/integrations/call-report.ts';
import { parseJson } from '#lib/domain/json.ts';
import { ProviderError } from './errors.ts';
import { askedWaitMs, baseUrlOf } from './http.ts';
import { recordings, webhooks } from './index.ts';
import { payloadOf } from './payload.ts';

/** A place from which a recording can currently be fetched. */
interface Place {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WantedRecording {
  readonly provider: ProviderName;
  readonly conversation_id: string;
  readonly source: RecordingSource;
  /** Null: the API cannot be used. */
  readonly apiKey: string | null;
  /** The number of earlier attempts. */
  readonly attempts: number;
}

/** Half a gigabyte: two days of telephone speech, or an hour and a half of uncompressed stereo. */
export const maxRecordingBytes = 512 * 1024 * 1024;

/** Further hosts that the operator allows. */
const allowedByOperator = (): string[] => parseJson(process.env.RECORDING_HOSTS ?? '[]') as string[];

const placesOf = ({ provider, conversation_id, source, apiKey }: WantedRecording): Place[] => {
  const { service, pathOf } = recordings[provider];
  const now = new Date().toISOString();
  const links = source.links
    .filter(({ expires_at }) => expires_at === null || expires_at > now)
    .map(({ url }) => ({ url }));
  const byApi =
    source.by_api && apiKey !== null && pathOf
      ? [{ url: `${baseUrlOf(service)}${pathOf(conversation_id)}`, headers: service.authorization(apiKey) }]
      : [];
  return [...links, ...byApi];
};

/** An opened recording. `withKey`: the provider's API sent it, so the API key is accepted. */
export interface OpenedRecording {
  readonly pieces: AsyncIterable<Buffer>;
  readonly withKey: boolean;
}

const openPlace = async (
  place: Place,
  options: Omit<DownloadOptions, 'url' | 'headers'>,
): Promise<OpenedRecording> => {
  const { status, headers, pieces } = await download({ ...options, ...place });
  if (status === 200) return { pieces, withKey: place.headers !== undefined };
  if (status === 401 && place.headers)
    throw new ProviderError('unauthorized', 'The API key is refused (401)');
  throw new ProviderError(
    status === 429 ? 'rate_limited' : 'unavailable',
    `The recording is answered with ${status}`,
    askedWaitMs(headers['retry-after']),
  );
};

/** A place that sends nothing for this long leaves time for the next one. */
const answerMs = 30_000;

/**
 * Each attempt begins with another place, because one that answers but never sends everything must not block
 * the others.
 */
const rotated = <T>(places: readonly T[], attempts: number): T[] => {
  const first = attempts % Math.max(places.length, 1);
  return [...places.slice(first), ...places.slice(0, first)];
};

/**
 * Opens a recording at the first place that has it, and throws the error of the last place if none does. A
 * place that is not allowed counts as a failure, because the next one may have the recording. The deadline
 * covers all places and reading the recording.
 */
export const openRecording = async (wanted: WantedRecording, timeoutMs: number): Promise<OpenedRecording> => {
  const deadline = Date.now() + timeoutMs;
  const { service, hosts } = recordings[wanted.provider];
  const allowedHosts = [new URL(baseUrlOf(service)).hostname, ...hosts, ...allowedByOperator()];
  let failure: Error = new ProviderError('not_found', 'There is no link to the recording that is still good');
  for (const place of rotated(placesOf(wanted), wanted.attempts)) {
    try {
      const left = Math.max(1, deadline - Date.now());
      const limits = { timeoutMs: left, answerMs: Math.min(left, answerMs), maxBytes: maxRecordingBytes };
      return await openPlace(place, { ...limits, allowedHosts });
    } catch (error) {
      if (!isFetchFailure(error)) throw error;
      failure = error;
    }
  }
  throw failure;
};

/** The recording that an event contains. */
export const recordingWithin = async function* (
  provider: ProviderName,
  event: Buffer | undefined,
): AsyncGenerator<Buffer> {
  const payload = event && payloadOf(event);
  const audio = payload && webhooks[provider].audioOf?.(payload);
  if (!audio) throw new ProviderError('not_found', 'The event that held the recording is gone');
  yield audio;
};

/** Whether the provider is to blame for the failure to fetch a recording. */
export const isFetchFailure = (error: unknown): error is DeliveryError | ProviderError =>
  error instanceof DeliveryError || error instanceof ProviderError;

const hopeless: ReadonlySet<string> = new Set(['url_refused', 'address_refused', 'too_large', 'not_found']);

/** Whether the failure is final, so that another attempt is useless. */
export const isHopeless = (error: unknown): boolean => isFetchFailure(error) && hopeless.has(error.failure);
