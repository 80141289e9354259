import type { TestAttempt, TestRun } from 'voice-agent-platform-client';
import type { IconName } from '../kit/icons.tsx';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import styles from './tests.module.css';

type Result = NonNullable<TestRun['result']>;
type Status = TestAttempt['status'];
type Verdict = TestAttempt['checks'][number]['verdict'];

interface MarkProps {
  readonly tone: string | undefined;
  readonly icon: IconName;
  readonly word: string;
}

/** A picture, with its word for screen readers. */
const Mark = ({ tone, icon, word }: MarkProps) => (
  <span className={tone}>
    <Icon name={icon} />
    <span className={kit.hidden}>{word}</span>
  </span>
);

const looks = {
  passed: { tone: styles.good, icon: 'success' },
  failed: { tone: styles.bad, icon: 'failure' },
} as const;

const open = { tone: styles.open, icon: 'unknown' } as const;

const lookOf = (of: Result | Status | Verdict): Pick<MarkProps, 'tone' | 'icon'> =>
  of === 'passed' || of === 'failed' ? looks[of] : open;

export const ResultMark = ({ result }: { readonly result: Result }) => (
  <Mark {...lookOf(result)} word={words.tests.results[result]} />
);

export const StatusMark = ({ status }: { readonly status: Status }) => (
  <Mark {...lookOf(status)} word={words.tests.statuses[status]} />
);

export const CheckMark = ({ verdict }: { readonly verdict: Verdict }) => (
  <Mark {...lookOf(verdict)} word={words.tests.verdicts[verdict]} />
);
