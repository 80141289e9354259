import type { AgentInput } from '#lib/contract/agents.ts';
import { maxImportErrors } from '#lib/contract/imports.ts';
import type { CallReport } from '#lib/domain/integrations/call-report.ts';
import type {
  ImportFailure,
  ImportSource,
  Listed,
  ListedPage,
} from '#lib/domain/integrations/import-source.ts';
import { shortened } from '#lib/domain/text.ts';
import { forEachConcurrently } from '../concurrently.ts';
import type { IntegrationRecord } from '../integrations/integration-record.ts';
import { mergeCall } from '../integrations/merge-call.ts';
import type { TimeLeft } from '../lists/sweep.ts';
import { Stale } from '../operations/failures.ts';
import { importAgent, refusalOf } from './import-agent.ts';
import type { ImportRecord } from './imports.ts';
import { endImport, readImport, saveImport } from './imports.ts';

/** The account that is imported from, with what is asked there. */
export interface ImportAccount {
  readonly integration: IntegrationRecord;
  readonly source: ImportSource;
  /** What a failed request means; undefined: the failure is not the provider's. */
  readonly failureOf: (error: unknown) => ImportFailure | undefined;
}

/** So few requests at once that a provider's limit leaves room for others. */
const atOnce = 4;

const firstPauseMs = 500;
const longestPauseMs = 30 * 60_000;
/** After some five hours without an answer an import fails. */
const maxFailures = 20;

type Done = 'created' | 'skipped' | { readonly failed: string };

const importCall = async (
  { integration }: ImportAccount,
  record: ImportRecord,
  report: CallReport | null,
): Promise<Done> => {
  if (!report) return { failed: 'The provider’s answer does not say enough about it' };
  const origin = { integration, event_id: null, import_id: record.id, recordings: record.recordings };
  const merged = await mergeCall(origin, report);
  if (merged.result === 'parked') return { failed: merged.detail };
  return merged.result === 'created' ? 'created' : 'skipped';
};

/** What is there to do, whatever is imported: a page, and what is done with each of it. */
interface Work {
  readonly page: ListedPage<unknown>;
  readonly take: (listed: Listed<unknown>) => Promise<Done>;
}

const workOf = async (account: ImportAccount, record: ImportRecord): Promise<Work> => {
  const { source, integration } = account;
  const { cursor } = record.place;
  if (record.resource === 'agents') {
    const take = ({ id, load }: Listed<AgentInput>) => importAgent(integration, record.id, id, load);
    return { page: await source.agents(cursor), take: take as Work['take'] };
  }
  const range = {
    after: record.start_after === null ? 0 : Date.parse(record.start_after),
    before: Date.parse(record.start_before ?? record.created_at),
  };
  const take = async ({ load }: Listed<CallReport>) => importCall(account, record, await load());
  return { page: await source.conversations(range, cursor), take: take as Work['take'] };
};

/** What became of a page, as far as it was worked off. */
interface Tally {
  readonly done: Map<string, Done>;
  /** What ended it before its end. */
  stopped?: ImportFailure & { of: 'moment' | 'account' };
}

const takeEach = async (
  { failureOf }: ImportAccount,
  { page, take }: Work,
  known: ReadonlySet<string>,
  timeLeft: TimeLeft,
): Promise<Tally> => {
  const tally: Tally = { done: new Map() };
  const takeOne = async (listed: Listed<unknown>): Promise<void> => {
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

/** One run: done, or when to go on. */
type Run = 'done' | { readonly again: Date };

const pause = async (
  record: ImportRecord,
  { detail, ...failure }: ImportFailure & { of: 'moment' | 'account' },
  done: readonly string[],
): Promise<Run> => {
  const status_detail = shortened(detail, 500);
  const failures = record.place.failures + 1;
  if (failure.of === 'account' || failures > maxFailures) {
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
      // A page that cannot be asked for is everything's failure.
      return failure.of === 'one' ? { ...failure, of: 'account' as const } : failure;
    });
    if ('of' in work) return pause(record, work, record.place.done);

    const known = new Set(record.place.done);
    const tally = await takeEach(account, work, known, timeLeft);
    const counts = countsAfter(record, tally);
    const done = [...known, ...tally.done.keys()];
    if (tally.stopped) return pause({ ...record, ...counts }, tally.stopped, done);

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
 * Works off an import, page by page, until its time ends: `id` names its integration and itself. It goes on where its counts were
 * noted last, so that nothing is missed and nothing counted twice, wherever it breaks off.
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
    // Canceled, or removed with its integration: the next look says which.
    if (error instanceof Stale) return { again: new Date() };
    throw error;
  }
};
