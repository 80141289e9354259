import type { EventSelector, Webhook } from '#lib/contract/webhooks.ts';
import { platform } from '#lib/domain/caller.ts';
import { keyOf } from '#lib/store/keys.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { putNew, putUnchanged } from '#lib/store/operations/put.ts';
import { removeVersion } from '#lib/store/operations/remove.ts';
import { ownItemsReader } from '#lib/store/own-items.ts';
import type { Item } from '#lib/store/table.ts';

/*
 * The webhooks of an organization are stored in one item, so that one read finds the receivers of an event at
 * each level. The function that fans out events caches these items for a moment, and also their absence, so
 * that an event without receivers costs nothing. Events that a webhook missed in that moment are sent to it
 * afterwards (tend.ts).
 */

/** The fields of a webhook that its messages need. */
export interface Listener {
  readonly id: string;
  readonly created_at: string;
  readonly events: readonly EventSelector[];
  readonly payload: Webhook['payload'];
  /** Whether messages are posted, rather than stored until they are fetched. */
  readonly posts: boolean;
  /** The time from which nothing is sent; absent while it is enabled. */
  readonly disabled_at?: string;
}

/** The webhooks of one organization, or of the platform itself. */
export interface Listeners {
  readonly owner: string;
  readonly hooks: readonly Listener[];
  /** 0: there is no item. */
  readonly version: number;
}

export const listenersItem = ({ owner, hooks, version }: Listeners): Item => ({
  ...keyOf('listeners', owner),
  hooks: JSON.stringify(hooks),
  version,
});

export const listenersFromItem = (owner: string, item: Item | undefined): Listeners => ({
  owner,
  hooks: item ? (JSON.parse(item.hooks as string) as Listener[]) : [],
  version: item ? (item.version as number) : 0,
});

export const ownerOfWebhook = ({ client_id }: Pick<Webhook, 'client_id'>): string => client_id ?? platform;

export const readListeners = async (owner: string): Promise<Listeners> =>
  listenersFromItem(owner, await get(keyOf('listeners', owner)));

/** Changes the webhooks of an owner, unless they changed since they were read. */
export const listenersWrite = (before: Listeners, hooks: readonly Listener[]): Operation<Stale> => {
  const { owner, version } = before;
  if (hooks.length === 0) return removeVersion(keyOf('listeners', owner), version);
  // The item is removed with the last webhook. Its successor's versions must be different ones, or a write
  // that read the old item would replace the new one.
  const item = listenersItem({ owner, hooks, version: Math.max(version + 1, Date.now()) });
  return version === 0 ? putNew(item, () => new Stale()) : putUnchanged(item, { version });
};

/** The webhooks of several owners, which may be slightly out of date. */
export const listenersOf = ownItemsReader('listeners', (owner, item) => listenersFromItem(owner, item).hooks);
