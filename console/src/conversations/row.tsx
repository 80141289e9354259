import { Link } from '@tanstack/react-router';
import type { ConversationItem } from 'voice-agent-platform-client';
import { dayIn } from '../api/days.ts';
import { formatClock, formatDuration, formatMoney, formatTime, inWords } from '../api/format.ts';
import { AgentName, OrganizationName } from '../api/names.tsx';
import { zone } from '../api/zone.ts';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { ConversationBadges } from './badges.tsx';
import styles from './conversations.module.css';
import { Highlight } from './highlight.tsx';

export const callerOf = ({ caller }: Pick<ConversationItem, 'caller'>): string =>
  caller?.name ?? caller?.number ?? caller?.id ?? 'Unknown caller';

/** The time of the day, for today. */
const whenOf = (time: string): string => {
  const day = dayIn(zone, new Date(time));
  return day === dayIn(zone) ? formatClock(time) : formatTime(time);
};

export const ConversationRow = ({
  item,
  q,
}: {
  readonly item: ConversationItem;
  readonly q?: string | undefined;
}) => (
  <Link
    to="/conversations/$conversationId"
    params={{ conversationId: item.id }}
    search={(previous) => ({ org: previous.org, q })}
    className={styles.row}
  >
    <span>
      <time dateTime={item.start_time} className={kit.small}>
        {whenOf(item.start_time)}
      </time>
      <br />
      <span className={cx(kit.small, kit.muted)}>
        {inWords(item.channel)}
        {item.direction && `, ${item.direction}`}
      </span>
    </span>
    <span className={cx(styles.what, kit.stack, kit.tight)}>
      <span className={kit.row}>
        <strong>{callerOf(item)}</strong>
        <ConversationBadges {...item} />
      </span>
      {item.summary && <span className={kit.clip}>{item.summary}</span>}
      {item.matches && item.matches.length > 0 && (
        <span className={cx(styles.matches, kit.small)}>
          {item.matches.slice(0, 2).map(({ index, text }) => (
            <span key={index} className={kit.clip}>
              <Highlight text={text} q={q} />
            </span>
          ))}
        </span>
      )}
      <span className={cx(kit.small, kit.muted, kit.clip)}>
        <AgentName id={item.agent_id} /> · <OrganizationName id={item.client_id} />
      </span>
    </span>
    <span className={cx(styles.length, kit.figures)}>
      {item.duration_ms === null ? '–' : formatDuration(item.duration_ms)}
      <br />
      <span className={cx(kit.small, kit.muted)}>{item.cost && formatMoney(item.cost)}</span>
    </span>
  </Link>
);
