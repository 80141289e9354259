import type { ProviderName } from '#lib/contract/integrations.ts';
import type { EventContent } from '#lib/domain/integrations/event-content.ts';
import { webhooks } from './index.ts';
import { payloadOf } from './payload.ts';
import type { Json } from './reading.ts';
import { unreadable } from './reading.ts';

const readingOf = (provider: ProviderName, payload: Json): EventContent => {
  const { headOf, reportOf } = webhooks[provider];
  const report = reportOf(payload);
  if (report) return { says: 'report', report };
  return headOf(payload).conversation_id === null
    ? { says: 'unclear', detail: 'The payload does not say which call it is about' }
    : { says: 'nothing' };
};

/** Reads what an event reports about a call. */
export const readEvent = (provider: ProviderName, bytes: Buffer): EventContent => {
  const payload = payloadOf(bytes);
  if (!payload) return { says: 'unclear', detail: 'The payload is not a JSON object' };
  try {
    return readingOf(provider, payload);
  } catch (error) {
    // Readers depend on nothing but the payload, so another attempt would fail as well.
    console.error({ message: 'A payload could not be read', provider, error: String(error) });
    return { says: 'unclear', detail: unreadable };
  }
};
