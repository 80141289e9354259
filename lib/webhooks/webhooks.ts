import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '#lib/contract/errors.ts';
import type { Webhook, WebhookInput, WebhookItem, WebhookReplacement } from '#lib/contract/webhooks.ts';
import { maxWebhooks } from '#lib/contract/webhooks.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { reaches } from '#lib/domain/caller.ts';
import { newId } from '#lib/domain/ids.ts';
import type { Health } from '#lib/domain/webhooks/health.ts';
import { hasEnded } from '#lib/domain/webhooks/selection.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { currentOrigin } from '#lib/store/cause.ts';
import {
  changed,
  entities,
  entityChanges,
  entityRemovals,
  entityWrites,
  firstVersion,
  listEntities,
} from '#lib/store/entity.ts';
import { eventWrite } from '#lib/store/events/events.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { Page, PageRequest } from '#lib/store/lists/listing.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { commit } from '#lib/store/operations/commit.ts';
import type { Stale } from '#lib/store/operations/failures.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import { remove } from '#lib/store/operations/remove.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import type { Own } from '#lib/store/own-items.ts';
import { ownWrite, readOwn } from '#lib/store/own-items.ts';
import type { SecretContext } from '#lib/store/secrets/data-key.ts';
import type { SigningSecrets } from '#lib/store/secrets/new-signing-secret.ts';
import { newSigningSecret, rotated } from '#lib/store/secrets/new-signing-secret.ts';
import type { Listener } from './listeners.ts';
import { ownerOfWebhook, ownListeners } from './listeners.ts';
import { catchUpWrite, hastenWrite, removalWrite } from './tending.ts';

/**
 * A webhook as it is stored. The beginning of an outage is a separate item, because it changes independently.
 */
export interface WebhookRecord extends Omit<Webhook, 'failing_since'>, SigningSecrets {
  /** The ids of the organizations from the top down to the webhook's own; none: the platform's. */
  readonly path: readonly string[];
  readonly disabled_at: string | null;
}

export const webhooks = /* @__PURE__ */ entities<WebhookRecord, Omit<WebhookItem, 'failing_since'>>({
  prefix: 'hook',
  list: 'webhooks',
  kind: 'webhook',
  json: ['events', 'previous', 'metadata'],
  shown: (webhook) => {
    const { id, created_at, updated_at, version, client_id, created_by, url, description, events } = webhook;
    const { payload, status, disabled_reason, per_second, expires_at } = webhook;
    return {
      ...{ id, created_at, updated_at, version, client_id, created_by, url, description, events },
      ...{ payload, status, disabled_reason, per_second, expires_at },
    };
  },
});

export const listenerOf = ({
  id,
  created_at,
  events,
  payload,
  url,
  disabled_at,
}: WebhookRecord): Listener => ({
  id,
  created_at,
  events,
  payload,
  posts: url !== null,
  ...(disabled_at !== null && { disabled_at }),
});

/** The owner's webhooks, with this one in its current state. */
const withListener = ({ entries }: Own<Listener>, webhook: WebhookRecord): Listener[] => [
  ...entries.filter(({ id }) => id !== webhook.id),
  listenerOf(webhook),
];

export interface WebhookWithHealth {
  readonly webhook: WebhookRecord;
  readonly health: Health | undefined;
}

/** Its status as it is now: nothing is written when a webhook ends. */
const present = <W extends Pick<Webhook, 'status' | 'disabled_reason' | 'expires_at'>>(webhook: W): W =>
  webhook.status === 'enabled' && hasEnded(webhook)
    ? { ...webhook, status: 'disabled', disabled_reason: 'expired' }
    : webhook;

export const represent = ({ webhook, health }: WebhookWithHealth): Webhook => ({
  ...present(webhook),
  failing_since: health?.failing_since ?? null,
});

/** A webhook with its health, without a check of the caller's reach. */
export const readWebhookWithHealth = async (id: string): Promise<WebhookWithHealth | undefined> => {
  const [item, health] = await batchGet([keyOf('webhook', id), keyOf('webhook_health', id)]);
  return item && { webhook: webhooks.fromItem(item), health: health as Health | undefined };
};

export const findWebhookWithHealth = async (
  caller: Caller,
  id: string,
): Promise<WebhookWithHealth | undefined> => {
  const found = await readWebhookWithHealth(id);
  return found && reaches(caller, found.webhook.path) ? found : undefined;
};

/** The context in which a webhook's secrets are sealed. */
export const secretContext = (id: string): SecretContext => ({ entity: id, purpose: 'signing_secret' });

const isRaised = (before: number | null, after: number | null): boolean =>
  before !== null && (after === null || after > before);

const disabledOf = (status: Webhook['status'], at: string) =>
  status === 'disabled'
    ? { disabled_reason: 'by_request' as const, disabled_at: at }
    : { disabled_reason: null, disabled_at: null };

export const insertWebhook = async (
  lineage: Lineage | null,
  { client_id: _clientId, expires_at = null, ...input }: WebhookInput,
): Promise<Write<Webhook & { secret: string }, 'quota_exceeded'>> => {
  const first = firstVersion(newId(webhooks.prefix), lineage?.client.path ?? []);
  const { id, created_at, client_id } = first;
  const listeners = await readOwn(ownListeners, ownerOfWebhook({ client_id }));
  if (listeners.entries.length >= maxWebhooks) {
    throw new ApiError('quota_exceeded', {
      detail: `An organization may have at most ${maxWebhooks} webhooks`,
      extensions: { quota: 'webhooks', limit: maxWebhooks },
    });
  }
  const { secret, sealed } = await newSigningSecret(secretContext(id));
  const webhook: WebhookRecord = {
    ...input,
    expires_at,
    ...first,
    created_by: currentOrigin().actor,
    ...disabledOf(input.status, created_at),
    secret: sealed,
    previous: null,
  };
  return {
    operations: [
      ownWrite(ownListeners, listeners, withListener(listeners, webhook)),
      ...entityWrites(webhooks, webhook),
      catchUpWrite(id, created_at),
    ],
    reply: { ...represent({ webhook, health: undefined }), secret },
  };
};

/** The changes that result from replacing a webhook by a later state. */
const changeOf = async (
  before: WebhookRecord,
  after: WebhookRecord,
): Promise<readonly Operation<Stale>[]> => {
  const isHeard = !isDeepStrictEqual(listenerOf(before), listenerOf(after));
  const listeners = isHeard && (await readOwn(ownListeners, ownerOfWebhook(after)));
  return [
    ...entityChanges(webhooks, before, after),
    ...(listeners
      ? [
          ownWrite(ownListeners, listeners, withListener(listeners, after)),
          catchUpWrite(after.id, after.updated_at),
        ]
      : []),
  ];
};

/** The fields that a replacement sets. */
export const replaceableFields = (webhook: WebhookReplacement) => {
  const { url, description, events, payload, status, per_second, expires_at = null, metadata } = webhook;
  return { url, description, events, payload, status, per_second, expires_at, metadata };
};

/** Changes a webhook. A replacement without an effect is answered without a write. */
export const replaceWebhook = async (
  before: WebhookWithHealth,
  input: WebhookReplacement,
): Promise<Write<Webhook>> => {
  const { webhook } = before;
  const { status, per_second } = input;
  const updated_at = new Date().toISOString();
  const fields = {
    ...replaceableFields(input),
    ...(status !== webhook.status && disabledOf(status, updated_at)),
  };
  const replaces = represent(before);
  if (isDeepStrictEqual({ ...webhook, ...fields }, webhook))
    return { operations: [], reply: replaces, replaces };
  const after = changed(webhook, fields, updated_at);
  const isFaster = isRaised(webhook.per_second, per_second);
  // Enabled again, it begins with a clean slate.
  const isEnabled = status === 'enabled' && webhook.status === 'disabled';
  return {
    operations: [
      ...(await changeOf(webhook, after)),
      ...(isEnabled ? [remove(keyOf('webhook_health', webhook.id))] : []),
      ...(isFaster ? [remove(keyOf('webhook_pace', webhook.id)), hastenWrite(webhook.id)] : []),
    ],
    reply: represent({ webhook: after, health: isEnabled ? undefined : before.health }),
    replaces,
  };
};

/** Disables a webhook, and reports it to the other webhooks. */
export const disableWebhook = (
  id: string,
  reason: Exclude<Webhook['disabled_reason'], 'by_request' | null>,
): Promise<void> =>
  retryStale(async () => {
    const before = await webhooks.read(id);
    if (!before || before.status === 'disabled') return;
    const disabled_at = new Date().toISOString();
    const after = changed(before, { status: 'disabled', disabled_reason: reason, disabled_at }, disabled_at);
    await commit([
      ...(await changeOf(before, after)),
      eventWrite('webhook.disabled', after, { id, disabled_reason: reason }),
    ]);
  });

/** Removes a webhook. Its messages are removed afterwards. */
export const removeWebhook = async ({ webhook, health }: WebhookWithHealth): Promise<Write<undefined>> => {
  const { id } = webhook;
  const listeners = await readOwn(ownListeners, ownerOfWebhook(webhook));
  return {
    operations: [
      ...entityRemovals(webhooks, webhook),
      ownWrite(
        ownListeners,
        listeners,
        listeners.entries.filter((hook) => hook.id !== id),
      ),
      remove(keyOf('webhook_health', id)),
      remove(keyOf('webhook_pace', id)),
      removalWrite(id),
    ],
    reply: undefined,
    about: webhook,
    replaces: represent({ webhook, health }),
  };
};

/** Gives a webhook another secret. For a while, the previous one also signs messages. */
export const rotateSecret = async (
  { webhook, health }: WebhookWithHealth,
  overlapSeconds: number,
): Promise<Write<Webhook & { secret: string }>> => {
  const { secret, sealed } = await newSigningSecret(secretContext(webhook.id));
  const after = changed(webhook, rotated(webhook, sealed, overlapSeconds));
  return {
    operations: await changeOf(webhook, after),
    reply: { ...represent({ webhook: after, health }), secret },
    replaces: represent({ webhook, health }),
  };
};

export const listWebhooks = async (owner: string, paging: PageRequest): Promise<Page<WebhookItem>> => {
  const { data: items, next } = await listEntities(webhooks, owner, paging);
  const health = await batchGet(
    items.map(({ id }) => keyOf('webhook_health', id)),
    { eventuallyConsistent: true },
  );
  const failingSince = (at: number) => (health[at] as Health | undefined)?.failing_since ?? null;
  const data = items.map((item, at) => present({ ...item, failing_since: failingSince(at) }));
  return { data, next };
};
