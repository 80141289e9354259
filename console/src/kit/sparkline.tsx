import styles from './sparkline.module.css';

const width = 88;
const height = 24;
const margin = 4;

/** A trend in the size of a word. The figures are elsewhere, so screen readers pass it by. */
export const Sparkline = ({ values }: { readonly values: readonly number[] }) => {
  const most = Math.max(1, ...values);
  const at = (value: number, index: number) => {
    const x = (index * (width - margin)) / Math.max(1, values.length - 1);
    const y = height - margin - (value / most) * (height - 2 * margin);
    return [x, y] as const;
  };
  const points = values.map(at);
  const [x, y] = points.at(-1) ?? [0, 0];
  return (
    <svg className={styles.spark} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" data-flips>
      <polyline points={points.map((point) => point.join()).join(' ')} />
      <circle cx={x} cy={y} r="2.5" />
    </svg>
  );
};
