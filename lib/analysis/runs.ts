import type { AnalysisRun, AnalysisRunInput } from '#lib/contract/analysis-runs.ts';
import { asksModel } from '#lib/contract/analyzers.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { conversationFromItem, isErasing } from '#lib/conversations/conversation-record.ts';
import { listConversations } from '#lib/conversations/conversations.ts';
import type { Judge } from '#lib/domain/analysis/judge.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import { daySeconds } from '#lib/domain/durations.ts';
import { readClient } from '#lib/organizations/clients.ts';
import { withoutOwnTest } from '#lib/organizations/known-tests.ts';
import { forEachConcurrently } from '#lib/store/concurrently.ts';
import { eventWrite } from '#lib/store/events/events.ts';
import { beginJob, jobs, jobUpdate } from '#lib/store/jobs.ts';
import { keyOf, listSort } from '#lib/store/keys.ts';
import { ownerAt } from '#lib/store/lists/shards.ts';
import type { TimeLeft } from '#lib/store/lists/sweep.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import { putUnchanged } from '#lib/store/operations/put.ts';
import type { AnalysisRecord } from './analyses.ts';
import { analysisFromItem } from './analyses.ts';
import { analyzeConversation, longestMs } from './analyze.ts';
import type { AnalyzerRecord } from './analyzer-record.ts';
import { analyzerVersions } from './analyzer-versions.ts';

/** A run as it is stored. */
interface RunRecord extends AnalysisRun {
  readonly path: readonly string[];
  readonly filters: AnalysisRunInput['filters'];
  /** Whether its analyzer asks a model. */
  readonly asks_model: boolean;
  /** The place at which it continues; absent: at the beginning. */
  readonly position?: string;
}

export const analysisRuns = /* @__PURE__ */ jobs<AnalysisRun, RunRecord>({
  prefix: 'arun',
  list: 'analysis_runs',
  task: 'analyze_history',
  kind: 'analysis_run',
  keptSeconds: 90 * daySeconds,
  attribute: 'run',
  changing: ({ seen }) => ({ progress: seen }),
  hidden: ['filters', 'position', 'asks_model'],
});

export const insertRun = (analyzer: AnalyzerRecord, input: AnalysisRunInput): Write<AnalysisRun> => {
  const { filters, only, max_conversations, tokens, dry_run } = input;
  return beginJob(analysisRuns, analyzer.path, {
    ...{ analyzer_id: analyzer.id, version: analyzer.version },
    ...{ only, max_conversations, tokens, dry_run },
    ...{ seen: 0, analyzed: 0, skipped: 0, failed: 0, tokens_used: 0 },
    filters,
    asks_model: asksModel(analyzer),
  });
};

/**
 * Replaces a run that is still running, and has not made progress since it was read. Once it ends, its
 * filters are forgotten: they may name a caller, and the erasure of a caller does not look here.
 */
const progressed = (before: RunRecord, change: Partial<RunRecord>): [RunRecord, Operation<Stale>] => {
  const filters = change.status === undefined ? before.filters : {};
  return jobUpdate(analysisRuns, before, { ...change, filters });
};

const ended = (run: RunRecord): Operation<never> => {
  const { id, analyzer_id, analyzed, skipped, failed, tokens_used, path } = run;
  const status = run.status === 'canceled' ? 'canceled' : 'completed';
  const data = { id, analyzer_id, status, analyzed, skipped, failed, tokens: tokens_used } as const;
  return eventWrite('analysis_run.completed', { id, path, version: 1 }, data);
};

export const cancelRun = (run: RunRecord): Write<AnalysisRun> => {
  if (run.status !== 'running') return { operations: [], reply: analysisRuns.represent(run) };
  const [after, operation] = progressed(run, { status: 'canceled' });
  return { operations: [operation, ended(after)], reply: analysisRuns.represent(after), about: run };
};

/** Whether an analysis was not obtained, although nothing speaks against it. */
const isMissing = (known: AnalysisRecord | undefined): boolean =>
  known === undefined || known.status === 'failed' || known.status_reason === 'budget';

const isWanted = ({ only, version }: RunRecord, known: AnalysisRecord | undefined): boolean => {
  if (only === 'all') return true;
  return only === 'missing' ? isMissing(known) : known !== undefined && known.version !== version;
};

/** The fixed part of a request to a model, and of its answer. */
const fixedTokens = 3000;
const bytesPerToken = 2.5;

const estimated = ({ asks_model }: RunRecord, { text_bytes }: ConversationRecord): number =>
  asks_model ? fixedTokens + Math.ceil(text_bytes / bytesPerToken) : 0;

/** The conversations on a page that the run analyzes. */
const wantedOf = async (run: RunRecord, ids: readonly string[]): Promise<ConversationRecord[]> => {
  if (ids.length === 0) return [];
  const [items, analyses] = await Promise.all([
    batchGet(ids.map((id) => keyOf('conversation', id))),
    batchGet(ids.map((id) => keyOf('analysis', id, run.analyzer_id))),
  ]);
  return items.flatMap((item, at) => {
    if (!item || isErasing(item)) return [];
    const conversation = conversationFromItem(item);
    const known = analyses[at];
    return isOver(conversation) && isWanted(run, known && analysisFromItem(known)) ? [conversation] : [];
  });
};

const pageSize = 20;

/** With a limit, one at a time: nobody knows before how many tokens those that are under way will use. */
const atOnceIn = ({ tokens }: RunRecord): number => (tokens === null ? 4 : 1);

/** The progress of a run on a page. */
interface Progress {
  readonly counts: Pick<RunRecord, 'analyzed' | 'skipped' | 'failed' | 'tokens_used'>;
  /** The first conversation for which no time was left; undefined: the page is done. */
  readonly left: ConversationRecord | undefined;
}

/** Analyzes a page of conversations, as far as the run's limits and the function's time allow. */
const analyzePage = async (
  run: RunRecord,
  wanted: readonly ConversationRecord[],
  judge: Judge,
  millisecondsLeft: () => number,
): Promise<Progress> => {
  let { analyzed, skipped, failed, tokens_used } = run;
  let left: ConversationRecord | undefined;
  /** Counts the tokens that were paid, whatever becomes of the analysis. */
  const counting: Judge = (analyzer, call, meter, timeLeft) => {
    const settle: typeof meter.settle = (reserved, used) => {
      const { input, output } = used ?? reserved;
      tokens_used += input + output;
      return meter.settle(reserved, used);
    };
    return judge(analyzer, call, { ...meter, settle }, timeLeft);
  };
  const room = run.max_conversations - analyzed - skipped - failed;
  // They begin in order, so none after the first one that is left has begun.
  await forEachConcurrently(wanted.slice(0, Math.max(0, room)), atOnceIn(run), async (conversation) => {
    if (left || (run.tokens !== null && tokens_used >= run.tokens)) return;
    if (run.dry_run) {
      analyzed += 1;
      tokens_used += estimated(run, conversation);
      return;
    }
    if (millisecondsLeft() < longestMs) {
      left = conversation;
      return;
    }
    const asked = { analyzers: [run.analyzer_id], version: run.version, again: true as const };
    try {
      if ((await analysisRuns.read(run.id))?.status !== 'running') {
        left ??= conversation;
        return;
      }
      const {
        made: [one],
      } = await analyzeConversation(conversation.id, asked, counting, millisecondsLeft);
      if (!one || one.status === 'skipped') skipped += 1;
      else if (one.status === 'failed') failed += 1;
      else analyzed += 1;
    } catch (error) {
      // Another attempt at the page would pay for all of its other conversations again.
      failed += 1;
      const { id: run_id } = run;
      const { stack } = error as Error;
      console.error({ message: 'A run could not analyze a conversation', run_id, error: stack });
    }
  });
  return { counts: { analyzed, skipped, failed, tokens_used }, left };
};

const isUsedUp = ({
  max_conversations,
  tokens,
  analyzed,
  skipped,
  failed,
  tokens_used,
}: RunRecord): boolean =>
  analyzed + skipped + failed >= max_conversations || (tokens !== null && tokens_used >= tokens);

/** Adds to a canceled run what its last page has done and paid. */
const countLast = async (id: string, counts: Partial<RunRecord>): Promise<void> => {
  const run = await analysisRuns.read(id);
  if (run?.status !== 'canceled') return;
  const after = { ...run, ...counts, updated_at: new Date().toISOString() };
  await commit([putUnchanged(analysisRuns.toItem(after), { status: 'canceled', progress: run.seen })]);
};

const isKept = async (clientId: string): Promise<boolean> => {
  const client = await readClient(clientId);
  return client !== undefined && !client.erasing_since;
};

/**
 * Continues a run, page by page. Returns false if there is more to do. It can be repeated after an
 * interruption.
 */
export const continueRun = async (
  id: string,
  judge: Judge,
  timeLeft: TimeLeft,
  millisecondsLeft: () => number,
): Promise<boolean> => {
  let run = await analysisRuns.read(id);
  const owner = run && ownerAt(run.path);
  while (run && owner && run.status === 'running') {
    if (!timeLeft()) return false;
    // The organization is gone, or soon will be.
    if (run.client_id !== null && !(await isKept(run.client_id))) return true;
    const filters = await withoutOwnTest(owner, run.filters);
    const position = run.position === undefined ? undefined : { after: run.position };
    const { data, next } = await listConversations(owner, filters, {
      limit: pageSize,
      order: 'asc',
      position,
    });
    const wanted = await wantedOf(
      run,
      data.map((one) => one.id),
    );
    const { counts, left } = await analyzePage(run, wanted, judge, millisecondsLeft);
    const seen = left ? data.findIndex(({ id: one }) => one === left.id) : data.length;
    if (seen === 0 && left) return false;
    const last = data[seen - 1];
    const after = { ...counts, seen: run.seen + seen };
    const isOverNow = (!left && next === undefined) || isUsedUp({ ...run, ...after });
    const reached = left && last ? listSort(last.start_time, last.id) : next && String(next.after);
    const [changed, operation] = progressed(run, {
      ...after,
      ...(reached !== undefined && { position: reached }),
      ...(isOverNow && { status: 'completed' }),
    });
    try {
      await commit([operation, ...(isOverNow ? [ended(changed)] : [])]);
    } catch (error) {
      if (!(error instanceof Stale)) throw error;
      // It was canceled meanwhile.
      await countLast(id, after);
      return true;
    }
    run = changed;
  }
  return true;
};

/** The version of an analyzer that a run uses. */
export const versionForRun = async (
  analyzer: AnalyzerRecord,
  version: number | undefined,
): Promise<AnalyzerRecord | undefined> =>
  version === undefined ? analyzer : analyzerVersions.find(analyzer, version);
