import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ConversationItem, Turn } from 'voice-agent-platform-client';
import { formatDuration, inWords } from '../api/format.ts';
import { AgentName, OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { callerOf } from '../conversations/row.tsx';
import { Transcript } from '../conversations/transcript.tsx';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { Empty, Loading, Problem } from '../kit/notices.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { useOrg } from '../shell/use-org.ts';
import styles from './live.module.css';
import { useGrowingTranscript } from './use-growing-transcript.ts';

const listEveryMs = 5000;

/** The time since a conversation has started, second by second. */
const Since = ({ time }: { readonly time: string }) => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span className={kit.figures}>{formatDuration(Math.max(0, now - new Date(time).getTime()))}</span>;
};

/** So many turns show what a conversation is about right now. */
const latest = (turns: readonly Turn[]): readonly Turn[] => turns.slice(-8);

const LiveConversation = ({ item }: { readonly item: ConversationItem }) => {
  const { turns, error } = useGrowingTranscript(item.id);
  return (
    <article className={cx(kit.card, kit.stack, kit.tight)} aria-label={callerOf(item)}>
      <div className={cx(kit.row, kit.spread)}>
        <h2>
          <Link to="/conversations/$conversationId" params={{ conversationId: item.id }}>
            {callerOf(item)}
          </Link>
        </h2>
        <Since time={item.start_time} />
      </div>
      <p className={cx(kit.small, kit.muted)}>
        {inWords(item.channel)} · <AgentName id={item.agent_id} /> · <OrganizationName id={item.client_id} />
      </p>
      {error !== undefined && <Problem error={error} />}
      <div aria-live="polite">
        {turns.length === 0 ? (
          <p className={kit.muted}>Nothing was said yet.</p>
        ) : (
          <Transcript turns={latest(turns)} />
        )}
      </div>
    </article>
  );
};

/** The conversations in progress, with what is said in them as it is written down. */
export const LivePage = () => {
  const { api } = useSession();
  const org = useOrg();
  const found = useQuery({
    queryKey: ['live', org],
    queryFn: ({ signal }) =>
      api.conversations.active({ query: { limit: 20, ...(org && { client_id: org }) }, signal }),
    refetchInterval: listEveryMs,
    staleTime: 0,
  });
  const items = found.data?.data ?? [];
  return (
    <>
      <PageHead title="Live" />
      {found.error && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Loading />}
      {found.isSuccess && items.length === 0 && (
        <Empty title="Nobody is talking right now">
          <p>Conversations appear here while they are active. The page looks for new ones by itself.</p>
        </Empty>
      )}
      {found.data?.has_more && (
        <p className={cx(kit.notice, kit.small)}>These are the 20 that started last.</p>
      )}
      <div className={cx(kit.columns, styles.live)}>
        {items.map((item) => (
          <LiveConversation key={item.id} item={item} />
        ))}
      </div>
    </>
  );
};
