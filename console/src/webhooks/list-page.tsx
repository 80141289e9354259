import { Link } from '@tanstack/react-router';
import type { WebhookItem } from 'voice-agent-platform-client';
import { formatDate } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { ListPage } from '../kit/list-page.tsx';
import { useOrgList } from '../shell/use-org.ts';
import { webhookWords } from '../words/webhooks.ts';
import { isInTrouble, WebhookState } from './badges.tsx';
import { CreateWebhookDialog } from './create-dialog.tsx';
import { eventsInWords } from './event-types.ts';

/** Leads to the webhooks that cannot deliver, before anything else. */
const Trouble = ({ failing }: { readonly failing: readonly WebhookItem[] }) => (
  <div className={cx(kit.notice, kit.bad, kit.row)} role="status">
    <strong>{webhookWords().failing(failing.length)}</strong>
    {failing.slice(0, 3).map(({ id, url, description }) => (
      <Link key={id} to="/webhooks/$webhookId" params={{ webhookId: id }}>
        {description ?? url ?? webhookWords().fetched}
      </Link>
    ))}
  </div>
);

export const WebhooksPage = () => {
  const { api, may } = useSession();
  const list = useOrgList('webhooks', (query, signal) => api.webhooks.list({ query, signal }));
  const webhooks = webhookWords();
  const failing = list.items.filter(isInTrouble);
  return (
    <ListPage<WebhookItem>
      title={webhooks.title}
      create={
        may('webhooks:write') && {
          label: webhooks.create,
          dialog: (onClose) => <CreateWebhookDialog onClose={onClose} />,
        }
      }
      filters={failing.length > 0 && <Trouble failing={failing} />}
      list={{ ...list, items: [...failing, ...list.items.filter((item) => !isInTrouble(item))] }}
      empty={webhooks.empty}
      label={webhooks.title}
      columns={[
        {
          title: webhooks.columns.address,
          kind: 'heading',
          cell: ({ id, url, description }) => (
            <>
              <Link to="/webhooks/$webhookId" params={{ webhookId: id }}>
                <bdi>{url ?? webhooks.fetched}</bdi>
              </Link>
              {description && <div className={cx(kit.small, kit.muted)}>{description}</div>}
            </>
          ),
        },
        { title: webhooks.columns.state, cell: (item) => <WebhookState webhook={item} /> },
        { title: webhooks.columns.events, kind: 'small', cell: ({ events }) => eventsInWords(events) },
        {
          title: webhooks.columns.organization,
          cell: ({ client_id }) => <OrganizationName id={client_id} instead={webhooks.everybody} />,
        },
        {
          title: webhooks.columns.created,
          cell: ({ created_at }) => <span className={kit.figures}>{formatDate(created_at)}</span>,
        },
      ]}
    />
  );
};
