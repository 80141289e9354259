import type { EventSelector, Webhook } from '#lib/contract/webhooks.ts';
import { platform } from '#lib/domain/caller.ts';
import { ownItemsReader, ownList } from '#lib/store/own-items.ts';

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

export const ownListeners = /* @__PURE__ */ ownList<Listener>('listeners', 'hooks');

export const ownerOfWebhook = ({ client_id }: Pick<Webhook, 'client_id'>): string => client_id ?? platform;

/** The webhooks of several owners, which may be slightly out of date. */
export const listenersOf = ownItemsReader(
  'listeners',
  (owner, item) => ownListeners.fromItem(owner, item).entries,
);
