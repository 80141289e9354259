import { Link } from '@tanstack/react-router';
import type { DayRange } from '../api/days.ts';
import { formatNumber, formatPercent, formatRoundMoney } from '../api/format.ts';
import type { Change } from '../kit/stats.tsx';
import { changeOf, Stat, Stats } from '../kit/stats.tsx';
import { words } from '../words/index.ts';
import type { Figures } from './figures.ts';
import type { Earnings } from './money.ts';

interface OverviewProps {
  readonly days: DayRange;
  readonly now: Figures;
  readonly before: Figures;
  readonly earnings: Earnings | undefined;
  readonly earlier: Earnings | undefined;
  /** The month of the earnings, in words. */
  readonly month: string;
}

/** A change of a share, in points. */
const points = (now: number | undefined, before: number | undefined): Change | undefined =>
  now !== undefined && before !== undefined
    ? {
        text: words.home.points(formatNumber(Math.round(Math.abs(now - before) * 1000) / 10)),
        word: now >= before ? words.home.more : words.home.less,
        rises: now >= before,
        good: now >= before,
        before: words.home.was(formatPercent(before)),
      }
    : undefined;

const shareOf = ({ revenue, margin }: Earnings): number | undefined =>
  margin && Number(revenue.amount) > 0 ? Number(margin.amount) / Number(revenue.amount) : undefined;

/** Five figures, each with its change, and each a way to what it counts. */
export const Overview = ({ days, now, before, earnings, earlier, month }: OverviewProps) => {
  const calls = <Link to="/conversations" search={days} />;
  const margin = earnings && shareOf(earnings);
  return (
    <Stats label={words.home.figures}>
      <Stat
        label={words.home.calls}
        value={formatNumber(now.calls)}
        change={changeOf(now.calls, before.calls, formatNumber(before.calls))}
        link={calls}
      />
      <Stat
        label={words.home.success}
        value={now.success === undefined ? words.kit.none : formatPercent(now.success)}
        change={points(now.success, before.success)}
        link={calls}
      />
      <Stat
        label={words.home.minutes}
        value={formatNumber(Math.round(now.minutes))}
        change={changeOf(now.minutes, before.minutes, formatNumber(Math.round(before.minutes)))}
        link={<Link to="/usage" />}
      />
      {earnings && (
        <Stat
          label={words.home.revenueOf(month)}
          value={formatRoundMoney(earnings.revenue)}
          change={
            earlier &&
            changeOf(
              Number(earnings.revenue.amount),
              Number(earlier.revenue.amount),
              formatRoundMoney(earlier.revenue),
            )
          }
          link={<Link to="/billing" />}
        />
      )}
      {earnings?.margin !== undefined && (
        <Stat
          label={words.home.marginOf(month)}
          value={margin === undefined ? words.kit.none : formatPercent(margin)}
          change={points(margin, earlier && shareOf(earlier))}
          link={<Link to="/billing" />}
        />
      )}
    </Stats>
  );
};
