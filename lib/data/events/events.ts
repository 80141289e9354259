import { newId } from '#lib/domain/ids.ts';
import { eventKey } from '../keys.ts';
import type { Operation } from '../operations/operation.ts';
import { put } from '../operations/put.ts';

export type EventType =
  | 'agent.created'
  | 'agent.removed'
  | 'agent.replaced'
  | 'api_key.created'
  | 'api_key.revoked'
  | 'api_key.rotated'
  | 'client.created'
  | 'client.replaced'
  | 'conversation.ended'
  | 'conversation.erased'
  | 'conversation.recorded'
  | 'conversation.started'
  | 'conversation.updated'
  | 'document.created'
  | 'document.removed'
  | 'document.replaced'
  | 'recording.announced'
  | 'recording.available'
  | 'transcript.appended';

/** What happened to which entity; whatever follows a write off the request's path is driven by these. */
export interface Event {
  readonly id: string;
  readonly type: EventType;
  readonly entity: string;
  /** The organisation it happened in; null: the platform. */
  readonly client_id: string | null;
  /** The entity's version after it. */
  readonly version: number;
  readonly created_at: string;
}

const keptSeconds = 30 * 24 * 60 * 60;

/** Appends an event, in the transaction of the write that it tells of. */
export const eventWrite = (
  type: EventType,
  { id, client_id, version }: { id: string; client_id: string | null; version: number },
): Operation<never> => {
  const eventId = newId('evt');
  const now = new Date();
  return put({
    ...eventKey(id, eventId),
    id: eventId,
    type,
    entity: id,
    client_id,
    version,
    created_at: now.toISOString(),
    expires: Math.floor(now.getTime() / 1000) + keptSeconds,
  });
};
