import type { ProviderName } from '#lib/contract/integrations.ts';
import { DeliveryError } from '#lib/delivery/errors.ts';
import type { RecordingSource } from '#lib/domain/integrations/call-report.ts';
import { ProviderError } from './errors.ts';
import { baseUrlOf } from './http.ts';
import { recordings, webhooks } from './index.ts';
import type { RecordingPlace } from './open-at.ts';
import { openAt } from './open-at.ts';
import { payloadOf } from './payload.ts';

export interface WantedRecording {
  readonly provider: ProviderName;
  readonly conversation_id: string;
  readonly source: RecordingSource;
  /** Null: the API cannot be used. */
  readonly apiKey: string | null;
  /** The number of earlier attempts. */
  readonly attempts: number;
}

const placesOf = ({ provider, conversation_id, source, apiKey }: WantedRecording): RecordingPlace[] => {
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

/**
 * Each attempt begins with another place, because one that answers but never sends everything must not block
 * the others.
 */
const rotated = <T>(places: readonly T[], attempts: number): T[] => {
  const first = attempts % Math.max(places.length, 1);
  return [...places.slice(first), ...places.slice(0, first)];
};

/** An opened recording. `withKey`: the provider's API sent it, so the API key is accepted. */
interface OpenedRecording {
  readonly pieces: AsyncIterable<Buffer>;
  readonly withKey: boolean;
}

/**
 * Opens a recording at the first place that has it, and throws the error of the last place if none does. A
 * place that is not allowed counts as a failure, because the next one may have the recording. The deadline
 * covers all places and reading the recording.
 */
export const openRecording = async (wanted: WantedRecording, timeoutMs: number): Promise<OpenedRecording> => {
  const deadline = Date.now() + timeoutMs;
  const { service, hosts } = recordings[wanted.provider];
  const allowedHosts = [new URL(baseUrlOf(service)).hostname, ...hosts];
  let failure: Error = new ProviderError('not_found', 'There is no link to the recording that is still good');
  for (const place of rotated(placesOf(wanted), wanted.attempts)) {
    try {
      const pieces = await openAt(place, allowedHosts, Math.max(1, deadline - Date.now()));
      return { pieces, withKey: place.headers !== undefined };
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
