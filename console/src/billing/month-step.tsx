import { Link } from '@tanstack/react-router';
import { formatMonthAndYear } from '../api/format.ts';
import { Icon } from '../kit/icons.tsx';
import { words } from '../words/index.ts';
import styles from './billing.module.css';
import { monthsLater } from './period.ts';

const Step = ({ month, icon }: { readonly month: string; readonly icon: 'back' | 'forward' }) => (
  <Link
    to="/billing"
    search={(previous) => ({ ...previous, month })}
    replace
    aria-label={formatMonthAndYear(month)}
    data-flips
  >
    <Icon name={icon} />
  </Link>
);

/** Goes from month to month. */
export const MonthStep = ({ month }: { readonly month: string }) => (
  <fieldset className={styles.step} aria-label={words.billing.month}>
    <Step month={monthsLater(-1, month)} icon="back" />
    <strong>{formatMonthAndYear(month)}</strong>
    <Step month={monthsLater(1, month)} icon="forward" />
  </fieldset>
);
