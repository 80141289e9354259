import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import type { IntegrationEvent } from '#lib/contract/integration-events.ts';
import { payloadObjectKey } from '#lib/domain/integrations/payloads.ts';
import { signDownload } from '../bucket/download-link.ts';
import { putObject } from '../bucket/put-object.ts';
import { readObject } from '../bucket/read-object.ts';
import type { Item } from '../table.ts';

/*
 * What a provider posted, byte for byte, for 30 days. Nearly all of it is JSON that compresses to a few kilobytes and is kept in
 * the table, where it is durable as soon as the event is; what is larger, such as a recording within an event, is kept in the
 * bucket.
 */

/** Compressed payloads up to this size are kept in the table: DynamoDB takes items of 400 KB. */
const maxInTable = 100_000;
/** What is larger than this does not get smaller: it is a recording in base64. */
const maxCompressed = 1_000_000;

const compress = promisify(deflateRaw);
/** A provider waits for the answer: the result is a tenth larger than at the default level, in a third of the time. */
const level = 3;

/** A payload as attributes of an item. One that is too large is put into the bucket first. */
export const keepPayload = async (
  integrationId: string,
  eventId: string,
  body: Buffer,
): Promise<Pick<Item, string>> => {
  const compressed = body.length <= maxCompressed ? await compress(body, { level }) : undefined;
  if (compressed && compressed.length <= maxInTable) return { deflated: compressed };
  await putObject(payloadObjectKey(integrationId, eventId), body, 'application/json');
  return { object: payloadObjectKey(integrationId, eventId), bytes: body.length };
};

/** The payload of an item; undefined if it is gone. */
export const readPayload = async ({ deflated, object }: Item): Promise<Buffer | undefined> =>
  deflated instanceof Uint8Array ? inflateRawSync(deflated) : readObject(object as string);

/** What is larger is shown as a link. */
const maxShown = 1_048_576;

/** The JSON object that was posted; null if it is none, or nested too deeply to be written again. */
const shownOf = (bytes: Buffer | undefined): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(String(bytes));
    JSON.stringify(value);
    return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
};

/** A payload as the API shows it. */
export const showPayload = async (
  eventId: string,
  item: Item | undefined,
): Promise<Pick<IntegrationEvent, 'payload' | 'payload_url'>> => {
  if (!item) return { payload: null, payload_url: null };
  if (typeof item.object === 'string' && Number(item.bytes) > maxShown) {
    const { url } = await signDownload(item.object, 'application/json', `${eventId}.json`, 'attachment');
    return { payload: null, payload_url: url };
  }
  return { payload: shownOf(await readPayload(item)), payload_url: null };
};
