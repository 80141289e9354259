import { Link } from '@tanstack/react-router';
import { formatTime } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { ListPage } from '../kit/list-page.tsx';
import { useOrg } from '../shell/use-org.ts';
import { StatusBadge } from './badges.tsx';
import { providers } from './providers.ts';

export const IntegrationsPage = () => {
  const { api, may } = useSession();
  const org = useOrg();
  const list = useList(['integrations', org], ({ limit, cursor }, signal) =>
    api.integrations.list({
      query: { limit: String(limit), ...(cursor && { cursor }), ...(org && { client_id: org }) },
      signal,
    }),
  );
  return (
    <ListPage
      title="Integrations"
      actions={
        may('integrations:write') && (
          <Link to="/integrations/connect" className={cx(kit.button, kit.primary)}>
            Connect a provider
          </Link>
        )
      }
      list={list}
      empty={{
        title: 'No provider is connected',
        text: 'Connect an account at ElevenLabs, Vapi or Retell: its calls become conversations here, with their transcripts and recordings.',
      }}
      label="Integrations"
      columns={[
        {
          title: 'Name',
          kind: 'heading',
          cell: ({ id, name }) => (
            <Link to="/integrations/$integrationId" params={{ integrationId: id }}>
              {name}
            </Link>
          ),
        },
        { title: 'Provider', cell: ({ provider }) => providers[provider].name },
        {
          title: 'State',
          cell: ({ status, status_detail }) => (
            <>
              <StatusBadge status={status} />
              <div className={cx(kit.small, kit.muted)}>{status_detail}</div>
            </>
          ),
        },
        {
          title: 'API key',
          kind: 'mono',
          cell: ({ api_key_hint }) => (api_key_hint ? `…${api_key_hint}` : '–'),
        },
        { title: 'Organization', cell: ({ client_id }) => <OrganizationName id={client_id} /> },
        { title: 'Connected', cell: ({ created_at }) => formatTime(created_at) },
      ]}
    />
  );
};
