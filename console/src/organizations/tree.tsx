import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { OrganizationItem } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { LoadMore } from '../kit/load-more.tsx';
import { Loading, Problem } from '../kit/notices.tsx';
import { words } from '../words/index.ts';
import styles from './organizations.module.css';

export const useChildren = (parentId: string, enabled = true) => {
  const { api } = useSession();
  return useList(
    ['clients', parentId, 'children'],
    (page, signal) => api.clients.list({ query: { ...page, parent_id: parentId }, signal }),
    { enabled },
  );
};

const Children = ({ parentId }: { readonly parentId: string }) => {
  const { items, query } = useChildren(parentId);
  if (query.error) return <Problem error={query.error} />;
  if (query.isPending) return <Loading />;
  if (items.length === 0)
    return <p className={cx(kit.small, kit.muted, styles.branch)}>{words.organizations.nothingBelow}</p>;
  return (
    <>
      <ul className={styles.branch}>
        {items.map((item) => (
          <Node key={item.id} item={item} />
        ))}
      </ul>
      <LoadMore query={query} />
    </>
  );
};

/** An organization, whose children are read when it is opened. */
export const Node = ({
  item,
  opened = false,
}: {
  readonly item: OrganizationItem;
  readonly opened?: boolean;
}) => {
  const [open, setOpen] = useState(opened);
  const mayHaveChildren = item.type !== 'location';
  return (
    <li>
      <div className={cx(kit.row, styles.node)}>
        {mayHaveChildren ? (
          <Button
            look="plain"
            small
            aria-expanded={open}
            aria-label={words.organizations.belowOf(item.name)}
            onClick={() => setOpen(!open)}
          >
            {open ? '▾' : '▸'}
          </Button>
        ) : (
          <span className={styles.leaf} />
        )}
        <Link to="/organizations/$clientId" params={{ clientId: item.id }}>
          {item.name}
        </Link>
        <span className={cx(kit.small, kit.muted)}>{words.shell.types[item.type]}</span>
        {item.test && <Badge tone="warn">{words.organizations.test}</Badge>}
        {item.status === 'suspended' && <Badge tone="bad">{words.organizations.suspended}</Badge>}
      </div>
      {open && <Children parentId={item.id} />}
    </li>
  );
};
