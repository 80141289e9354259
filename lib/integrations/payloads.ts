import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import type { IntegrationEvent } from '#lib/contract/integration-events.ts';
import { payloadObjectKey } from '#lib/domain/integrations/payloads.ts';
import { parseJson } from '#lib/domain/json.ts';
import { signDownload } from '#lib/store/bucket/download-link.ts';
import { putObject } from '#lib/store/bucket/put-object.ts';
import { readObject } from '#lib/store/bucket/read-object.ts';
import type { Item } from '#lib/store/table.ts';

/*
 * The payloads of providers, byte for byte, for 30 days. Almost all of them are JSON that compresses to a few
 * kilobytes and is stored in the table, where it is durable together with the event. Larger ones, such as
 * recordings within an event, are stored in the bucket.
 */

/** The maximum size in the table after compression, in bytes. DynamoDB accepts items of 400 KB. */
const maxInTable = 100_000;
/** Payloads above this size contain a recording in base64, which compression does not make smaller. */
const maxCompressed = 1_000_000;

const compress = promisify(deflateRaw);
/**
 * The provider waits for the answer. At this level, compression takes a third of the time, and the result is
 * a tenth larger.
 */
const level = 3;

/** A payload as attributes of an item. Large payloads are put into the bucket first. */
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

/** The payload of an item; undefined if it was removed. */
export const readPayload = async ({ deflated, object }: Item): Promise<Buffer | undefined> =>
  deflated instanceof Uint8Array ? inflateRawSync(deflated) : readObject(object as string);

/** Larger payloads are shown as a link. */
const maxShown = 1_048_576;

/** The JSON object in a payload; null if it is not one, or nested too deeply to be serialized. */
const shownOf = (bytes: Buffer | undefined): Record<string, unknown> | null => {
  try {
    const value = parseJson(String(bytes));
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
