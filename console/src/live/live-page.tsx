import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ConversationItem } from 'voice-agent-platform-client';
import { formatDuration, inWords } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useDoorbell } from '../api/use-doorbell.ts';
import { valueInWords } from '../api/values.ts';
import { callerOf } from '../conversations/caller.ts';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { Empty, Waiting } from '../kit/notices.tsx';
import { useNow } from '../kit/use-now.ts';
import { PageHead } from '../shell/page-head.tsx';
import { useOrg } from '../shell/use-org.ts';
import { words } from '../words/index.ts';
import { CallButtons } from './call-buttons.tsx';
import styles from './live.module.css';

/** One request reads all calls with their last turns, however many there are, if no socket rings. */
const everyMs = 2000;
const most = 20;

/** The time since a conversation has started, second by second. */
const Since = ({ time }: { readonly time: string }) => (
  <span className={kit.figures}>{formatDuration(Math.max(0, useNow() - new Date(time).getTime()))}</span>
);

const LiveConversation = ({ item }: { readonly item: ConversationItem }) => {
  const { live, transcript } = words.conversations;
  const turns = item.latest_turns ?? [];
  return (
    <article className={cx(kit.card, kit.stack, kit.tight)} aria-label={callerOf(item)}>
      <div className={cx(kit.row, kit.spread)}>
        <h2>
          <Link to="/conversations/$conversationId" params={{ conversationId: item.id }}>
            <bdi>{callerOf(item)}</bdi>
          </Link>
        </h2>
        <Since time={item.start_time} />
      </div>
      <p className={cx(kit.small, kit.muted)}>
        {[valueInWords('channel', item.channel), item.agent_name, item.client_name]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {item.handling === 'human' && (
        <p className={kit.small}>{words.chats.inbox.answered(item.handover?.author ?? '')}</p>
      )}
      <div aria-live="polite">
        {turns.length === 0 ? (
          <p className={kit.muted}>{live.nothingSaid}</p>
        ) : (
          <ol className={cx(kit.stack, kit.tight)} aria-label={transcript.title}>
            {turns.map(({ index, role, text }) => (
              <li key={index}>
                <span className={cx(kit.small, kit.muted)}>{transcript.speakers[role] ?? inWords(role)}</span>
                <p dir="auto" className={styles.said}>
                  {text}
                </p>
              </li>
            ))}
          </ol>
        )}
      </div>
      <div className={kit.row}>
        <CallButtons brief call={item} />
      </div>
    </article>
  );
};

/** The conversations in progress, with what is said in them as it is written down. */
export const LivePage = () => {
  const { api } = useSession();
  const org = useOrg();
  const { live } = words.conversations;
  const client = useQueryClient();
  const queryKey = ['live', org];
  const refetchInterval = useDoorbell({
    watched: { client_id: org ?? null },
    read: () => void client.invalidateQueries({ queryKey }),
    everyMs,
  });
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      api.conversations.active({
        query: { limit: most, expand: ['names', 'turns'], ...(org && { client_id: org }) },
        signal,
      }),
    refetchInterval,
    staleTime: 0,
  });
  const items = found.data?.data ?? [];
  return (
    <>
      <PageHead title={live.title} />
      <Waiting query={found} />
      {found.isSuccess && items.length === 0 && (
        <Empty title={live.nobody}>
          <p>{live.nobodyText}</p>
        </Empty>
      )}
      {found.data?.has_more && <p className={cx(kit.notice, kit.small)}>{live.some(most)}</p>}
      <div className={cx(kit.columns, styles.live)}>
        {items.map((item) => (
          <LiveConversation key={item.id} item={item} />
        ))}
      </div>
    </>
  );
};
