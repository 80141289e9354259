import { formatNumber } from '../api/format.ts';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import styles from './billing.module.css';

interface MeterProps {
  readonly used: number;
  readonly included: number;
}

/** The used share of an included quantity. Overage is striped, so that it differs under any accent. */
export const Meter = ({ used, included }: MeterProps) => {
  const whole = Math.max(used, included, 1);
  const over = Math.max(0, used - included);
  return (
    <span className={styles.meter}>
      <span className={styles.track} aria-hidden="true">
        <b style={{ inlineSize: `${(100 * Math.min(used, included)) / whole}%` }} />
        {over > 0 && <b className={styles.over} style={{ inlineSize: `${(100 * over) / whole}%` }} />}
      </span>
      <span className={kit.small}>
        {words.billing.minutesOf(used, included)}
        {over > 0 && <strong className={styles.beyond}> +{formatNumber(over)}</strong>}
      </span>
    </span>
  );
};
