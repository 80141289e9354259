import type { ReactNode } from 'react';
import type { Analysis, Turn } from 'voice-agent-platform-client';
import { formatDuration, inWords } from '../api/format.ts';
import { valueInWords } from '../api/values.ts';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import styles from './analyzers.module.css';
import { VerdictMark } from './verdict-mark.tsx';

type Result = Analysis['results'][number];
type Evidence = Result['evidence'][number];

export interface QuoteProps {
  /** The turns of the conversation, which say when a quote was said. */
  readonly turns: readonly Turn[];
  /** Plays the recording from a second; absent where nothing can be heard. */
  readonly onSeek?: ((seconds: number) => void) | undefined;
}

const Quote = ({ evidence, turns, onSeek }: QuoteProps & { readonly evidence: Evidence }) => {
  const start = turns.find(({ index }) => index === evidence.index)?.start_ms ?? null;
  const quote = <q dir="auto">{evidence.quote}</q>;
  if (start === null) return <p className={cx(styles.quote, kit.small)}>{quote}</p>;
  const time = formatDuration(start);
  const at = <span className={cx(styles.at, kit.figures)}>{time}</span>;
  if (!onSeek) {
    return (
      <p className={cx(styles.quote, kit.small)}>
        {quote}
        {at}
      </p>
    );
  }
  return (
    <button type="button" className={cx(styles.quote, kit.small)} onClick={() => onSeek(start / 1000)}>
      {quote}
      <span aria-hidden="true">{at}</span>
      <span className={kit.hidden}>{words.analyzers.verdicts.quoteAt(time)}</span>
    </button>
  );
};

/** The words beside a verdict: why it is so, or why there is none. */
const why = ({ verdict, rationale, reason }: Result): string | null => {
  const { verdicts } = words.analyzers;
  if (reason) return `${verdicts.names[verdict]}: ${verdicts.reasons[reason]}`;
  if (rationale) return rationale;
  return verdict === 'passed' || verdict === 'failed' ? null : verdicts.names[verdict];
};

interface ResultProps extends QuoteProps {
  readonly result: Result;
  /** In place of the criterion's name, where that stands above. */
  readonly title?: string;
  /** The decision of a person, which replaces the verdict. */
  readonly reviewed?: { readonly verdict: Result['verdict']; readonly note: string | null } | undefined;
  readonly children?: ReactNode;
}

/** The verdict on one criterion, with the words that it rests on. */
export const ResultRow = ({ result, title, reviewed, turns, onSeek, children }: ResultProps) => {
  const { verdicts } = words.analyzers;
  const corrected = reviewed !== undefined && reviewed.verdict !== result.verdict;
  const text = corrected ? reviewed.note : why(result);
  return (
    <li className={styles.result}>
      <VerdictMark verdict={reviewed?.verdict ?? result.verdict} />
      <div className={cx(kit.stack, kit.tight)}>
        <span>
          {title ?? inWords(result.name)}
          {result.score !== null && (
            <span className={cx(kit.small, kit.muted)}> {verdicts.score(result.score)}</span>
          )}
          {corrected && (
            <span className={cx(kit.small, kit.muted)}>
              {' '}
              {verdicts.was(verdicts.names[result.verdict].toLowerCase())}
            </span>
          )}
        </span>
        {text && (
          <span dir="auto" className={cx(kit.small, kit.muted)}>
            {text}
          </span>
        )}
        {result.evidence.map((evidence) => (
          <Quote
            key={`${evidence.index} ${evidence.quote}`}
            evidence={evidence}
            turns={turns}
            onSeek={onSeek}
          />
        ))}
        {children}
      </div>
    </li>
  );
};

const asText = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** The other results of an analysis: values, outcome, sentiment, summary. */
export const Findings = ({ analysis, turns, onSeek }: QuoteProps & { readonly analysis: Analysis }) => {
  const { verdicts } = words.analyzers;
  const { fields, outcome, sentiment, summary, review } = analysis;
  const facts: readonly (readonly [string, string | null])[] = [
    [verdicts.outcome, (review?.outcome ?? outcome) && inWords(review?.outcome ?? outcome ?? '')],
    [
      verdicts.sentiment,
      (review?.sentiment ?? sentiment) && valueInWords('sentiment', review?.sentiment ?? sentiment ?? ''),
    ],
    [verdicts.summary, summary],
  ];
  const known = facts.filter(([, value]) => value);
  if (known.length === 0 && fields.length === 0) return null;
  return (
    <dl className={kit.facts}>
      {known.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
      {fields.map(({ name, value, reason, evidence }) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{inWords(name)}</dt>
          <dd className={cx(kit.stack, kit.tight)}>
            {value === null ? (
              <span className={kit.muted}>{reason ? verdicts.reasons[reason] : verdicts.noValue}</span>
            ) : (
              <span dir="auto">{asText(value)}</span>
            )}
            {evidence.map((one) => (
              <Quote key={`${one.index} ${one.quote}`} evidence={one} turns={turns} onSeek={onSeek} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
};

/** `2 of 3 criteria met`, or why there is nothing. */
export const outcomeOf = (analysis: Analysis): string => {
  const { verdicts } = words.analyzers;
  const { status, status_reason, results, review } = analysis;
  if (status === 'pending') return verdicts.statuses.pending;
  if (status_reason && (status === 'skipped' || status === 'failed')) {
    return `${verdicts.statuses[status]}: ${verdicts.reasons[status_reason]}`;
  }
  const reviewed = new Map(review?.results.map(({ name, verdict }) => [name, verdict]));
  const final = results.map(({ name, verdict }) => reviewed.get(name) ?? verdict);
  const passed = final.filter((verdict) => verdict === 'passed').length;
  const decided = passed + final.filter((verdict) => verdict === 'failed').length;
  if (results.length === 0) return verdicts.statuses[status];
  return decided === 0 ? verdicts.nothingDecided : verdicts.met(passed, decided);
};
