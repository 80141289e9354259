import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Analysis, ReviewItem } from 'voice-agent-platform-client';
import styles from '../analyzers/analyzers.module.css';
import type { QuoteProps } from '../analyzers/results.tsx';
import { Findings, ResultRow } from '../analyzers/results.tsx';
import { othersIn } from '../analyzers/reviewed.ts';
import type { Judgment } from '../analyzers/use-analyses.ts';
import { judgmentsOf } from '../analyzers/use-analyses.ts';
import type { Verdict } from '../analyzers/verdict-mark.tsx';
import { isStale } from '../api/faults.ts';
import { formatTime, inWords } from '../api/format.ts';
import { AgentName, OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { CallPlayer, Said } from '../conversations/call-parts.tsx';
import { useCall } from '../conversations/use-call.ts';
import { usePlayerKeys } from '../conversations/use-player-keys.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { Loading, Problem } from '../kit/notices.tsx';
import { Split } from '../kit/split.tsx';
import { toast } from '../kit/toasts.tsx';
import { useShortcut } from '../kit/use-shortcut.ts';
import { words } from '../words/index.ts';

const nothing: readonly Judgment[] = [];

const choices = ['passed', 'failed', 'unknown', 'not_applicable'] as const;

type Decisions = Readonly<Record<string, Verdict>>;

/** In how many of the verdicts that both have given the analyzer and the person agree. */
const agreementOf = (
  { results }: Analysis,
  decisions: Decisions,
): readonly [agreed: number, both: number] => {
  const both = results.filter(({ name, verdict }) => decisions[name] && verdict !== 'unscored');
  return [both.filter(({ name, verdict }) => decisions[name] === verdict).length, both.length];
};

interface CriteriaProps extends QuoteProps {
  readonly analysis: Analysis;
  /** Sways nobody: shown once it was decided. */
  readonly hidden: boolean;
  readonly current: number;
  readonly decisions: Decisions;
  readonly onDecide: (name: string, verdict: Verdict) => void;
}

const Criteria = ({ analysis, hidden, current, decisions, onDecide, turns, onSeek }: CriteriaProps) => {
  const { verdicts } = words.analyzers;
  return (
    <ol className={styles.results}>
      {analysis.results.map((result, at) => {
        const decided = decisions[result.name];
        return (
          <li
            key={result.name}
            aria-current={at === current || undefined}
            className={cx(kit.stack, kit.tight, at === current && styles.current)}
          >
            <fieldset className={cx(kit.stack, kit.tight)}>
              <legend className={kit.label}>{inWords(result.name)}</legend>
              <div className={kit.row}>
                {choices.map((verdict) => (
                  <Button
                    key={verdict}
                    small
                    aria-pressed={decided === verdict}
                    onClick={() => onDecide(result.name, verdict)}
                  >
                    {verdicts.names[verdict]}
                  </Button>
                ))}
              </div>
            </fieldset>
            {!hidden && (
              <ul>
                <ResultRow
                  result={result}
                  title={words.reviews.analyzer(verdicts.names[result.verdict])}
                  turns={turns}
                  onSeek={onSeek}
                />
              </ul>
            )}
          </li>
        );
      })}
    </ol>
  );
};

/** One call with what is to be decided about it. */
export const ReviewCall = ({ item, onDone }: { readonly item: ReviewItem; readonly onDone: () => void }) => {
  const { api, may } = useSession();
  const { conversation_id, analyzer_id } = item;
  const params = { conversation_id, analyzer_id };
  const { reviews } = words;
  const of = useCall(conversation_id, 0);
  const { call, query, turns, onSeek } = of;
  usePlayerKeys(of.player, onSeek !== undefined);
  const found = useQuery({
    queryKey: ['analyses', conversation_id, analyzer_id],
    queryFn: ({ signal }) => api.analyses.get.withResponse({ params, signal }),
  });
  const [changes, setChanges] = useState<Decisions>({});
  const [current, setCurrent] = useState(0);
  const analysis = found.data?.reply;
  const review = analysis?.review;
  const decisions: Decisions = {
    ...Object.fromEntries(review?.results.map(({ name, verdict }) => [name, verdict]) ?? []),
    ...changes,
  };
  const judgments = useMemo(() => (analysis ? judgmentsOf(analysis, turns) : []), [analysis, turns]);
  const isHidden = item.reason === 'sample' && !review;
  // Without criteria there is nothing to decide: a review confirms the other results.
  const isDecided = analysis?.results.length === 0 || Object.keys(changes).length > 0;
  const save = useAction({
    send: () =>
      api.analyses.review({
        params,
        body: {
          ...(analysis && othersIn(analysis)),
          results: (analysis?.results ?? []).flatMap(({ name }) => {
            const verdict = decisions[name];
            const note = review?.results.find((one) => one.name === name)?.note ?? null;
            return verdict ? { name, verdict, note } : [];
          }),
        },
        ifMatch: found.data?.response.headers.get('etag') ?? '',
      }),
    refresh: [
      ['analyses', conversation_id],
      ['conversation', conversation_id],
    ],
    onSent: () => {
      if (analysis) toast(reviews.agreed(...agreementOf(analysis, decisions)));
      onDone();
    },
    // The decisions of a colleague who was faster are shown, below those that were not saved.
    onRefused: (error) => isStale(error) && found.refetch(),
  });
  const send = () => save.mutate();
  const decide = (name: string, verdict: Verdict) => {
    setChanges((now) => ({ ...now, [name]: verdict }));
    const at = analysis?.results.findIndex((result) => result.name === name) ?? 0;
    setCurrent(at + 1);
  };
  const decideCurrent = (verdict: Verdict) => {
    const name = analysis?.results[current]?.name;
    if (name) decide(name, verdict);
  };
  const mayReview = may('analysis:write');
  useShortcut('1', () => decideCurrent('passed'), mayReview);
  useShortcut('2', () => decideCurrent('failed'), mayReview);
  useShortcut('3', () => decideCurrent('unknown'), mayReview);
  useShortcut('4', () => decideCurrent('not_applicable'), mayReview);
  useShortcut('s', () => !save.isPending && send(), mayReview && isDecided);
  return (
    <Split
      wide
      label={reviews.criteria}
      pane={
        <div className={cx(styles.pane, styles.listening)}>
          {call && <CallPlayer of={of} call={call} judgments={isHidden ? nothing : judgments} />}
          <h2>{reviews.criteria}</h2>
          <p className={cx(kit.small, kit.muted)}>{reviews.reasons[item.reason]}</p>
          {found.isPending && <Loading />}
          {(found.error ?? save.error) && <Problem error={found.error ?? save.error} stale={reviews.stale} />}
          {analysis && (
            <>
              <Criteria
                analysis={analysis}
                hidden={isHidden}
                current={current}
                decisions={decisions}
                onDecide={decide}
                turns={turns}
                onSeek={onSeek}
              />
              {!isHidden && <Findings analysis={analysis} turns={turns} onSeek={onSeek} />}
              {mayReview && (
                <Button look="primary" disabled={!isDecided} busy={save.isPending} onClick={send}>
                  {reviews.save}
                </Button>
              )}
            </>
          )}
          <details className={kit.small}>
            <summary>{reviews.keys}</summary>
            <dl className={kit.facts}>
              {reviews.keyList.map(([key, action]) => (
                <div key={key} style={{ display: 'contents' }}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{action}</dd>
                </div>
              ))}
            </dl>
          </details>
        </div>
      }
    >
      <div className={styles.form}>
        <div className={cx(kit.row, kit.spread)}>
          <span>
            <strong>{item.analyzer_name}</strong>{' '}
            <span className={kit.muted}>
              <AgentName id={item.agent_id} />, <OrganizationName id={item.client_id} />,{' '}
              {formatTime(item.start_time)}
            </span>
          </span>
          <Link to="/conversations/$conversationId" params={{ conversationId: conversation_id }}>
            {reviews.open}
          </Link>
        </div>
        {query.isPending && <Loading />}
        {query.error && <Problem error={query.error} onRetry={() => void query.refetch()} />}
        {call && <Said of={of} call={call} />}
      </div>
    </Split>
  );
};
