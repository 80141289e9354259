import { Link } from '@tanstack/react-router';
import type { DayRange } from '../api/days.ts';
import { formatDay, formatDays, formatShortDay, inWords } from '../api/format.ts';
import { BarChart } from '../kit/bar-chart.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import type { DayRow } from './figures.ts';
import { failed, others, outcomesByDay } from './figures.ts';

const nameOf = (key: string): string =>
  ({ [failed]: words.home.failed, [others]: words.home.others })[key] ?? inWords(key);

/** The calls of each day by outcome, each day a way to its calls. */
export const CallsChart = ({ rows, days }: { readonly rows: readonly DayRow[]; readonly days: DayRange }) => {
  const { keys, bars } = outcomesByDay(days, rows);
  return (
    <section className={kit.stack} aria-labelledby="calls-by-day">
      <h2 id="calls-by-day">{words.home.callsByDay}</h2>
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
          link: <Link to="/conversations" search={{ from: day, to: day }} />,
        }))}
      />
    </section>
  );
};
