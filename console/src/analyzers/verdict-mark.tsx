import type { Analysis } from 'voice-agent-platform-client';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import styles from './analyzers.module.css';

export type Verdict = Analysis['results'][number]['verdict'];

const icons = {
  passed: { name: 'success', tone: styles.passed },
  failed: { name: 'failure', tone: styles.failed },
  unknown: { name: 'unknown', tone: styles.open },
  not_applicable: { name: 'unknown', tone: styles.open },
  unscored: { name: 'alert', tone: styles.open },
} as const;

/** A verdict as a picture, with its word for screen readers. */
export const VerdictMark = ({ verdict }: { readonly verdict: Verdict }) => {
  const { name, tone } = icons[verdict];
  return (
    <span className={tone}>
      <Icon name={name} />
      <span className={kit.hidden}>{words.analyzers.verdicts.names[verdict]}</span>
    </span>
  );
};
