import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatTime } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { LoadMore } from '../kit/load-more.tsx';
import { Empty, Loading, Problem } from '../kit/notices.tsx';
import { scrolled } from '../kit/scrolled.ts';
import { PageHead } from '../shell/page-head.tsx';
import { useOrg } from '../shell/use-org.ts';
import { WebhookBadge } from './badges.tsx';
import { CreateWebhookDialog } from './create-dialog.tsx';
import { eventsInWords } from './event-types.ts';

export const WebhooksPage = () => {
  const { api, may } = useSession();
  const org = useOrg();
  const [creating, setCreating] = useState(false);
  const { items, query } = useList(['webhooks', org], (page, signal) =>
    api.webhooks.list({ query: { ...page, ...(org && { client_id: org }) }, signal }),
  );
  return (
    <>
      <PageHead title="Webhooks">
        {may('webhooks:write') && (
          <Button look="primary" onClick={() => setCreating(true)}>
            New webhook
          </Button>
        )}
      </PageHead>
      {query.error && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading />}
      {query.isSuccess && items.length === 0 && (
        <Empty title="There are no webhooks">
          <p>A webhook sends what happens, such as the end of a conversation, to a server of yours.</p>
        </Empty>
      )}
      {items.length > 0 && (
        <section className={kit.frame} aria-label="Webhooks" {...scrolled}>
          <table className={kit.table}>
            <thead>
              <tr>
                <th scope="col">Address</th>
                <th scope="col">State</th>
                <th scope="col">Events</th>
                <th scope="col">Organization</th>
                <th scope="col">Created</th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={item.id}>
                  <th scope="row">
                    <Link
                      to="/webhooks/$webhookId"
                      params={{ webhookId: item.id }}
                      search={(now) => ({ org: now.org })}
                    >
                      {item.url ?? 'Fetched by a program'}
                    </Link>
                    <div className={cx(kit.small, kit.muted)}>{item.description}</div>
                  </th>
                  <td>
                    <WebhookBadge webhook={item} />
                  </td>
                  <td className={kit.small}>{eventsInWords(item.events)}</td>
                  <td>{item.client_id ? <OrganizationName id={item.client_id} /> : 'All'}</td>
                  <td>{formatTime(item.created_at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <LoadMore query={query} />
      {creating && <CreateWebhookDialog onClose={() => setCreating(false)} />}
    </>
  );
};
