import type { AgentInput } from '#lib/contract/agents.ts';
import { maxImportErrors } from '#lib/contract/imports.ts';
import { minuteMs } from '#lib/domain/durations.ts';
import type { CallReport } from '#lib/domain/integrations/call-report.ts';
import type {
  ImportFailure,
  ImportSource,
  ListedEntry,
  ListedPage,
} from '#lib/domain/integrations/import-source.ts';
import { shortened } from '#lib/domain/text.ts';
import { noteHealth } from '#lib/integrations/health.ts';
import type { IntegrationRecord } from '#lib/integrations/integration-record.ts';
import { mergeCall } from '#lib/integrations/merge-call.ts';
import { forEachConcurrently } from '#lib/store/concurrently.ts';
import type { TimeLeft } from '#lib/store/lists/sweep.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { importAgent, refusalOf } from './import-agent.ts';
import type { ImportRecord } from './imports.ts';
import { endImport, readImport, saveImport } from './imports.ts';

/** The account from which an import reads, with its source. */
export interface ImportAccount {
  readonly integration: IntegrationRecord;
  readonly source: ImportSource;
  /** The meaning of a failed request; undefined if the provider did not cause the failure. */
  readonly failureOf: (error: unknown) => ImportFailure | undefined;
}

/** The number of concurrent requests, low enough to leave room within a provider's limit. */
const atOnce = 4;

const firstPauseMs = 500;
const longestPauseMs = 30 * minuteMs;
/** The number of consecutive failures, over about five hours, after which an import fails. */
const maxFailures = 20;

type ImportResult = 'created' | 'skipped' | { readonly failed: string };

const importCall = async (
  { integration }: ImportAccount,
  record: ImportRecord,
  report: CallReport | null,
): Promise<ImportResult> => {
  if (!report) return { failed: 'The provider’s answer does not say enough about it' };
  const origin = { integration, event_id: null, import_id: record.id, recordings: record.recordings };
  const merged = await mergeCall(origin, report);
  if (merged.result === 'parked') return { failed: merged.detail };
  return merged.result === 'created' ? 'created' : 'skipped';
};

/** A page to import, and the function that imports one of its entries. */
interface Work {
  readonly page: ListedPage<unknown>;
  readonly take: (listed: ListedEntry<unknown>) => Promise<ImportResult>;
}

const workOf = async (account: ImportAccount, record: ImportRecord): Promise<Work> => {
  const { source, integration } = account;
  const { cursor } = record.place;
  if (record.resource === 'agents') {
    const take = ({ id, load }: ListedEntry<AgentInput>) => importAgent(integration, record.id, id, load);
    return { page: await source.agents(cursor), take: take as Work['take'] };
  }
  const range = {
    after: record.start_after === null ? 0 : Date.parse(record.start_after),
    before: Date.parse(record.start_before ?? record.created_at),
  };
  const take = async ({ load }: ListedEntry<CallReport>) => importCall(account, record, await load());
  return { page: await source.conversations(range, cursor), take: take as Work['take'] };
};

/** The results on a page, as far as it was processed. */
interface Tally {
  readonly done: Map<string, ImportResult>;
  /** The failure that interrupted the page. */
  stopped?: ImportFailure & { of: 'moment' | 'account' };
}

const takeEach = async (
  { failureOf }: ImportAccount,
  { page, take }: Work,
  known: ReadonlySet<string>,
  timeLeft: TimeLeft,
): Promise<Tally> => {
  const tally: Tally = { done: new Map() };
  const takeOne = async (listed: ListedEntry<unknown>): Promise<void> => {
    if (tally.stopped || !timeLeft()) return;
    try {
      tally.done.set(listed.id, await take(listed));
    } catch (error) {
      const refusal = refusalOf(error);
      const failure: ImportFailure | undefined =
        refusal === undefined ? failureOf(error) : { of: 'one', detail: refusal };
      if (!failure) throw error;
      if (failure.of === 'one') tally.done.set(listed.id, { failed: failure.detail });
      else tally.stopped = failure;
    }
  };
  const left = page.items.filter(({ id }) => !known.has(id));
  await forEachConcurrently(left, atOnce, takeOne);
  return tally;
};

const countsAfter = (record: ImportRecord, { done }: Tally) => {
  const all = [...done];
  const failed = all.flatMap(([provider_id, result]) =>
    typeof result === 'object' ? [{ provider_id, detail: shortened(result.failed, 500) }] : [],
  );
  return {
    seen: record.seen + all.length,
    created: record.created + all.filter(([, result]) => result === 'created').length,
    skipped: record.skipped + all.filter(([, result]) => result === 'skipped').length,
    failed: record.failed + failed.length,
    errors: [...record.errors, ...failed].slice(0, maxImportErrors),
  };
};

const pauseMs = (failures: number): number => Math.min(firstPauseMs * 2 ** failures, longestPauseMs);

/** The result of a run: done, or the time at which to continue. */
type Run = 'done' | { readonly again: Date };

const pause = async (
  { integration }: ImportAccount,
  record: ImportRecord,
  { detail, ...failure }: ImportFailure,
  done: readonly string[],
): Promise<Run> => {
  if (failure.of === 'account') await noteHealth(integration, detail);
  const status_detail = shortened(detail, 500);
  const failures = record.place.failures + 1;
  // If a page cannot be read, the whole import fails.
  if (failure.of !== 'moment' || failures > maxFailures) {
    await endImport(record, 'failed', { status_detail });
    return 'done';
  }
  await saveImport(record, { status_detail, place: { ...record.place, done, failures } });
  return { again: new Date(Date.now() + Math.max(pauseMs(failures), failure.retryAfterMs ?? 0)) };
};

const runPages = async (account: ImportAccount, first: ImportRecord, timeLeft: TimeLeft): Promise<Run> => {
  let record = first;
  while (timeLeft()) {
    const work = await workOf(account, record).catch((error: unknown) => {
      const failure = account.failureOf(error);
      if (!failure) throw error;
      return failure;
    });
    if ('of' in work) return pause(account, record, work, record.place.done);
    await noteHealth(account.integration, null);

    const known = new Set(record.place.done);
    const tally = await takeEach(account, work, known, timeLeft);
    const counts = countsAfter(record, tally);
    const done = [...known, ...tally.done.keys()];
    if (tally.stopped) return pause(account, { ...record, ...counts }, tally.stopped, done);

    const isWhole = work.page.items.every(({ id }) => known.has(id) || tally.done.has(id));
    const next = { ...counts, status_detail: null };
    if (!isWhole) {
      await saveImport(record, { ...next, place: { ...record.place, done, failures: 0 } });
      break;
    }
    if (work.page.next === null) {
      await endImport(record, 'completed', next);
      return 'done';
    }
    record = await saveImport(record, {
      ...next,
      place: { cursor: work.page.next, done: [], failures: 0 },
    });
  }
  return { again: new Date() };
};

/**
 * Processes an import page by page until its time ends. `id` contains the ids of its integration and of the
 * import. It continues from the last recorded counts, so an interruption neither omits nor repeats an entry.
 */
export const runImport = async (
  id: string,
  accountOf: (integrationId: string) => Promise<ImportAccount | undefined>,
  timeLeft: TimeLeft,
): Promise<Run> => {
  const [integrationId = '', importId = ''] = id.split('/');
  const record = await readImport(integrationId, importId);
  if (record?.status !== 'running') return 'done';
  try {
    const account = await accountOf(integrationId);
    if (account) return await runPages(account, record, timeLeft);
    await endImport(record, 'failed', { status_detail: 'The integration is not connected any more' });
    return 'done';
  } catch (error) {
    // Canceled, or removed with its integration. The next run finds out which.
    if (error instanceof Stale) return { again: new Date() };
    throw error;
  }
};
