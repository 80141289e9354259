import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ConversationItem } from 'voice-agent-platform-client';
import { formatClock, formatDuration } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useDoorbell } from '../api/use-doorbell.ts';
import { callerOf } from '../conversations/caller.ts';
import { Badge } from '../kit/badge.tsx';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { Empty, Loading, Problem } from '../kit/notices.tsx';
import { Split } from '../kit/split.tsx';
import { useNow } from '../kit/use-now.ts';
import { useShortcut } from '../kit/use-shortcut.ts';
import { Denied } from '../shell/denied.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { useOrg } from '../shell/use-org.ts';
import { words } from '../words/index.ts';
import { Answering } from './answering.tsx';
import styles from './inbox.module.css';
import { since, useInbox } from './use-inbox.ts';

const route = getRouteApi('/inbox');

const lookEveryMs = 5000;

interface RowProps {
  readonly item: ConversationItem;
  readonly now: number;
  readonly current: boolean;
  readonly onOpen: () => void;
}

const Row = ({ item, now, current, onOpen }: RowProps) => {
  const { inbox } = words.chats;
  const waits = item.handling === 'waiting';
  const { handover } = item;
  return (
    <li>
      <button type="button" className={styles.row} aria-current={current || undefined} onClick={onOpen}>
        <span className={styles.who}>
          <strong className={kit.clip}>
            <bdi>{callerOf(item)}</bdi>
          </strong>
          {waits ? (
            <Badge tone="warn" icon="clock">
              {inbox.waits(formatDuration(Math.max(0, now - Date.parse(since(item)))))}
            </Badge>
          ) : (
            <span className={cx(kit.small, kit.muted)}>{inbox.answered(handover?.author ?? '')}</span>
          )}
        </span>
        {handover?.reason && <span className={kit.clip}>{handover.reason}</span>}
        <span className={cx(kit.small, kit.muted, kit.clip)}>
          {[item.agent_name, item.client_name].filter(Boolean).join(' · ')}
          {waits && handover?.answer_by && ` · ${inbox.resumes(formatClock(handover.answer_by))}`}
        </span>
      </button>
    </li>
  );
};

/** The chats that people answer in place of an agent. */
export const InboxPage = () => {
  const { inbox } = words.chats;
  const { chat } = route.useSearch();
  const navigate = route.useNavigate();
  const now = useNow();
  const mayRead = useSession().may('conversations:read');
  const client = useQueryClient();
  const org = useOrg();
  const everyMs = useDoorbell({
    watched: { client_id: org ?? null },
    read: () => void client.invalidateQueries({ queryKey: ['inbox', org] }),
    everyMs: lookEveryMs,
  });
  const { query, items, hasMore } = useInbox(everyMs);
  const open = (id: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, chat: id }), replace: chat !== undefined });
  /** A call is answered on its own page. */
  const openItem = ({ id, channel }: ConversationItem) =>
    channel === 'phone'
      ? void navigate({ to: '/conversations/$conversationId', params: { conversationId: id } })
      : open(id);
  const at = items.findIndex(({ id }) => id === chat);
  const go = (by: 1 | -1) => {
    const next = items[at === -1 ? 0 : at + by];
    if (next) openItem(next);
  };
  useShortcut('j', () => go(1));
  useShortcut('k', () => go(-1));
  return (
    <>
      <PageHead title={inbox.title} />
      <Split
        wide
        fixed
        label={inbox.chat}
        pane={
          chat ? (
            <Answering key={chat} id={chat} item={items[at]} onClose={() => open(undefined)} />
          ) : undefined
        }
        onClose={() => open(undefined)}
      >
        {query.error && <Problem error={query.error} onRetry={() => void query.refetch()} />}
        {mayRead && query.isPending && <Loading />}
        {!mayRead && <Denied what={inbox.title} scope="conversations:read" />}
        {query.isSuccess && items.length === 0 && (
          <Empty title={inbox.empty}>
            <p>{inbox.emptyText}</p>
          </Empty>
        )}
        {hasMore && <p className={cx(kit.notice, kit.small)}>{inbox.more}</p>}
        <ul className={styles.list} aria-label={inbox.list}>
          {items.map((item) => (
            <Row
              key={item.id}
              item={item}
              now={now}
              current={item.id === chat}
              onOpen={() => openItem(item)}
            />
          ))}
        </ul>
      </Split>
    </>
  );
};
