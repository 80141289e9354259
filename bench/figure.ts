/** One line of docs/figures.md. */
export interface Figure {
  readonly of: string;
  readonly measured: string;
  /** The most that it may be. */
  readonly bound: string;
}

/** The result of a group: its figures, and data from which docs/costs.md is computed. */
export interface MeasuredGroup<Data = unknown> {
  readonly figures: readonly Figure[];
  readonly data?: Data;
}

export const figure = (of: string, measured: number | string, bound: number | string = ''): Figure => ({
  of,
  measured: measured.toLocaleString('en'),
  bound: bound.toLocaleString('en'),
});

export const quantile = (values: readonly number[], part: number): number => {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The milliseconds that a task takes. */
export const timed = async (task: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await task();
  return performance.now() - began;
};

/** The median and the 95th percentile of milliseconds, in a cell of a table. */
export const milliseconds = (times: readonly number[]): string => {
  const digits = median(times) < 10 ? 1 : 0;
  return [median(times), quantile(times, 0.95)]
    .map((ms) => rounded(ms, digits).toLocaleString('en'))
    .join(', ');
};

/** A Markdown table. */
export const tableOf = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Consumed units of DynamoDB. */
export interface UnitsUsed {
  readonly calls: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}
