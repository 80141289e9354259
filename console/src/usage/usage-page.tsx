import { getRouteApi } from '@tanstack/react-router';
import type { UsageRow } from 'voice-agent-platform-client';
import { formatDuration, formatMoney, formatNumber } from '../api/format.ts';
import { useDirectory, useNames } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { valueInWords } from '../api/values.ts';
import { zoneHere } from '../api/zone.ts';
import { BarChart } from '../kit/bar-chart.tsx';
import { cx } from '../kit/cx.ts';
import { DaysField } from '../kit/days-button.tsx';
import { SelectField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Empty, Loading, Problem } from '../kit/notices.tsx';
import { SaveCsv } from '../kit/save-csv.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { useOrg } from '../shell/use-org.ts';
import { words } from '../words/index.ts';
import { amountIn, barsOf, currenciesIn, groupOf, largestGroups, seriesOf, startLabel } from './report.ts';
import type { Measure, UsageSearch } from './search.ts';
import { dimensions, intervals, measures, rangeOf } from './search.ts';
import { UsageTable } from './usage-table.tsx';
import { useUsage } from './use-usage.ts';

const route = getRouteApi('/usage');

/** So many groups are in the table; all of them are in the CSV file. */
const mostRows = 100;

const optionsOf = <T extends string>(values: readonly T[], labels: Readonly<Record<T, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly note: string;
}

const Figure = ({ label, value, note }: FigureProps) => (
  <div className={cx(kit.card, kit.tile)}>
    <dt className={cx(kit.small, kit.muted)}>{label}</dt>
    <dd>
      <strong>{value}</strong>
      <span className={cx(kit.small, kit.muted)}>{note}</span>
    </dd>
  </div>
);

const Totals = ({ row }: { readonly row: UsageRow }) => {
  const { usage: text } = words;
  const { duration_ms, costs, analysis } = row;
  return (
    <dl className={kit.tiles}>
      <Figure
        label={text.conversations}
        value={formatNumber(row.conversations)}
        note={text.failedOf(formatNumber(row.failed))}
      />
      <Figure
        label={text.successful}
        value={formatNumber(row.successful)}
        note={text.ofJudged(formatNumber(row.judged))}
      />
      <Figure
        label={text.length}
        value={formatDuration(duration_ms.sum)}
        note={duration_ms.p50 === null ? '' : text.median(formatDuration(duration_ms.p50))}
      />
      <Figure
        label={text.cost}
        value={costs.map(formatMoney).join(', ') || '–'}
        note={
          analysis.costs.length > 0
            ? text.andAnalyses(analysis.costs.map(formatMoney).join(', '))
            : text.asReported
        }
      />
    </dl>
  );
};

export const UsagePage = () => {
  const { csv } = useSession();
  const { usage: text } = words;
  const search = route.useSearch();
  const { by, interval = 'day', measure = 'conversations' } = search;
  const navigate = route.useNavigate();
  const org = useOrg();
  const query = { interval, ...rangeOf(search), ...(by && { group_by: by }) };
  const found = useUsage(org, query);
  // Whatever range was meant by an absent bound, of all figures it is the same one. The default range of a
  // report by day is that of a total.
  const range =
    interval === 'day'
      ? rangeOf(search)
      : found.data && { start_after: found.data.from, start_before: found.data.to };
  const totals = useUsage(org, range && { interval: 'total', ...range });
  const groups = useUsage(org, range && by && { interval: 'total', ...range, group_by: by });

  const named = by === 'agent_id' ? 'agent' : by === 'child' ? 'client' : undefined;
  useDirectory(...(named === 'agent' ? (['agent'] as const) : []));
  const currencies = currenciesIn(totals.data?.rows ?? []);
  const [currency] = currencies;
  const value = (row: UsageRow) => amountIn(row, measure, currency);
  const { shown, hasOthers } = by
    ? largestGroups(groups.data?.rows ?? [], value)
    : { shown: [null], hasOthers: false };
  const listed = [...(groups.data?.rows ?? [])]
    .filter(({ conversations }) => conversations > 0)
    .sort((one, other) => other.conversations - one.conversations)
    .slice(0, mostRows);
  const ids = [...shown, ...listed.map(groupOf)].filter((group) => group !== null);
  const names = useNames(named, ids);
  const nameOf = (group: string | null) =>
    group === null ? text.notKnown : named ? names(group) : valueInWords(by ?? '', group);

  const change = (next: UsageSearch) => void navigate({ search: (now) => ({ ...now, ...next }) });
  const problem = found.error ?? totals.error ?? groups.error;
  const total = totals.data?.rows[0];
  const label = startLabel(interval, found.data?.timezone ?? 'UTC');
  const measureLabel = text.measures[measure];
  const format = (amount: number) =>
    measure === 'cost' && currency
      ? formatMoney({ amount: String(amount), currency })
      : formatNumber(Math.round(amount * 10) / 10);

  return (
    <>
      <PageHead title={text.title}>
        <SaveCsv
          name="usage.csv"
          read={() =>
            csv((api) =>
              org ? api.usage.get({ params: { client_id: org }, query }) : api.usage.own({ query }),
            )
          }
        />
      </PageHead>
      <form className={kit.filters} aria-label={text.shows}>
        <DaysField
          days={search}
          timeZone={found.data?.timezone ?? zoneHere}
          open={text.lastDays}
          onChange={({ from, to }) => change({ from, to })}
        />
        <SelectField
          label={text.byTime}
          value={interval}
          options={optionsOf(intervals, text.intervals)}
          onChange={({ target }) => change({ interval: target.value as UsageSearch['interval'] })}
        />
        <SelectField
          label={text.groupedBy}
          value={by ?? ''}
          options={[{ value: '', label: text.nothing }, ...optionsOf(dimensions, text.dimensions)]}
          onChange={({ target }) => change({ by: (target.value || undefined) as UsageSearch['by'] })}
        />
        <SelectField
          label={text.measure}
          value={measure}
          options={optionsOf(measures, text.measures)}
          onChange={({ target }) => change({ measure: target.value as Measure })}
        />
      </form>
      {problem && <Problem error={problem} onRetry={() => void found.refetch()} />}
      {found.isPending && <Loading />}
      {total?.conversations === 0 && (
        <Empty title={text.none}>
          <p>{text.noneText}</p>
        </Empty>
      )}
      {total && total.conversations > 0 && found.data && (
        <>
          <Totals row={total} />
          <section className={cx(kit.card, kit.stack)} aria-label={text.chart}>
            <div className={cx(kit.row, kit.spread)}>
              <h2>
                {measure === 'cost' && currency ? text.inCurrency(measureLabel, currency) : measureLabel}
              </h2>
              <span className={cx(kit.small, kit.muted)}>{text.zone(found.data.timezone)}</span>
            </div>
            {measure === 'cost' && currencies.length > 1 && (
              <p className={cx(kit.small, kit.muted)}>
                {text.otherCurrencies(currencies.slice(1).join(', '))}
              </p>
            )}
            <BarChart
              label={text.chartLabel(measureLabel, text.intervals[interval])}
              series={by ? seriesOf(shown, hasOthers, nameOf) : [{ key: measure, name: measureLabel }]}
              bars={barsOf(found.data.rows, shown, hasOthers, value, label)}
              format={format}
            />
          </section>
          {by ? (
            <UsageTable
              first={text.dimensions[by]}
              rows={listed.map((row) => ({ name: nameOf(groupOf(row)), row }))}
            />
          ) : (
            <UsageTable
              first={text.begins}
              rows={found.data.rows
                .filter(({ conversations }) => conversations > 0)
                .map((row) => ({ name: label(row.start), row }))}
            />
          )}
        </>
      )}
    </>
  );
};
