import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Integration } from 'voice-agent-platform-client';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../kit/button.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { cx } from '../kit/cx.ts';
import { DetailPage } from '../kit/detail-page.tsx';
import { TextField } from '../kit/field.tsx';
import { Form } from '../kit/form.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { useForm } from '../kit/use-form.ts';
import { StatusBadge } from './badges.tsx';
import { Events } from './events.tsx';
import { Imports } from './imports.tsx';
import { MappingFields } from './mapping.tsx';
import { providers } from './providers.ts';

const route = getRouteApi('/integrations/$integrationId');

interface EditProps {
  readonly integration: Integration;
  readonly etag: string;
}

/** The account and its agents. Secrets that are left empty stay as they are. */
const Edit = ({ integration, etag }: EditProps) => {
  const { api, may } = useSession();
  const readOnly = !may('integrations:write');
  const form = useForm({
    initial: { name: integration.name, api_key: '', webhook_secret: '', agents: integration.agents },
    send: ({ name, api_key, webhook_secret, agents }) =>
      api.integrations.replace({
        params: { integration_id: integration.id },
        body: {
          ...integration,
          name,
          agents,
          ...(api_key && { api_key }),
          ...(webhook_secret && { webhook_secret }),
        },
        ifMatch: etag,
      }),
    refresh: [['integration', integration.id], ['integrations']],
  });
  const disabled = readOnly || form.busy;
  return (
    <Form
      form={form}
      action={readOnly ? undefined : 'Save'}
      stale="Somebody else has changed this integration. Reload the page, then make your change again."
    >
      <div className={cx(kit.card, kit.stack)}>
        <div className={kit.row}>
          <span className={kit.label}>Webhook URL</span>
          <code className={kit.mono}>{integration.webhook_url}</code>
          <CopyButton text={integration.webhook_url}>Copy the URL</CopyButton>
        </div>
        <div className={kit.columns}>
          <TextField label="Name" required maxLength={200} disabled={disabled} {...form.bind('name')} />
          <TextField
            label="New API key"
            type="password"
            autoComplete="off"
            placeholder={integration.api_key_hint ? `Stays …${integration.api_key_hint}` : 'None is set'}
            disabled={disabled}
            {...form.bind('api_key')}
          />
          <TextField
            label="New secret of the webhook"
            type="password"
            autoComplete="off"
            placeholder="Stays"
            hint="The previous one works for another day."
            disabled={disabled}
            {...form.bind('webhook_secret')}
          />
        </div>
      </div>
      <section className={cx(kit.card, kit.stack)} aria-label="Agents">
        <h2>Agents</h2>
        <MappingFields
          clientId={integration.client_id}
          mappings={form.values.agents}
          error={form.error}
          disabled={disabled}
          onChange={(agents) => form.change({ agents })}
        />
      </section>
    </Form>
  );
};

/** Stops an integration, lets it go on, or removes it. */
const Stop = ({ integration, etag }: EditProps) => {
  const { api } = useSession();
  const navigate = useNavigate();
  const params = { integration_id: integration.id };
  const isDisabled = integration.status === 'disabled';
  const change = useAction({
    send: () =>
      api.integrations.replace({
        params,
        body: { ...integration, status: isDisabled ? 'active' : 'disabled' },
        ifMatch: etag,
      }),
    refresh: [['integration', integration.id]],
  });
  return (
    <>
      <Button small busy={change.isPending} onClick={() => change.mutate()}>
        {isDisabled ? 'Enable' : 'Disable'}
      </Button>
      <ConfirmButton
        small
        ask={{
          title: `Disconnect ${integration.name}?`,
          text: 'The integration is removed with its secrets, and webhooks of the provider are refused. Conversations stay, and so do the agents at the provider.',
          action: 'Disconnect',
          danger: true,
          send: () => api.integrations.remove({ params, ifMatch: etag }),
          refresh: [['integrations']],
          onSent: () => navigate({ to: '/integrations' }),
        }}
      >
        Disconnect …
      </ConfirmButton>
      {change.error && <Problem error={change.error} />}
    </>
  );
};

export const IntegrationPage = () => {
  const { api, may } = useSession();
  const { integrationId } = route.useParams();
  const { tab = 'account' } = route.useSearch();
  const found = useQuery({
    queryKey: ['integration', integrationId],
    queryFn: ({ signal }) =>
      api.integrations.get.withResponse({ params: { integration_id: integrationId }, signal }),
    // An edited integration does not change while it is edited.
    refetchOnWindowFocus: false,
  });
  const etag = found.data?.response.headers.get('etag') ?? '';
  return (
    <DetailPage
      back={<Link to="/integrations">← All integrations</Link>}
      title={found.data?.reply.name ?? 'Integration'}
      query={found}
      actions={({ reply: integration }) => (
        <>
          <StatusBadge status={integration.status} />
          <span className={cx(kit.small, kit.muted)}>
            {providers[integration.provider].name} · <OrganizationName id={integration.client_id} />
          </span>
          {may('integrations:write') && <Stop integration={integration} etag={etag} />}
        </>
      )}
    >
      {({ reply: integration }) => (
        <>
          {integration.status_detail && (
            <p className={cx(kit.notice, kit.warn)}>{integration.status_detail}</p>
          )}
          <Tabs
            tabs={[
              { value: 'account', label: 'Account and agents' },
              { value: 'events', label: 'Events' },
              { value: 'imports', label: 'Imports' },
            ]}
          />
          {tab === 'account' && <Edit key={integration.version} integration={integration} etag={etag} />}
          {tab === 'events' && <Events integrationId={integrationId} />}
          {tab === 'imports' && <Imports integrationId={integrationId} />}
        </>
      )}
    </DetailPage>
  );
};
