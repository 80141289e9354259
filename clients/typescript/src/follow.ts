import type { Client, EventSelector, WebhookMessage } from './generated.ts';

export interface FollowOptions {
  /** The types of events, or `['*']` for all. */
  readonly events: readonly EventSelector[];
  /**
   * The name of the queue, by which a program finds it again after a restart; by default `follow`. Programs
   * that name the same queue share its events, and the `events` of the last one to start apply: two programs
   * that each want every event need queues of their own.
   */
  readonly queue?: string;
  /**
   * The organization whose events, and those of its descendants, are followed; by default that of the API
   * key.
   */
  readonly clientId?: string;
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
}

/** The calls that following makes. */
export type FollowingClient = Pick<Client, 'me' | 'webhooks' | 'webhookMessages'>;

/**
 * The oldest queue of this name: of two that were created at the same time, every program chooses the same
 * one.
 */
const findQueue = async (client: FollowingClient, client_id: string | null, name: string) => {
  const query = { order: 'asc', limit: 100, ...(client_id && { client_id }) } as const;
  for await (const webhook of client.webhooks.list.all({ query })) {
    const isQueue = webhook.url === null && webhook.description === name;
    if (isQueue && webhook.client_id === client_id) return webhook;
  }
  return undefined;
};

const isAlike = (one: readonly string[], other: readonly string[]): boolean =>
  [...new Set(one)].sort().join() === [...new Set(other)].sort().join();

/** Finds the queue of this name, with these events, or creates it. */
const openQueue = async (client: FollowingClient, options: FollowOptions): Promise<string> => {
  const { events, queue: name = 'follow', clientId } = options;
  const client_id = clientId ?? (await client.me.get()).client?.id ?? null;
  const known = await findQueue(client, client_id, name);
  if (known) {
    if (known.status === 'disabled') throw new Error(`The queue ${name} (${known.id}) is disabled`);
    const params = { webhook_id: known.id };
    if (!isAlike(known.events, events)) {
      const { metadata, payload } = await client.webhooks.get({ params });
      await client.webhooks.replace({ params, body: { description: name, events, metadata, payload } });
    }
    return known.id;
  }
  const body = { description: name, events, ...(client_id && { client_id }) };
  const created = await client.webhooks.create({ body });
  const oldest = (await findQueue(client, client_id, name)) ?? created;
  if (oldest.id !== created.id) await client.webhooks.remove({ params: { webhook_id: created.id } });
  return oldest.id;
};

/** The answer to a call; undefined if the signal has ended it. */
const unlessAborted = async <T>(
  call: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T | undefined> => {
  try {
    return await call;
  } catch (error) {
    if (signal?.aborted) return undefined;
    throw error;
  }
};

/**
 * Yields events in the order in which they happened, from the creation of the queue on. An event counts as
 * handled when the next one is asked for, and is acknowledged with its page. One that was not acknowledged
 * comes again.
 */
export const followEvents = async function* (
  client: FollowingClient,
  options: FollowOptions,
): AsyncGenerator<WebhookMessage, void> {
  const { signal } = options;
  const params = { webhook_id: await openQueue(client, options) };
  const query = { status: 'pending', order: 'asc', wait: 20 } as const;
  // An outage of any length ends, and nothing is lost in the meantime.
  const patient = { maxRetries: Number.POSITIVE_INFINITY, ...(signal && { signal }) };
  while (!signal?.aborted) {
    const page = await unlessAborted(client.webhookMessages.list({ params, query, ...patient }), signal);
    const message_ids: string[] = [];
    const acknowledge = async (how: object): Promise<void> => {
      const handled = message_ids.splice(0);
      if (handled.length === 0) return;
      await client.webhooks.acknowledge({ params, body: { message_ids: handled }, ...how });
    };
    try {
      for (const { id, payload } of page?.data ?? []) {
        if (signal?.aborted) break;
        if (payload) yield payload as unknown as WebhookMessage;
        message_ids.push(id);
      }
      if (!signal?.aborted) await unlessAborted(acknowledge(patient), signal);
    } finally {
      // The consumer has stopped, or failed at an event, after those that it has handled.
      await acknowledge({});
    }
  }
};
