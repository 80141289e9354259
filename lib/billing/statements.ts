import type { Position } from '#lib/contract/page.ts';
import type { Statement, StatementAdditions } from '#lib/contract/statements.ts';
import { costsShownTo } from '#lib/conversations/known-costs.ts';
import type { AccountStatement } from '#lib/domain/billing/account.ts';
import { statementsOf } from '#lib/domain/billing/account.ts';
import { shownCosts } from '#lib/domain/billing/costs.ts';
import type { Document } from '#lib/domain/billing/document.ts';
import { drafted, finished, untaxed } from '#lib/domain/billing/document.ts';
import { minutesOf } from '#lib/domain/billing/minutes.ts';
import { finalFrom, termsInForce } from '#lib/domain/billing/periods.ts';
import { includedMessages, includedSeconds, noSplit, sumOf } from '#lib/domain/billing/statement.ts';
import type { Reach } from '#lib/domain/caller.ts';
import type { Depth } from '#lib/domain/organizations/depth.ts';
import { eventWrite } from '#lib/store/events/events.ts';
import type { Page } from '#lib/store/lists/listing.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { putNew, putOver } from '#lib/store/operations/put.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import type { StatementRecord, StoredAccount } from './accounts.ts';
import { billingWrite, readAccount, statementItem } from './accounts.ts';
import { isAboveOf } from './find-account.ts';
import { nextNumber } from './numbers.ts';
import type { Organizations } from './parties.ts';
import { organizationsOf, partiesOf } from './parties.ts';

const recordOf = ({ finals }: StoredAccount, { key }: AccountStatement): StatementRecord | undefined =>
  finals.find((final) => final.key === key);

/**
 * The depth from which a statement shows costs; undefined: it shows none, because the organization that pays
 * asks for it.
 */
export type CostsFrom = Depth | undefined;

/**
 * Returns the depth from which an organization's statements show costs to a caller. Only organizations above
 * it see any.
 */
export const costsFromFor = async (caller: Reach, clientId: string): Promise<CostsFrom> =>
  isAboveOf(caller, clientId) ? costsShownTo(caller) : undefined;

/** A statement as the API shows it. */
const represent = (
  account: StoredAccount,
  statement: AccountStatement,
  organizations: Organizations,
  costsFrom: CostsFrom,
  now: number,
): Statement => {
  const { id, key, subscription, period, start, end, content } = statement;
  const { terms } = subscription;
  const stored = recordOf(account, statement);
  const parties = partiesOf(account, subscription, organizations);
  const own = content.settled.find((settled) => settled.key === key);
  return {
    id,
    created_at: stored?.created_at ?? new Date(start).toISOString(),
    updated_at: stored?.updated_at ?? new Date(now).toISOString(),
    version: stored?.version ?? 1,
    metadata: { ...stored?.metadata },
    client_id: account.client_id,
    subscription_id: subscription.id,
    period_start: new Date(start).toISOString(),
    period_end: new Date(end).toISOString(),
    timezone: subscription.timezone,
    status: stored?.status ?? 'draft',
    lines: [...content.lines],
    total: content.total,
    ...(stored?.document ?? (stored ? untaxed : drafted)(content.total, parties)),
    plan_id: terms.plan_id,
    plan_name: terms.name,
    minutes_used: minutesOf(sumOf(own?.split ?? noSplit)),
    minutes_included: minutesOf(includedSeconds(terms, period)),
    messages_used: sumOf(own?.messages ?? noSplit),
    messages_included: includedMessages(terms, period),
    ...(costsFrom !== undefined && shownCosts(content, costsFrom)),
    external_reference: stored?.external_reference ?? null,
    finalized_at: stored?.finalized_at ?? null,
    sent_at: stored?.sent_at ?? null,
  };
};

/** All statements of an organization as the API shows them, newest first. */
export const statementsShown = (
  account: StoredAccount,
  organizations: Organizations,
  costsFrom: CostsFrom,
  now = Date.now(),
): Statement[] =>
  statementsOf(account, now)
    .map((statement) => represent(account, statement, organizations, costsFrom, now))
    .reverse();

/** The same as shown to a caller, with the organizations that the statements name. */
export const readStatements = async (account: StoredAccount, caller: Reach): Promise<Statement[]> => {
  const [organizations, costsFrom] = await Promise.all([
    organizationsOf([account]),
    costsFromFor(caller, account.client_id),
  ]);
  return statementsShown(account, organizations, costsFrom);
};

/** A page of statements. There is about one per month. */
export const statementPage = (
  statements: readonly Statement[],
  { limit, position }: { readonly limit: number; readonly position?: Position | undefined },
): Page<Statement> => {
  const first = position ? statements.findIndex(({ id }) => id === position.after) + 1 : 0;
  const data = statements.slice(first, first + limit);
  const last = data.at(-1);
  return { data, ...(last && first + limit < statements.length && { next: { after: last.id } }) };
};

/** Marks a final statement as sent, paid or void, or sets its reference. */
export const updateStatement = async (
  caller: Reach,
  account: StoredAccount,
  stored: StatementRecord,
  status: StatementRecord['status'],
  additions: StatementAdditions,
  now = Date.now(),
): Promise<Write<Statement>> => {
  const after: StatementRecord = {
    ...stored,
    ...additions,
    status,
    version: stored.version + 1,
    updated_at: new Date(now).toISOString(),
  };
  const changed = { ...account, finals: account.finals.map((final) => (final === stored ? after : final)) };
  const [organizations, costsFrom] = await Promise.all([organizationsOf([account]), costsShownTo(caller)]);
  const shownIn = (of: StoredAccount): Statement => {
    const shown = statementsShown(of, organizations, costsFrom, now);
    return shown.find(({ id }) => id === stored.id) as Statement;
  };
  return {
    operations: [putOver(statementItem(account.client_id, after), stored.version)],
    reply: shownIn(changed),
    replaces: shownIn(account),
    about: { id: stored.id, path: account.record.path },
  };
};

const finalOf = (statement: AccountStatement, document: Document, now: number): StatementRecord => {
  const { id, key, content } = statement;
  const time = new Date(now).toISOString();
  return {
    id,
    key,
    status: 'final',
    ...content,
    created_at: time,
    updated_at: time,
    finalized_at: time,
    version: 1,
    external_reference: null,
    sent_at: null,
    document,
    metadata: {},
  };
};

const finalizeNext = async (clientId: string, now: number): Promise<AccountStatement | undefined> => {
  const account = await readAccount(clientId);
  if (!account) return undefined;
  const next = statementsOf(account, now).find(
    (statement) => !statement.final && finalFrom(statement) <= now,
  );
  if (!next) return undefined;
  const { id, start, end, content, subscription } = next;
  const { record } = account;
  const parties = partiesOf(account, subscription, await organizationsOf([account]));
  // Statements for tests must leave no gaps among the numbers of the others.
  const isTest = parties.addressee?.test_from !== undefined;
  const number = isTest ? undefined : await nextNumber(parties.issuer_id);
  const { timezone } = subscription;
  const document = finished(content.total, parties, number?.sequence, { timezone, now });
  await commit([
    putNew(statementItem(clientId, finalOf(next, document, now)), () => new Stale()),
    ...(number ? [number.taken] : []),
    // The data that the statement is computed from must not have changed.
    billingWrite(record),
    eventWrite(
      'statement.finalized',
      { id, path: record.path, version: 1 },
      {
        id,
        client_id: clientId,
        period_start: new Date(start).toISOString(),
        period_end: new Date(end).toISOString(),
        total: content.total,
      },
    ),
  ]);
  return next;
};

/** Makes every statement that is due final. Returns when the next one is due, if there is one. */
export const finalizeStatements = async (
  clientId: string,
  timeLeft: () => boolean,
  now = Date.now(),
): Promise<'done' | { readonly again: Date }> => {
  while (await retryStale(() => finalizeNext(clientId, now))) if (!timeLeft()) return { again: new Date() };
  const account = await readAccount(clientId);
  if (!account) return 'done';
  const [open] = statementsOf(account, now).filter(({ final }) => !final);
  if (open) return { again: new Date(finalFrom(open)) };
  const start = termsInForce(account.subscriptions).at(-1)?.from ?? 0;
  return start > now ? { again: new Date(start + 1000) } : 'done';
};
