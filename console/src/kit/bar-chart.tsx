import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { cloneElement, useState } from 'react';
import { formatNumber } from '../api/format.ts';
import { words } from '../words/index.ts';
import styles from './bar-chart.module.css';
import { cx } from './cx.ts';
import { Table } from './table.tsx';

export interface Series {
  readonly key: string;
  readonly name: string;
  /** Failures are red, neutral values gray. Without a tone, a series gets a shade of the accent. */
  readonly tone?: 'quiet' | 'failed' | undefined;
}

export interface Bar {
  /** Below the bar, where there is room for it. */
  readonly label: string;
  /** The same, with more words, for the figures. */
  readonly title?: string;
  /** One value for each series. */
  readonly values: readonly number[];
  /** Leads to what is counted. */
  readonly link?: ReactElement<LinkProps>;
}

interface LinkProps {
  readonly className?: string | undefined;
  readonly tabIndex?: number;
  readonly 'aria-label'?: string;
  readonly onFocus?: () => void;
  readonly children?: ReactNode;
}

interface BarChartProps {
  /** A sentence that describes the chart. */
  readonly label: string;
  readonly series: readonly Series[];
  readonly bars: readonly Bar[];
  readonly format?: (value: number) => string;
  /** The head of the first column of a table with the same figures, below the chart. */
  readonly table?: string;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The top of an axis that reaches a value, and has four steps of a round number each. */
export const axisTop = (most: number): number => {
  if (most <= 4) return 4;
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10;
  return 4 * step * power;
};

const steps = [4, 3, 2, 1, 0] as const;

/** So many labels fit below a chart. */
const mostLabels = 8;

const classOf = ({ tone }: Series, index: number): string | undefined => styles[tone ?? `series${index + 1}`];

/** The arrow keys go from bar to bar, along the line. */
const followArrows = (event: KeyboardEvent<HTMLElement>) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.indexOf(event.target as HTMLAnchorElement);
  links[at + (document.documentElement.dir === 'rtl' ? -step : step)]?.focus();
  event.preventDefault();
};

/**
 * Stacked bars. Bars with links are one stop of the Tab key, and the arrow keys go from one to the next.
 * Without links, a screen reader meets a picture with a name, so the same figures belong in a table beside
 * it.
 */
export const BarChart = ({ label, series, bars, format = formatNumber, table }: BarChartProps) => {
  const [current, setCurrent] = useState(bars.length - 1);
  const top = axisTop(Math.max(0, ...bars.map(({ values }) => sum(values))));
  const every = Math.ceil(bars.length / mostLabels);
  const linked = bars.some(({ link }) => link);
  const figuresOf = ({ values }: Bar) =>
    values.flatMap((value, index) => (value ? [`${series[index]?.name}: ${format(value)}`] : []));
  return (
    <figure className={styles.chart}>
      {series.length > 1 && (
        <ul className={styles.legend} aria-label={words.kit.chart.colors}>
          {series.map((one, index) => (
            <li key={one.key}>
              <span className={cx(styles.swatch, classOf(one, index))} />
              {one.name} <strong>{format(sum(bars.map(({ values }) => values[index] ?? 0)))}</strong>
            </li>
          ))}
        </ul>
      )}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have a name. */}
      <div className={styles.area} role={linked ? 'group' : 'img'} aria-label={label}>
        <div className={styles.axis} aria-hidden="true">
          {steps.map((step) => (
            <span key={step}>{format((top * step) / 4)}</span>
          ))}
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the links inside. */}
        <div className={styles.bars} onKeyDown={followArrows}>
          {bars.map((bar, at) => {
            const title = bar.title ?? bar.label;
            return (
              <div key={bar.label} className={styles.slot}>
                <div className={styles.bar} style={{ height: `${(100 * sum(bar.values)) / top}%` }}>
                  {bar.values.map((value, index) => {
                    const one = series[index];
                    return (
                      one &&
                      value > 0 && (
                        <div key={one.key} className={classOf(one, index)} style={{ flexGrow: value }} />
                      )
                    );
                  })}
                </div>
                {bar.link &&
                  cloneElement(bar.link, {
                    className: styles.link,
                    tabIndex: at === Math.min(current, bars.length - 1) ? 0 : -1,
                    'aria-label': [`${title}: ${format(sum(bar.values))}`, ...figuresOf(bar)].join(', '),
                    onFocus: () => setCurrent(at),
                  })}
                <div className={cx(styles.tip, at > bars.length / 2 && styles.before)} aria-hidden="true">
                  <strong>
                    {title} <span>{format(sum(bar.values))}</span>
                  </strong>
                  {bar.values.map((value, index) => {
                    const one = series[index];
                    return (
                      one && (
                        <div key={one.key}>
                          <span className={cx(styles.swatch, classOf(one, index))} />
                          {one.name} <span>{format(value)}</span>
                        </div>
                      )
                    );
                  })}
                </div>
                {at % every === 0 && (
                  <span
                    className={cx(styles.label, (at / every) % 2 === 1 && styles.minor)}
                    aria-hidden="true"
                  >
                    {bar.label}
                  </span>
                )}
              </div>
            );
          })}
        </div>
      </div>
      {table && (
        <details className={styles.data}>
          <summary>{words.kit.chart.showFigures}</summary>
          <Table
            label={label}
            items={bars}
            keyOf={(bar) => bar.label}
            columns={[
              { title: table, kind: 'heading', cell: (bar) => bar.title ?? bar.label },
              { title: words.kit.chart.total, kind: 'number', cell: ({ values }) => format(sum(values)) },
              ...series.map(({ name }, index) => ({
                title: name,
                kind: 'number' as const,
                cell: ({ values }: Bar) => format(values[index] ?? 0),
              })),
            ]}
          />
        </details>
      )}
    </figure>
  );
};
