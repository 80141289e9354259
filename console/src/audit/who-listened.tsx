import { Link } from '@tanstack/react-router';
import { formatTime } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { Loading, Problem } from '../kit/notices.tsx';
import { words } from '../words/index.ts';
import { ActorName } from './actor-name.tsx';

/** So many accesses are shown. The audit log has all. */
const shown = 8;

/** The latest accesses to a conversation, if the key may read the audit log. */
export const useAccesses = (target: string) => {
  const { api, may } = useSession();
  const enabled = may('audit:read');
  const list = useList(
    ['audit-records', 'of', target],
    ({ cursor }, signal) =>
      api.auditRecords.list({
        query: { target, limit: String(shown), ...(cursor && { cursor }) },
        signal,
      }),
    { enabled },
  );
  return { ...list, enabled };
};

/**
 * The people who listened to a call, read its words or changed it, newest first. Empty without access to the
 * audit log.
 */
export const WhoListened = ({ target }: { readonly target: string }) => {
  const { items, query, enabled } = useAccesses(target);
  if (!enabled) return null;
  const { audit } = words;
  return (
    <section className={cx(kit.stack, kit.tight)} aria-label={audit.who.title}>
      <div className={cx(kit.row, kit.spread)}>
        <h2>{audit.who.title}</h2>
        {items.length > 0 && (
          <Link to="/audit" search={{ target }} className={kit.small}>
            {audit.who.all}
          </Link>
        )}
      </div>
      {query.isPending && <Loading />}
      {query.error && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && items.length === 0 && (
        <p className={cx(kit.small, kit.muted)}>{audit.who.nobody}</p>
      )}
      {items.length > 0 && (
        <ul className={cx(kit.stack, kit.tight)}>
          {items.slice(0, shown).map((record) => (
            <li key={record.id} className={cx(kit.row, kit.spread, kit.small)}>
              <span className={kit.grow}>
                <strong>
                  <ActorName actor={record.actor} />
                </strong>{' '}
                {audit.actionOf(record.action)}
              </span>
              <time dateTime={record.time} className={cx(kit.muted, kit.figures)}>
                {formatTime(record.time)}
              </time>
            </li>
          ))}
        </ul>
      )}
      <p className={cx(kit.small, kit.muted)}>{audit.who.programs}</p>
    </section>
  );
};
