import { billedPeriods } from '#lib/domain/billing/account.ts';
import { isOver } from '#lib/domain/billing/periods.ts';
import type { Subscription } from '#lib/domain/billing/subscription.ts';
import type { Reach } from '#lib/domain/caller.ts';
import { depthOf } from '#lib/domain/organizations/depth.ts';
import type { StoredAccount } from './accounts.ts';
import { isAboveOf } from './find-account.ts';

/*
 * The issuer of an organization's statements and those above it decide what it owes. An organization in
 * between does not, although it is above the one that pays (docs/decisions/authority.md).
 */

/** Whether a key is that of the issuer of a subscription's statements, or of one above it. */
export const issues = (
  { client_id }: Reach,
  path: readonly string[],
  { issuer_id }: Pick<Subscription, 'issuer_id'>,
): boolean => depthOf(client_id, path) <= depthOf(issuer_id, path);

/** The subscriptions that are not over, and those with a statement that is not final. */
const unsettled = (account: StoredAccount, now: number): Subscription[] => {
  const finals = new Set(account.finals.map(({ key }) => key));
  const open = new Set(
    billedPeriods(account, now).flatMap(({ key, subscription }) =>
      finals.has(key) ? [] : [subscription.id],
    ),
  );
  return account.subscriptions.filter((each) => !isOver(each, now) || open.has(each.id));
};

/**
 * Whether a key may decide on these subscriptions of an organization; by default, on all by which something
 * is still billed.
 */
export const decides = (
  caller: Reach,
  account: StoredAccount,
  subscriptions: readonly Pick<Subscription, 'issuer_id'>[] = unsettled(account, Date.now()),
): boolean =>
  isAboveOf(caller, account.client_id) &&
  subscriptions.every((each) => issues(caller, account.record.path, each));
