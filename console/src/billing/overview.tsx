import { Link } from '@tanstack/react-router';
import type { StatementItem } from 'voice-agent-platform-client';
import { toCsv } from '../api/csv.ts';
import { saveFile } from '../api/download.ts';
import { formatMonthAndYear, formatNumber, formatPercent } from '../api/format.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { Empty, Loading, Problem } from '../kit/notices.tsx';
import { changeOf, Stat, Stats } from '../kit/stats.tsx';
import type { Column } from '../kit/table.tsx';
import { Table } from '../kit/table.tsx';
import { words } from '../words/index.ts';
import styles from './billing.module.css';
import { Meter } from './meter.tsx';
import { monthsLater } from './period.ts';
import { daysLate, StatementState } from './statement-state.tsx';
import type { Sum } from './sums.ts';
import { inCents, shareOf, sumOf, sumsOf } from './sums.ts';
import { useStatements } from './use-statements.ts';

interface OverviewProps {
  readonly org: string | undefined;
  /** Such as `2026-10`. */
  readonly month: string;
}

export const ClientLink = ({ statement }: { readonly statement: StatementItem }) => (
  <Link
    to="/billing/$clientId/$statementId"
    params={{ clientId: statement.client_id, statementId: statement.id }}
  >
    {statement.addressee?.name ?? words.billing.erased}
  </Link>
);

/** A change against the month before, where there was something. */
const since = (now: Sum['total'] | undefined, before: Sum['total'] | undefined, good: boolean) =>
  now && before?.currency === now.currency
    ? changeOf(Number(now.amount), Number(before.amount), inCents(before), good)
    : undefined;

/** Costs in several currencies have no sum that could be compared. */
const onlyOf = (costs: Sum['costs'] = []): Sum['total'] | undefined =>
  costs.length === 1 ? costs[0] : undefined;

interface FiguresProps {
  readonly sum: Sum | undefined;
  /** The statements of the month before. */
  readonly earlier: readonly StatementItem[];
  readonly unpaid: readonly StatementItem[];
}

const Figures = ({ sum, earlier, unpaid }: FiguresProps) => {
  const before = sumsOf(earlier).find(({ total }) => total.currency === sum?.total.currency);
  const { billing } = words;
  const currency = sum?.total.currency ?? unpaid[0]?.amount_due.currency;
  const due = (statements: readonly StatementItem[]): string | undefined =>
    currency && statements.length > 0
      ? inCents({
          currency,
          amount: sumOf(
            statements.flatMap(({ amount_due }) =>
              amount_due.currency === currency ? amount_due.amount : [],
            ),
          ),
        })
      : undefined;
  const late = due(unpaid.filter((statement) => daysLate(statement) > 0));
  const share = sum && shareOf(sum.total, sum.margin);
  return (
    <Stats label={billing.figures}>
      <Stat
        label={billing.total}
        value={sum ? inCents(sum.total) : words.kit.none}
        change={since(sum?.total, before?.total, true)}
      />
      {sum?.costs && (
        <Stat
          label={billing.cost}
          value={sum.costs.map(inCents).join(', ')}
          change={since(onlyOf(sum.costs), onlyOf(before?.costs), false)}
        />
      )}
      {sum?.margin !== undefined && (
        <Stat
          label={billing.margin}
          value={sum.margin ? inCents(sum.margin) : words.kit.none}
          note={share !== undefined && billing.shareOfTotal(formatPercent(share))}
        />
      )}
      <Stat
        label={billing.unpaid}
        value={due(unpaid) ?? words.kit.none}
        note={
          <>
            {late && <strong className={styles.late}>{billing.late(late)}</strong>}{' '}
            {billing.count(unpaid.length)}
          </>
        }
        link={
          <Link to="/billing" search={(previous) => ({ ...previous, tab: 'statements', status: 'final' })} />
        }
      />
    </Stats>
  );
};

/** The rows of the overview for a spreadsheet. */
const csvOf = (statements: readonly StatementItem[]): string => {
  const { columns } = words.billing;
  return toCsv([
    [
      columns.client,
      columns.number,
      columns.plan,
      columns.minutesUsed,
      columns.minutesIncluded,
      columns.total,
      columns.due,
      columns.currency,
      columns.cost,
      columns.margin,
      columns.statement,
    ],
    ...statements.map((each) => [
      each.addressee?.name,
      each.number,
      each.plan_name,
      each.minutes_used,
      each.minutes_included,
      each.total.amount,
      each.amount_due.amount,
      each.total.currency,
      each.costs?.map(({ amount, currency }) => `${amount} ${currency}`).join(' '),
      each.margin?.amount,
      words.billing.states[each.status],
    ]),
  ]);
};

/** Each client's usage and charges of a month, and the earnings from them. */
export const Overview = ({ org, month }: OverviewProps) => {
  const { data: statements = [], error, isPending, refetch } = useStatements(org, { period: month });
  const earlier = useStatements(org, { period: monthsLater(-1, month) }).data ?? [];
  const unpaid = useStatements(org, { status: 'final' }).data ?? [];
  const { billing } = words;
  const { columns } = billing;
  const sums = sumsOf(statements);
  const [most] = sums;
  const seesCosts = most?.costs !== undefined;
  const ofCosts: readonly Column<StatementItem>[] = [
    {
      title: columns.cost,
      kind: 'number',
      roomy: true,
      cell: ({ costs }) => costs?.map(inCents).join(', ') || words.kit.none,
    },
    {
      title: columns.margin,
      kind: 'number',
      roomy: true,
      cell: ({ margin }) => (margin ? inCents(margin) : words.kit.none),
    },
    {
      title: columns.share,
      kind: 'number',
      roomy: true,
      cell: ({ total, margin }) => {
        const share = shareOf(total, margin);
        return share === undefined ? words.kit.none : formatPercent(share);
      },
    },
  ];
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Loading />;
  return (
    <>
      <Figures sum={most} earlier={earlier} unpaid={unpaid} />
      {statements.length === 0 ? (
        <Empty title={billing.emptyMonth(formatMonthAndYear(month))}>
          <p>{billing.emptyMonthText}</p>
        </Empty>
      ) : (
        <>
          <Table
            label={billing.clientsIn(formatMonthAndYear(month))}
            items={statements}
            keyOf={({ id }) => id}
            columns={[
              {
                title: columns.client,
                kind: 'heading',
                cell: (statement) => (
                  <>
                    <ClientLink statement={statement} />
                    <span className={styles.sub}>
                      {billing.minutesOf(Number(statement.minutes_used), Number(statement.minutes_included))}
                    </span>
                  </>
                ),
              },
              { title: columns.plan, roomy: true, cell: ({ plan_name }) => plan_name },
              {
                title: columns.used,
                roomy: true,
                cell: ({ minutes_used, minutes_included }) => (
                  <Meter used={Number(minutes_used)} included={Number(minutes_included)} />
                ),
              },
              { title: columns.total, kind: 'number', cell: ({ total }) => inCents(total) },
              ...(seesCosts ? ofCosts : []),
              {
                title: columns.statement,
                cell: (statement) => <StatementState statement={statement} />,
              },
            ]}
            foot={sums.map(({ total, costs, margin, statements: counted }) => {
              const share = shareOf(total, margin);
              const minutes = counted.reduce((sum, { minutes_used }) => sum + Number(minutes_used), 0);
              return (
                <tr key={total.currency}>
                  <th scope="row">{billing.clients(counted.length)}</th>
                  <td className={kit.roomy} />
                  <td className={cx(kit.roomy, styles.plain)}>{billing.minutes(formatNumber(minutes))}</td>
                  <td className={kit.number}>{inCents(total)}</td>
                  {seesCosts && (
                    <>
                      <td className={cx(kit.number, kit.roomy)}>{costs?.map(inCents).join(', ')}</td>
                      <td className={cx(kit.number, kit.roomy)}>
                        {margin ? inCents(margin) : words.kit.none}
                      </td>
                      <td className={cx(kit.number, kit.roomy)}>
                        {share === undefined ? words.kit.none : formatPercent(share)}
                      </td>
                    </>
                  )}
                  <td className={styles.plain}>
                    {billing.paidOf(counted.filter(({ status }) => status === 'paid').length, counted.length)}
                  </td>
                </tr>
              );
            })}
          />
          <div className={kit.row}>
            <Button
              onClick={() =>
                saveFile(`${billing.file}-${month}.csv`, 'text/csv;charset=utf-8', csvOf(statements))
              }
            >
              <Icon name="download" />
              {words.kit.saveCsv}
            </Button>
          </div>
        </>
      )}
    </>
  );
};
