import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnalysisRun, Analyzer } from 'voice-agent-platform-client';
import type { Days } from '../api/days.ts';
import { momentsHere } from '../api/days.ts';
import { formatNumber, formatTime } from '../api/format.ts';
import { useOrganization } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { zoneHere } from '../api/zone.ts';
import { Button } from '../kit/button.tsx';
import { DateRange } from '../kit/date-range.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { List } from '../kit/list.tsx';
import { Problem } from '../kit/notices.tsx';
import { useOrgList } from '../shell/use-org.ts';
import { words } from '../words/index.ts';

/** While a run makes progress, it is read again. */
const everyMs = 2000;

type Only = AnalysisRun['only'];

interface RunForm {
  readonly only: Only;
  readonly most: string;
  readonly tokens: string;
  readonly days: Days;
}

/** Estimates a run before it begins, because a run over many calls costs tokens. */
const StartRun = ({ analyzer }: { readonly analyzer: Analyzer }) => {
  const { api } = useSession();
  const { runs } = words.analyzers;
  const owner = useOrganization(analyzer.client_id ?? undefined);
  const [asked, setAsked] = useState<RunForm>({ only: 'missing', most: '1000', tokens: '', days: {} });
  const [estimateId, setEstimateId] = useState<string>();
  const send = (dry_run: boolean) =>
    api.analysisRuns.create({
      body: {
        analyzer_id: analyzer.id,
        only: asked.only,
        max_conversations: Number(asked.most),
        tokens: asked.tokens ? Number(asked.tokens) : null,
        filters: momentsHere(asked.days),
        dry_run,
      },
    });
  const estimating = useAction({
    send: () => send(true),
    refresh: [['analysis-runs']],
    onSent: ({ id }) => setEstimateId(id),
  });
  const starting = useAction({
    send: () => send(false),
    refresh: [['analysis-runs']],
    onSent: () => setEstimateId(undefined),
  });
  const { data: estimate } = useQuery({
    queryKey: ['analysis-run', estimateId],
    queryFn: ({ signal }) => api.analysisRuns.get({ params: { analysis_run_id: estimateId ?? '' }, signal }),
    enabled: estimateId !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'completed' ? false : everyMs),
  });
  const change = (part: Partial<RunForm>) => {
    setAsked({ ...asked, ...part });
    setEstimateId(undefined);
  };
  const counted = estimate?.status === 'completed' ? estimate : undefined;
  const counting = estimating.isPending || (estimateId !== undefined && !counted);
  return (
    <section className={kit.stack} aria-label={words.analyzers.tabs.runs}>
      <div className={kit.filters}>
        <SelectField
          label={runs.only}
          value={asked.only}
          options={(['missing', 'outdated', 'all'] as const).map((value) => ({
            value,
            label: runs.onlys[value],
          }))}
          onChange={({ target }) => change({ only: target.value as Only })}
        />
        <DateRange days={asked.days} timeZone={zoneHere} onChange={(days) => change({ days })} />
        <TextField
          label={runs.most}
          type="number"
          min={1}
          max={100_000}
          value={asked.most}
          onChange={({ target }) => change({ most: target.value })}
        />
        <TextField
          label={runs.tokens}
          type="number"
          min={1}
          value={asked.tokens}
          onChange={({ target }) => change({ tokens: target.value })}
        />
      </div>
      <p className={kit.muted}>{analyzer.client_id === null ? runs.ofAll : runs.of(owner?.name ?? '…')}</p>
      <div className={kit.row}>
        <Button
          {...(!counted && { look: 'primary' as const })}
          busy={counting}
          onClick={() => estimating.mutate()}
        >
          {runs.estimate}
        </Button>
        <span role="status">
          {counting && runs.counting}
          {counted &&
            (counted.analyzed === 0 ? runs.none : runs.estimated(counted.analyzed, counted.tokens_used))}
        </span>
        {counted && counted.analyzed > 0 && (
          <Button look="primary" busy={starting.isPending} onClick={() => starting.mutate()}>
            {runs.start(counted.analyzed)}
          </Button>
        )}
      </div>
      {(estimating.error ?? starting.error) && <Problem error={estimating.error ?? starting.error} />}
    </section>
  );
};

const Cancel = ({ run }: { readonly run: AnalysisRun }) => {
  const { api } = useSession();
  const cancel = useAction({
    send: () => api.analysisRuns.cancel({ params: { analysis_run_id: run.id } }),
    refresh: [['analysis-runs']],
  });
  return (
    <>
      <Button small busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {words.analyzers.runs.cancel}
      </Button>
      {cancel.error && <Problem error={cancel.error} />}
    </>
  );
};

export const useRuns = (enabled = true) => {
  const { api } = useSession();
  return useOrgList('analysis-runs', (query, signal) => api.analysisRuns.list({ query, signal }), {
    enabled,
    refetchInterval: everyMs,
  });
};

/** Runs over calls that ended before the analyzer was there, or was what it is. */
export const Runs = ({ analyzer, mayStart }: { readonly analyzer: Analyzer; readonly mayStart: boolean }) => {
  const { runs } = words.analyzers;
  const list = useRuns();
  const items = list.items.filter(({ analyzer_id }) => analyzer_id === analyzer.id);
  return (
    <div className={kit.stack}>
      {mayStart && <StartRun analyzer={analyzer} />}
      <List<AnalysisRun>
        list={{ ...list, items }}
        empty={runs.empty}
        label={words.analyzers.tabs.runs}
        columns={[
          { title: runs.columns.started, kind: 'heading', cell: ({ created_at }) => formatTime(created_at) },
          {
            title: runs.columns.what,
            cell: ({ dry_run, only }) => `${dry_run ? runs.dryRun : runs.run}: ${runs.onlys[only]}`,
          },
          { title: runs.columns.state, cell: ({ status }) => runs.statuses[status] },
          { title: runs.columns.analyzed, kind: 'number', cell: ({ analyzed }) => formatNumber(analyzed) },
          { title: runs.columns.skipped, kind: 'number', cell: ({ skipped }) => formatNumber(skipped) },
          { title: runs.columns.failed, kind: 'number', cell: ({ failed }) => formatNumber(failed) },
          {
            title: runs.columns.tokens,
            kind: 'number',
            cell: ({ tokens_used }) => formatNumber(tokens_used),
          },
        ]}
        rowActions={(run) => mayStart && run.status === 'running' && <Cancel run={run} />}
      />
    </div>
  );
};
