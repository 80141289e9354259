import type { CarriedType, EventData } from '#lib/contract/event-data.ts';
import type { EventType } from '#lib/contract/events.ts';
import type { CarrierName } from '#lib/contract/integrations.ts';
import { daySeconds } from '#lib/domain/durations.ts';
import { newId } from '#lib/domain/ids.ts';
import type { Origin } from '../cause.ts';
import { currentOrigin } from '../cause.ts';
import { eventKey } from '../keys.ts';
import type { Operation } from '../operations/operation.ts';
import { put } from '../operations/put.ts';
import type { Item } from '../table.ts';

/** The types of stored events. A webhook's test is not stored. */
export type WrittenType = Exclude<EventType, 'ping'>;

/** The connection at which the carrier of a call waits for words. */
export interface CallLine {
  readonly connection: string;
  readonly carrier: CarrierName;
}

/** A change of an entity. Events drive all work that follows a write asynchronously. */
export interface Event extends Origin {
  readonly id: string;
  readonly type: WrittenType;
  readonly entity: string;
  /** The organization of the entity; null for the platform. */
  readonly client_id: string | null;
  /** The ids of that organization and its ancestors, from the top down. */
  readonly path: readonly string[];
  /** The agent of a document, which is needed to find the document. */
  readonly agent_id?: string;
  /** The note that was added to a conversation. */
  readonly note_id?: string;
  /** The connection of a call that is over, or goes on elsewhere, which its carrier has to leave. */
  readonly line?: CallLine;
  /** The data for webhooks as JSON, if it is not read from the entity. */
  readonly data?: string;
  /** The entity's version after the event. */
  readonly version: number;
  readonly created_at: string;
}

const keptSeconds = 30 * daySeconds;

/** The entity that an event is about. */
export interface Subject {
  readonly id: string;
  readonly path: readonly string[];
  readonly version: number;
  readonly agent_id?: string;
  readonly note_id?: string;
  readonly line?: CallLine | undefined;
}

export const eventItem = <T extends WrittenType>(
  type: T,
  { id, path, version, agent_id, note_id, line }: Subject,
  ...[data]: T extends CarriedType ? [data: EventData<T>] : []
): Item => {
  const eventId = newId('evt');
  const now = new Date();
  return {
    ...eventKey(id, eventId),
    id: eventId,
    type,
    entity: id,
    client_id: path.at(-1) ?? null,
    path,
    version,
    ...(type.startsWith('document.') && { agent_id }),
    ...(note_id && { note_id }),
    ...(line && { line }),
    ...(data !== undefined && { data: JSON.stringify(data) }),
    created_at: now.toISOString(),
    ...currentOrigin(),
    expires: Math.floor(now.getTime() / 1000) + keptSeconds,
  };
};

/** Appends an event, in the transaction of the write that it reports. */
export const eventWrite = <T extends WrittenType>(
  ...event: Parameters<typeof eventItem<T>>
): Operation<never> => put(eventItem(...event));
