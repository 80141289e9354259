import { useMemo, useState } from 'react';
import type { ExpandedConversation } from 'voice-agent-platform-client';
import type { Judgment } from '../analyzers/use-analyses.ts';
import { judgmentsOf, useAnalyses } from '../analyzers/use-analyses.ts';
import { Verdicts } from '../analyzers/verdicts.tsx';
import { useSession } from '../api/session.ts';
import { WhoListened } from '../audit/who-listened.tsx';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { CheckField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Loading, Problem } from '../kit/notices.tsx';
import { CallButtons } from '../live/call-buttons.tsx';
import { CallVoice } from '../live/call-voice.tsx';
import { RightNeeded } from '../shell/denied.tsx';
import { words } from '../words/index.ts';
import styles from './conversations.module.css';
import { Facts } from './facts.tsx';
import { Notes } from './notes.tsx';
import { Player } from './player.tsx';
import { Tags } from './tags.tsx';
import { Transcript } from './transcript.tsx';
import type { Call } from './use-call.ts';
import { useEndInSight } from './use-end-in-sight.ts';

interface PartProps {
  readonly of: Call;
  readonly call: ExpandedConversation;
}

interface CallPlayerProps extends PartProps {
  /** The decisions about the call, for marks at its words. */
  readonly judgments: readonly Judgment[];
}

export const CallPlayer = ({
  of: { recording, player, turns, onSeek },
  call,
  judgments,
}: CallPlayerProps) => (
  <>
    {recording.error && <Problem error={recording.error} onRetry={() => void recording.refetch()} />}
    {recording.isFetching && <Loading what={words.conversations.player.loading} />}
    {recording.data && onSeek && (
      <Player
        call={call}
        player={player}
        recording={recording.data}
        turns={turns}
        judgments={judgments}
        onSeek={onSeek}
      />
    )}
  </>
);

/** The player, with what all analyzers have decided. */
export const Sound = ({ of, call }: PartProps) => {
  const { items } = useAnalyses(call.id);
  const { turns } = of;
  const judgments = useMemo(() => items.flatMap((analysis) => judgmentsOf(analysis, turns)), [items, turns]);
  return <CallPlayer of={of} call={call} judgments={judgments} />;
};

/** The speaker in a call in progress, and everything that one can do in it. */
export const Now = ({ call }: Pick<PartProps, 'call'>) => {
  const { live, pane } = words.conversations;
  if (call.status !== 'active' || !call.controls?.length) return null;
  const { handling, handover } = call;
  return (
    <section className={cx(kit.notice, styles.now)} aria-label={pane.label}>
      <p role="status">
        {handling === 'human' ? live.personSpeaks(handover?.author ?? '') : live.agentSpeaks}
      </p>
      <div className={kit.row}>
        <CallButtons call={call} />
      </div>
    </section>
  );
};

/** Everything that was said. With a recording, a press on a turn plays from there. */
export const Said = ({ of, call, q }: PartProps & { readonly q?: string | undefined }) => {
  const [follow, setFollow] = useState(true);
  const { turns, rest, recording, mayHear, current, onSeek } = of;
  const { conversations } = words;
  const isActive = call.status === 'active';
  const end = useEndInSight(turns, isActive);
  return (
    <section className={cx(kit.stack, kit.tight)}>
      <div className={cx(kit.row, kit.spread)}>
        <h2>{conversations.transcript.title}</h2>
        {recording.data && (
          <CheckField
            label={conversations.transcript.follow}
            checked={follow}
            onChange={({ target }) => setFollow(target.checked)}
          />
        )}
      </div>
      {!mayHear && !isActive && (
        <p className={cx(kit.small, kit.muted)}>
          {conversations.soundless[call.audio.status]}{' '}
          {call.audio.status === 'available' && <RightNeeded scope="recordings:read" />}
        </p>
      )}
      {rest.error && <Problem error={rest.error} onRetry={() => void rest.refetch()} />}
      {turns.length === 0 && (
        <p className={kit.muted}>
          {isActive ? conversations.live.nothingSaid : conversations.transcript.nothing}
        </p>
      )}
      <div aria-live={isActive ? 'polite' : undefined}>
        <Transcript turns={turns} q={q} current={current} follow={follow} onSeek={onSeek} />
      </div>
      {isActive && (
        <div className={styles.voice}>
          <CallVoice call={call} />
        </div>
      )}
      <div ref={end} className={styles.end} />
    </section>
  );
};

/** The analyzers' verdicts. */
export const Judged = ({ of: { turns, onSeek }, call }: PartProps) => (
  <Verdicts conversationId={call.id} turns={turns} onSeek={onSeek} />
);

/** The parts of a call that people write. */
export const Written = ({ call }: Pick<PartProps, 'call'>) => (
  <>
    <Notes conversationId={call.id} />
    <Tags conversation={call} />
  </>
);

export const Known = ({ call }: { readonly call: ExpandedConversation }) => {
  const { may } = useSession();
  return (
    <>
      <Facts conversation={call} />
      {may('audit:read') && <WhoListened target={call.id} />}
    </>
  );
};

/** Marks a call as reviewed, and takes that back. */
export const ReviewedButton = ({ of: { review }, call }: PartProps) => {
  const { may } = useSession();
  if (!may('conversations:write')) return null;
  const { markReviewed, reviewed } = words.conversations;
  const isReviewed = call.reviewed !== null;
  return (
    <Button
      small
      aria-pressed={isReviewed}
      busy={review.isPending}
      onClick={() => review.mutate(!isReviewed)}
    >
      {isReviewed ? reviewed : markReviewed}
    </Button>
  );
};
