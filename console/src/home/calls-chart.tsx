import { Link } from '@tanstack/react-router';
import type { DayRange } from '../api/days.ts';
import { formatDay, formatDays, formatNumber, formatShortDay, inWords } from '../api/format.ts';
import { BarChart } from '../kit/bar-chart.tsx';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { Menu, MenuCheck, MenuItem } from '../kit/menu.tsx';
import { words } from '../words/index.ts';
import type { DayRow } from './figures.ts';
import { failed, failedIn, mostOutcomes, others, outcomesByDay, outcomesIn } from './figures.ts';

const nameOf = (key: string): string =>
  ({ [failed]: words.home.failed, [others]: words.home.others })[key] ?? inWords(key);

interface CallsChartProps {
  readonly rows: readonly DayRow[];
  readonly days: DayRange;
  /** The outcomes that are shown; empty for the most frequent ones. */
  readonly chosen: readonly string[];
  /** Adds or removes one; undefined removes all. */
  readonly onChoose: (outcome: string | undefined) => void;
}

/** The calls of each day by outcome, each day a way to its calls. */
export const CallsChart = ({ rows, days, chosen, onChoose }: CallsChartProps) => {
  const { keys, bars } = outcomesByDay(days, rows, chosen);
  const outcome = chosen.length > 0 && !chosen.includes(failed) ? chosen.join() : undefined;
  return (
    <section className={kit.stack} aria-labelledby="calls-by-day">
      <div className={cx(kit.row, kit.spread)}>
        <h2 id="calls-by-day">{words.home.callsByDay}</h2>
        <Menu
          trigger={
            <Button small>
              {chosen.length > 0 ? words.home.outcomesChosen(chosen.length) : words.home.outcomes}
              <Icon name="down" />
            </Button>
          }
        >
          {[...outcomesIn(rows), [failed, failedIn(rows)] as const].map(([key, count]) => (
            <MenuCheck
              key={key}
              checked={chosen.includes(key)}
              disabled={!chosen.includes(key) && chosen.length >= mostOutcomes}
              onChange={() => onChoose(key)}
            >
              <span className={kit.grow}>{nameOf(key)}</span>
              <span className={kit.muted}>{formatNumber(count)}</span>
            </MenuCheck>
          ))}
          {chosen.length > 0 && (
            <MenuItem onClick={() => onChoose(undefined)}>{words.home.allOutcomes}</MenuItem>
          )}
        </Menu>
      </div>
      <BarChart
        label={words.home.chart(formatDays(days.from, days.to))}
        table={words.home.day}
        series={keys.map((key) => ({
          key,
          name: nameOf(key),
          tone: key === failed ? 'failed' : key === others ? 'quiet' : undefined,
        }))}
        bars={bars.map(({ day, values }) => ({
          label: formatShortDay(day),
          title: formatDay(day),
          values,
          link: <Link to="/conversations" search={{ from: day, to: day, outcome }} />,
        }))}
      />
    </section>
  );
};
