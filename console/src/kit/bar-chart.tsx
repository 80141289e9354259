import { formatNumber } from '../api/format.ts';
import styles from './bar-chart.module.css';
import { cx } from './cx.ts';
import kit from './kit.module.css';

export interface Series {
  readonly key: string;
  readonly name: string;
}

export interface Bar {
  /** Below the bar, where there is room for it. */
  readonly label: string;
  /** One value for each series. */
  readonly values: readonly number[];
}

interface BarChartProps {
  /** A sentence that describes the chart. */
  readonly label: string;
  readonly series: readonly Series[];
  readonly bars: readonly Bar[];
  readonly format?: (value: number) => string;
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

/**
 * Stacked bars. To a screen reader the chart is a picture with a name, so the same figures belong in a table beside it.
 */
export const BarChart = ({ label, series, bars, format = formatNumber }: BarChartProps) => {
  const top = axisTop(Math.max(0, ...bars.map(({ values }) => sum(values))));
  const every = Math.ceil(bars.length / mostLabels);
  return (
    <figure className={styles.chart}>
      <div className={styles.area} role="img" aria-label={label}>
        <div className={cx(styles.axis, kit.small, kit.muted, kit.figures)}>
          {steps.map((step) => (
            <span key={step}>{format((top * step) / 4)}</span>
          ))}
        </div>
        <div className={styles.bars}>
          {bars.map((bar, at) => (
            <div key={bar.label} className={styles.slot}>
              <div
                className={styles.bar}
                style={{ height: `${(100 * sum(bar.values)) / top}%` }}
                title={[
                  bar.label,
                  ...bar.values.flatMap((value, index) =>
                    value ? [`${series[index]?.name}: ${format(value)}`] : [],
                  ),
                ].join('\n')}
              >
                {bar.values.map((value, index) => (
                  <div
                    key={series[index]?.key}
                    className={styles[`series${index + 1}`]}
                    style={{ flexGrow: value }}
                  />
                ))}
              </div>
              {at % every === 0 && (
                <span
                  className={cx(styles.label, kit.small, kit.muted, (at / every) % 2 === 1 && styles.minor)}
                >
                  {bar.label}
                </span>
              )}
            </div>
          ))}
        </div>
      </div>
      {series.length > 1 && (
        <ul className={cx(styles.legend, kit.small)} aria-label="Colors of the chart">
          {series.map(({ key, name }, index) => (
            <li key={key} className={kit.row}>
              <span className={cx(styles.swatch, styles[`series${index + 1}`])} />
              {name}
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
};
