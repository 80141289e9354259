import { useState } from 'react';
import type { Analysis } from 'voice-agent-platform-client';
import { formatTime } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { ActorName, actorOf } from '../audit/actor-name.tsx';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { Loading, Problem } from '../kit/notices.tsx';
import { words } from '../words/index.ts';
import styles from './analyzers.module.css';
import type { QuoteProps } from './results.tsx';
import { Findings, outcomeOf, ResultRow } from './results.tsx';
import { ReviewForm } from './review-form.tsx';
import { useAnalyses } from './use-analyses.ts';

const SuccessBadge = ({ analysis }: { readonly analysis: Analysis }) => {
  const successful = analysis.review?.successful ?? analysis.successful;
  if (successful !== false) return null;
  return <Badge tone="bad">{words.analyzers.verdicts.unsuccessful}</Badge>;
};

/** The reviewer of an analysis, and a way back to the original verdicts. */
const Reviewed = ({ analysis }: { readonly analysis: Analysis }) => {
  const { api, may } = useSession();
  const { conversation_id, analyzer_id, review } = analysis;
  const remove = useAction({
    send: () => api.analyses.removeReview({ params: { conversation_id, analyzer_id } }),
    refresh: [
      ['analyses', conversation_id],
      ['conversation', conversation_id],
    ],
  });
  if (!review) return null;
  return (
    <div className={cx(kit.row, kit.spread, kit.small, kit.muted)}>
      <span>
        {review.by && <ActorName actor={actorOf(review.by)} />} {formatTime(review.at)}
      </span>
      {may('analysis:write') && (
        <Button small look="plain" busy={remove.isPending} onClick={() => remove.mutate()}>
          {words.analyzers.verdicts.removeReview}
        </Button>
      )}
      {remove.error && <Problem error={remove.error} />}
    </div>
  );
};

const AnalysisSection = ({ analysis, turns, onSeek }: QuoteProps & { readonly analysis: Analysis }) => {
  const { may } = useSession();
  const [correcting, setCorrecting] = useState(false);
  const { verdicts } = words.analyzers;
  const { analyzer_name, version, results, review, status } = analysis;
  const reviewed = new Map(review?.results.map((one) => [one.name, one]));
  const isMade = status === 'completed' || status === 'partial';
  return (
    <section className={cx(kit.stack, kit.tight)} aria-label={analyzer_name}>
      <div className={cx(kit.row, kit.spread)}>
        <span className={kit.row}>
          <h3>{analyzer_name}</h3>
          <span className={cx(kit.small, kit.muted)}>{verdicts.byVersion(version)}</span>
        </span>
        {may('analysis:write') && isMade && !correcting && (
          <Button small aria-label={verdicts.correctOf(analyzer_name)} onClick={() => setCorrecting(true)}>
            {verdicts.correct}
          </Button>
        )}
      </div>
      <div className={kit.row}>
        <SuccessBadge analysis={analysis} />
        <span className={cx(kit.small, kit.muted)}>{outcomeOf(analysis)}</span>
      </div>
      <Reviewed analysis={analysis} />
      {correcting ? (
        <ReviewForm analysis={analysis} turns={turns} onClose={() => setCorrecting(false)} />
      ) : (
        <ul className={styles.results}>
          {results.map((result) => (
            <ResultRow
              key={result.name}
              result={result}
              reviewed={reviewed.get(result.name)}
              turns={turns}
              onSeek={onSeek}
            />
          ))}
        </ul>
      )}
      <Findings analysis={analysis} turns={turns} onSeek={onSeek} />
    </section>
  );
};

interface VerdictsProps extends QuoteProps {
  readonly conversationId: string;
}

/** The analyzers' verdicts on a conversation, which people can correct. */
export const Verdicts = ({ conversationId, turns, onSeek }: VerdictsProps) => {
  const { api, may } = useSession();
  const [requested, setRequested] = useState(false);
  const { items, query, enabled } = useAnalyses(conversationId, requested);
  const again = useAction({
    send: () => api.analyses.create({ params: { conversation_id: conversationId }, body: {} }),
    refresh: [['analyses', conversationId]],
    onSent: () => setRequested(true),
  });
  if (!enabled) return null;
  const { verdicts } = words.analyzers;
  return (
    <section className={kit.stack} aria-label={verdicts.title}>
      <div className={cx(kit.row, kit.spread)}>
        <h2>{verdicts.title}</h2>
        {may('analysis:write') && (
          <Button small look="plain" busy={again.isPending} onClick={() => again.mutate()}>
            {verdicts.again}
          </Button>
        )}
      </div>
      {requested && (
        <p role="status" className={cx(kit.small, kit.muted)}>
          {verdicts.requested}
        </p>
      )}
      {query.isPending && <Loading />}
      {(query.error ?? again.error) && <Problem error={query.error ?? again.error} />}
      {query.isSuccess && items.length === 0 && <p className={cx(kit.small, kit.muted)}>{verdicts.none}</p>}
      {items.map((analysis) => (
        <AnalysisSection key={analysis.analyzer_id} analysis={analysis} turns={turns} onSeek={onSeek} />
      ))}
    </section>
  );
};
