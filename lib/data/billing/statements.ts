import type { Position } from '#lib/contract/page.ts';
import type { Statement, StatementAdditions } from '#lib/contract/statements.ts';
import type { AccountStatement } from '#lib/domain/billing/account.ts';
import { statementsOf } from '#lib/domain/billing/account.ts';
import { finalFrom, termsInForce } from '#lib/domain/billing/periods.ts';
import { eventWrite } from '../events/events.ts';
import type { Page } from '../lists/listing.ts';
import { commit } from '../operations/commit.ts';
import { Stale } from '../operations/failures.ts';
import type { Write } from '../operations/operation.ts';
import { putNew, putOver } from '../operations/put.ts';
import { retryStale } from '../operations/retry-stale.ts';
import type { StatementRecord, StoredAccount } from './accounts.ts';
import { billingWrite, readAccount, statementItem } from './accounts.ts';

const recordOf = ({ finals }: StoredAccount, { key }: AccountStatement): StatementRecord | undefined =>
  finals.find((final) => final.key === key);

/** A statement as the API shows it. Only organizations above see costs. */
export const represent = (
  account: StoredAccount,
  statement: AccountStatement,
  above: boolean,
  now: number,
): Statement => {
  const { id, subscription, start, end, content } = statement;
  const stored = recordOf(account, statement);
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
    ...(above && { costs: content.costs, margin: content.margin }),
    external_reference: stored?.external_reference ?? null,
    finalized_at: stored?.finalized_at ?? null,
  };
};

/** All statements of an organization as the API shows them, newest first. */
export const statementsShown = (account: StoredAccount, above: boolean, now = Date.now()): Statement[] =>
  statementsOf(account, now)
    .map((statement) => represent(account, statement, above, now))
    .reverse();

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

/** Marks a final statement as paid or void, or sets its reference. */
export const updateStatement = (
  account: StoredAccount,
  stored: StatementRecord,
  status: StatementRecord['status'],
  additions: StatementAdditions,
  now = Date.now(),
): Write<Statement> => {
  const after: StatementRecord = {
    ...stored,
    ...additions,
    status,
    version: stored.version + 1,
    updated_at: new Date(now).toISOString(),
  };
  const changed = { ...account, finals: account.finals.map((final) => (final === stored ? after : final)) };
  const [reply] = statementsShown(changed, true, now).filter(({ id }) => id === stored.id) as [Statement];
  return { operations: [putOver(statementItem(account.client_id, after), stored.version)], reply };
};

const finalOf = (statement: AccountStatement, now: number): StatementRecord => {
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
  const { id, start, end, content } = next;
  const { record } = account;
  await commit([
    putNew(statementItem(clientId, finalOf(next, now)), () => new Stale()),
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
