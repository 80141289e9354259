import { Link } from '@tanstack/react-router';
import { formatTime } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { ListPage } from '../kit/list-page.tsx';
import { useOrg } from '../shell/use-org.ts';
import { WebhookBadge } from './badges.tsx';
import { CreateWebhookDialog } from './create-dialog.tsx';
import { eventsInWords } from './event-types.ts';

export const WebhooksPage = () => {
  const { api, may } = useSession();
  const org = useOrg();
  const list = useList(['webhooks', org], (page, signal) =>
    api.webhooks.list({ query: { ...page, ...(org && { client_id: org }) }, signal }),
  );
  return (
    <ListPage
      title="Webhooks"
      create={
        may('webhooks:write') && {
          label: 'New webhook',
          dialog: (onClose) => <CreateWebhookDialog onClose={onClose} />,
        }
      }
      list={list}
      empty={{
        title: 'There are no webhooks',
        text: 'A webhook sends what happens, such as the end of a conversation, to a server of yours.',
      }}
      label="Webhooks"
      columns={[
        {
          title: 'Address',
          kind: 'heading',
          cell: ({ id, url, description }) => (
            <>
              <Link to="/webhooks/$webhookId" params={{ webhookId: id }}>
                {url ?? 'Fetched by a program'}
              </Link>
              <div className={cx(kit.small, kit.muted)}>{description}</div>
            </>
          ),
        },
        { title: 'State', cell: (item) => <WebhookBadge webhook={item} /> },
        { title: 'Events', kind: 'small', cell: ({ events }) => eventsInWords(events) },
        {
          title: 'Organization',
          cell: ({ client_id }) => (client_id ? <OrganizationName id={client_id} /> : 'All'),
        },
        { title: 'Created', cell: ({ created_at }) => formatTime(created_at) },
      ]}
    />
  );
};
