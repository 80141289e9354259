import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { AnalysisReport } from 'voice-agent-platform-client';
import type { Days } from '../api/days.ts';
import { momentsHere } from '../api/days.ts';
import { formatNumber, formatPercent, inWords } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { zoneHere } from '../api/zone.ts';
import { DaysField } from '../kit/days-button.tsx';
import { SelectField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Empty, Waiting } from '../kit/notices.tsx';
import { SaveCsv } from '../kit/save-csv.tsx';
import { Sparkline } from '../kit/sparkline.tsx';
import { Table } from '../kit/table.tsx';
import { words } from '../words/index.ts';
import styles from './analyzers.module.css';

/** The pause between two readings of an empty report. */
const everyMs = 3000;
/** Two minutes. An analyzer that has judged nothing by then may have nothing to judge. */
const mostReadings = 40;

const route = getRouteApi('/analyzers/$analyzerId');

type Row = AnalysisReport['rows'][number];

const verdicts = ['passed', 'failed', 'unknown', 'not_applicable', 'unscored'] as const;

type Counts = Readonly<Record<(typeof verdicts)[number], number>>;

/** One criterion of one version, with its share in each period. Versions are never added up. */
interface Trend extends Counts {
  readonly name: string;
  readonly version: number;
  /** The share that passed of those decided, in each period with any. */
  readonly shares: readonly number[];
}

const shareOf = ({ passed, failed }: Pick<Row, 'passed' | 'failed'>): number | null =>
  passed + failed === 0 ? null : passed / (passed + failed);

const trendsOf = (rows: readonly Row[]): Trend[] => {
  const groups = Map.groupBy(rows, ({ name, version }) => `${version} ${name}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const sum = (verdict: (typeof verdicts)[number]) => group.reduce((total, row) => total + row[verdict], 0);
    const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, sum(verdict)])) as Counts;
    const inOrder = group.toSorted((one, other) => one.start.localeCompare(other.start));
    const shares = inOrder.flatMap((row) => shareOf(row) ?? []);
    return [{ name: first.name, version: first.version, ...counts, shares }];
  });
};

const PassRate = ({ trend }: { readonly trend: Trend }) => {
  const share = shareOf(trend);
  if (share === null) return <>{words.kit.none}</>;
  return (
    <>
      <span className={styles.meter} aria-hidden="true">
        <span style={{ inlineSize: `${100 * share}%` }} />
      </span>
      {formatPercent(share, 0)}
    </>
  );
};

interface CallsOfProps {
  readonly trend: Trend;
  readonly verdict: (typeof verdicts)[number];
  readonly trends: readonly Trend[];
  readonly days: Days;
}

/** A number that leads to its calls. They are found by criterion and verdict, and not by version. */
const CallsOf = ({ trend, verdict, trends, days }: CallsOfProps) => {
  const count = formatNumber(trend[verdict]);
  const isOfOneVersion = trends.filter(({ name }) => name === trend.name).length === 1;
  if (trend[verdict] === 0 || !isOfOneVersion) return count;
  const { from, to } = days;
  return (
    <Link
      to="/conversations"
      search={{ label: `criterion.${trend.name}:${verdict}`, from, to }}
      aria-label={words.analyzers.report.callsOf(
        trend[verdict],
        inWords(trend.name),
        words.analyzers.verdicts.names[verdict],
      )}
    >
      {count}
    </Link>
  );
};

const shown = (share: number | null): string => (share === null ? words.kit.none : formatPercent(share, 0));

const Agreement = ({ report }: { readonly report: AnalysisReport }) => {
  const { report: text } = words.analyzers;
  const reviewed = report.agreement.filter((one) => one.reviewed > 0);
  return (
    <section className={kit.stack} aria-label={text.agreement}>
      <h2>{text.agreement}</h2>
      <p className={kit.muted}>{reviewed.length > 0 ? text.agreementHint : text.noReviews}</p>
      {reviewed.length > 0 && (
        <Table
          label={text.agreement}
          items={reviewed}
          keyOf={({ name, version }) => `${version} ${name}`}
          columns={[
            { title: text.criterion, kind: 'heading', cell: ({ name }) => inWords(name) },
            { title: text.version, kind: 'number', cell: ({ version }) => version },
            { title: text.reviewed, kind: 'number', cell: (one) => formatNumber(one.reviewed) },
            { title: text.agree, kind: 'number', cell: ({ agreement }) => shown(agreement) },
            { title: text.wronglyPassed, kind: 'number', cell: (one) => formatNumber(one.wrongly_passed) },
            { title: text.wronglyFailed, kind: 'number', cell: (one) => formatNumber(one.wrongly_failed) },
            {
              title: 'κ',
              kind: 'number',
              cell: ({ kappa }) =>
                kappa === null ? words.kit.none : formatNumber(Math.round(kappa * 100) / 100),
            },
          ]}
        />
      )}
    </section>
  );
};

/** The report of the days in the address bar, and the request for it. */
export const useReport = (analyzerId: string, enabled = true) => {
  const { api } = useSession();
  const { from, to, by } = route.useSearch();
  const interval = by === 'month' ? 'month' : 'day';
  const { start_after, start_before } = momentsHere({ from, to });
  const asked = {
    params: { analyzer_id: analyzerId },
    query: {
      interval,
      ...(start_after && { from: start_after }),
      ...(start_before && { to: start_before }),
    },
  } as const;
  const found = useQuery({
    queryKey: ['analyzer', analyzerId, 'report', from, to, interval],
    queryFn: ({ signal }) => api.analysisReports.get({ ...asked, signal }),
    enabled,
    // The first results of a new analyzer come soon.
    refetchInterval: ({ state }) =>
      state.data?.analyses === 0 && state.dataUpdateCount < mostReadings ? everyMs : false,
    placeholderData: (previous) => previous,
  });
  return { asked, found, days: { from, to }, interval };
};

/** An analyzer's results by criterion and version, over time, and compared with people's decisions. */
export const Report = ({ analyzerId }: { readonly analyzerId: string }) => {
  const { csv } = useSession();
  const navigate = route.useNavigate();
  const { report: text, verdicts: named } = words.analyzers;
  const { asked, found, days, interval } = useReport(analyzerId);
  const report = found.data;
  const trends = report ? trendsOf(report.rows) : [];
  return (
    <div className={kit.stack}>
      <div className={kit.filters}>
        <DaysField
          days={days}
          timeZone={zoneHere}
          onChange={(next) => void navigate({ search: (now) => ({ ...now, ...next }) })}
        />
        <SelectField
          label={text.by}
          value={interval}
          options={(['day', 'month'] as const).map((value) => ({ value, label: text.intervals[value] }))}
          onChange={({ target }) =>
            void navigate({
              search: (now) => ({ ...now, by: target.value === 'month' ? 'month' : undefined }),
            })
          }
        />
      </div>
      <Waiting query={found} />
      {report && report.analyses === 0 && (
        <Empty title={text.empty.title}>
          <p>{text.empty.text}</p>
        </Empty>
      )}
      {report && report.analyses > 0 && (
        <>
          <div className={kit.row}>
            <span className={kit.grow}>{text.analyses(report.analyses)}</span>
            <SaveCsv name={text.file} read={() => csv((api) => api.analysisReports.get(asked))} />
          </div>
          <Table
            label={words.analyzers.tabs.report}
            items={trends}
            keyOf={({ name, version }) => `${version} ${name}`}
            columns={[
              { title: text.criterion, kind: 'heading', cell: ({ name }) => inWords(name) },
              { title: text.version, kind: 'number', cell: ({ version }) => version },
              { title: text.passRate, cell: (trend) => <PassRate trend={trend} /> },
              {
                title: text.trend,
                cell: ({ shares }) => (
                  <span className={styles.trend}>
                    {shares.length > 1 ? <Sparkline values={shares} /> : words.kit.none}
                  </span>
                ),
              },
              ...verdicts.map((verdict) => ({
                title: named.names[verdict],
                kind: 'number' as const,
                cell: (trend: Trend) => (
                  <CallsOf trend={trend} verdict={verdict} trends={trends} days={days} />
                ),
              })),
            ]}
          />
          <Agreement report={report} />
        </>
      )}
    </div>
  );
};
