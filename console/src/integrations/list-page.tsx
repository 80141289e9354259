import { Link } from '@tanstack/react-router';
import type { IntegrationItem } from 'voice-agent-platform-client';
import { formatDate } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { ListPage } from '../kit/list-page.tsx';
import { useOrgList } from '../shell/use-org.ts';
import { words } from '../words/index.ts';
import { StatusBadge } from './badges.tsx';
import { providers } from './providers.ts';

export const IntegrationsPage = () => {
  const { api, may } = useSession();
  const list = useOrgList('integrations', (query, signal) => api.integrations.list({ query, signal }));
  const { integrations } = words;
  return (
    <ListPage<IntegrationItem>
      title={integrations.title}
      actions={
        may('integrations:write') && (
          <Link to="/integrations/connect" className={cx(kit.button, kit.primary)}>
            {integrations.connect}
          </Link>
        )
      }
      list={list}
      empty={integrations.empty}
      label={integrations.title}
      columns={[
        {
          title: integrations.columns.name,
          kind: 'heading',
          cell: ({ id, name }) => (
            <Link to="/integrations/$integrationId" params={{ integrationId: id }}>
              <bdi>{name}</bdi>
            </Link>
          ),
        },
        { title: integrations.columns.provider, cell: ({ provider }) => providers[provider].name },
        {
          title: integrations.columns.state,
          cell: ({ status, status_detail }) => (
            <>
              <StatusBadge status={status} />
              {status_detail && (
                <div dir="auto" className={cx(kit.small, kit.muted)}>
                  {status_detail}
                </div>
              )}
            </>
          ),
        },
        {
          title: integrations.columns.key,
          kind: 'mono',
          cell: ({ api_key_hint }) => (api_key_hint ? `…${api_key_hint}` : words.kit.none),
        },
        {
          title: integrations.columns.organization,
          cell: ({ client_id }) => <OrganizationName id={client_id} />,
        },
        {
          title: integrations.columns.connected,
          cell: ({ created_at }) => <span className={kit.figures}>{formatDate(created_at)}</span>,
        },
      ]}
    />
  );
};
