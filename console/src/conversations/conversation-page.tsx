import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Conversation, Turn } from 'voice-agent-platform-client';
import { Verdicts } from '../analyzers/verdicts.tsx';
import { useSession } from '../api/session.ts';
import { WhoListened } from '../audit/who-listened.tsx';
import { cx } from '../kit/cx.ts';
import { DetailPage } from '../kit/detail-page.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { CheckField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Loading, Problem } from '../kit/notices.tsx';
import { ConversationBadges } from './badges.tsx';
import styles from './conversations.module.css';
import { EraseDialog } from './erase-dialog.tsx';
import { Facts } from './facts.tsx';
import { Player } from './player.tsx';
import { loadRecording } from './recording.ts';
import { callerOf } from './row.tsx';
import { Tags } from './tags.tsx';
import { Transcript } from './transcript.tsx';
import { usePlayer } from './use-player.ts';
import { useTranscript } from './use-transcript.ts';

const route = getRouteApi('/conversations/$conversationId');

/** The last turn that has begun. */
const turnAt = (turns: readonly Turn[], seconds: number): number | undefined =>
  turns.findLast(({ start_ms }) => start_ms !== null && start_ms <= seconds * 1000)?.index;

const soundless: Readonly<Record<Conversation['audio']['status'], string>> = {
  none: 'There is no recording of this conversation.',
  pending: 'The recording is on its way. Reload the page in a moment.',
  available: 'This key may not listen to recordings: that needs the scope recordings:read.',
  failed: 'The recording could not be fetched from the provider.',
  deleted: 'The recording was deleted.',
};

const Content = ({ conversation }: { readonly conversation: Conversation }) => {
  const { api, may } = useSession();
  const { t, q } = route.useSearch();
  const startAt = Math.max(0, Number(t) || 0);
  const { turns, found } = useTranscript(conversation.id);
  const hears = conversation.audio.status === 'available' && may('recordings:read');
  const recording = useQuery({
    queryKey: ['recording', conversation.id],
    queryFn: ({ signal }) => loadRecording(api, conversation.id, signal),
    enabled: hears,
    // A recording in memory lasts as long as the page, unlike a link, which expires after five minutes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const player = usePlayer(conversation.id, recording.data, startAt);
  const [follow, setFollow] = useState(true);
  const heard = recording.data !== undefined && (player.playing || player.time > 0);
  const at = heard ? player.time : startAt;
  const seek = (seconds: number) => {
    player.seek(seconds);
    if (!player.playing) player.toggle();
  };
  const onSeek = recording.data && seek;
  return (
    <div className={styles.page}>
      <div className={kit.stack}>
        {conversation.summary && <p className={kit.notice}>{conversation.summary}</p>}
        {found.error && <Problem error={found.error} onRetry={() => void found.refetch()} />}
        {recording.error && <Problem error={recording.error} onRetry={() => void recording.refetch()} />}
        {recording.isFetching && <Loading what="Loading the recording" />}
        {recording.data && (
          <Player conversationId={conversation.id} player={player} recording={recording.data} />
        )}
        <section className={cx(kit.card, kit.stack, kit.tight)}>
          <div className={cx(kit.row, kit.spread)}>
            <h2>Transcript</h2>
            {recording.data && (
              <CheckField
                label="Follow the recording"
                checked={follow}
                onChange={({ target }) => setFollow(target.checked)}
              />
            )}
          </div>
          {!hears && <p className={cx(kit.small, kit.muted)}>{soundless[conversation.audio.status]}</p>}
          {found.isSuccess && turns.length === 0 && <p className={kit.muted}>Nothing was written down.</p>}
          <Transcript
            turns={turns}
            q={q}
            current={at > 0 || heard ? turnAt(turns, at) : undefined}
            follow={follow}
            onSeek={onSeek}
          />
        </section>
      </div>
      <div className={kit.stack}>
        <Tags conversation={conversation} />
        <div className={kit.card}>
          <Verdicts conversationId={conversation.id} turns={turns} onSeek={onSeek} />
        </div>
        <Facts conversation={conversation} />
        {may('audit:read') && (
          <div className={kit.card}>
            <WhoListened target={conversation.id} />
          </div>
        )}
      </div>
    </div>
  );
};

export const ConversationPage = () => {
  const { api, may } = useSession();
  const { conversationId } = route.useParams();
  const found = useQuery({
    queryKey: ['conversation', conversationId],
    queryFn: ({ signal }) => api.conversations.get({ params: { conversation_id: conversationId }, signal }),
  });
  return (
    <DetailPage
      back={<Link to="/conversations">← All conversations</Link>}
      title={found.data ? callerOf(found.data) : 'Conversation'}
      query={found}
      actions={(conversation) => (
        <>
          <ConversationBadges {...conversation} />
          {may('conversations:erase') && (
            <DialogButton
              small
              dialog={(onClose) => <EraseDialog conversationId={conversationId} onClose={onClose} />}
            >
              Erase …
            </DialogButton>
          )}
        </>
      )}
    >
      {(conversation) => <Content key={conversation.id} conversation={conversation} />}
    </DetailPage>
  );
};
