import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Integration } from 'voice-agent-platform-client';
import { OrganizationName, useDirectory } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { whileEdited } from '../api/while-edited.ts';
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
import { toast } from '../kit/toasts.tsx';
import { useForm } from '../kit/use-form.ts';
import { useUnsaved } from '../kit/use-unsaved.ts';
import { words } from '../words/index.ts';
import { ConnectionState } from './badges.tsx';
import { Events, useEvents } from './events.tsx';
import { Imports, useImports } from './imports.tsx';
import { isIncomplete, MappingFields } from './mapping.tsx';
import { Numbers, useNumbers } from './numbers.tsx';
import type { ProviderName } from './providers.ts';
import { hasAgents, hasNumbers, isMapped, isRecognizer, providers } from './providers.ts';
import { useFirstEvent } from './use-first-event.ts';

const route = getRouteApi('/integrations/$integrationId');

interface StopProps {
  readonly integration: Integration;
  readonly etag: string;
}

interface EditProps extends StopProps {
  readonly onSaved: () => void;
}

/** The missing settings that keep calls from arriving, or parts of the platform from working. */
const Missing = ({ integration }: { readonly integration: Integration }) => {
  const { next } = words.integrations.page;
  const calls = hasNumbers(integration.provider);
  const missing = [
    integration.api_key_hint === null && (calls ? next.token : next.key),
    integration.agents.length === 0 &&
      !isRecognizer(integration.provider) &&
      (calls ? next.numbers : next.agents),
  ].filter((text): text is string => text !== false);
  if (missing.length === 0) return null;
  return (
    <section className={cx(kit.notice, kit.warn)} aria-label={next.title}>
      <ul>
        {missing.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
};

/** The account and its agents. Secrets that are left empty stay as they are. */
const Edit = ({ integration, etag, onSaved }: EditProps) => {
  const { api, may } = useSession();
  const readOnly = !may('integrations:write');
  const { page, agents: text, account, webhook } = words.integrations;
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
    onSent: () => {
      toast(words.kit.saved);
      onSaved();
    },
  });
  useUnsaved(form.isChanged);
  const disabled = readOnly || form.busy;
  const connectsNumbers = hasNumbers(integration.provider);
  return (
    <Form
      form={form}
      action={readOnly ? undefined : page.save}
      disabled={isIncomplete(form.values.agents)}
      stale={page.stale}
    >
      <Missing integration={integration} />
      {!isRecognizer(integration.provider) && (
        <div className={kit.row}>
          <span className={kit.label}>{page.url}</span>
          <code className={kit.mono}>{integration.webhook_url}</code>
          <CopyButton text={integration.webhook_url}>{webhook.copy}</CopyButton>
        </div>
      )}
      <div className={kit.columns}>
        <TextField label={account.name} required maxLength={200} disabled={disabled} {...form.bind('name')} />
        <TextField
          label={connectsNumbers ? page.newToken : page.newKey}
          type="password"
          autoComplete="off"
          placeholder={integration.api_key_hint ? page.keyStays(integration.api_key_hint) : page.noKey}
          disabled={disabled}
          {...form.bind('api_key')}
        />
        {isMapped(integration) && (
          <TextField
            label={page.newSecret}
            type="password"
            autoComplete="off"
            placeholder={page.stays}
            hint={page.secretHint}
            disabled={disabled}
            {...form.bind('webhook_secret')}
          />
        )}
      </div>
      {isMapped(integration) && (
        <section className={kit.stack} aria-label={text.title}>
          <h2>{text.title}</h2>
          <MappingFields
            clientId={integration.client_id}
            mappings={form.values.agents}
            error={form.error}
            disabled={disabled}
            onChange={(agents) => form.change({ agents })}
          />
        </section>
      )}
    </Form>
  );
};

/** Stops an integration, lets it go on, or removes it. */
const Stop = ({ integration, etag }: StopProps) => {
  const { api } = useSession();
  const navigate = useNavigate();
  const { page } = words.integrations;
  const params = { integration_id: integration.id };
  const isDisabled = integration.status === 'disabled';
  const change = useAction({
    send: () =>
      api.integrations.update({
        params,
        body: { status: isDisabled ? 'active' : 'disabled' },
        ifMatch: etag,
      }),
    refresh: [['integration', integration.id], ['integrations']],
  });
  return (
    <>
      <Button busy={change.isPending} onClick={() => change.mutate()}>
        {isDisabled ? page.enable : page.disable}
      </Button>
      <ConfirmButton
        look="plain"
        ask={{
          title: page.disconnectTitle(integration.name),
          text: page.disconnectText,
          action: page.disconnect,
          danger: true,
          send: () => api.integrations.remove({ params, ifMatch: etag }),
          refresh: [['integrations']],
          onSent: () => navigate({ to: '/integrations' }),
        }}
      >
        {page.disconnect}
      </ConfirmButton>
      {change.error && <Problem error={change.error} />}
    </>
  );
};

/** Only accounts with agents of their own have events and something to import. */
const tabsOf = (provider: ProviderName) => {
  const { tabs } = words.integrations.page;
  if (hasNumbers(provider)) {
    return [
      { value: 'account', label: tabs.carrier },
      { value: 'numbers', label: tabs.numbers },
    ];
  }
  if (!hasAgents(provider)) return [{ value: 'account', label: tabs.carrier }];
  return [
    { value: 'account', label: tabs.account },
    { value: 'events', label: tabs.events },
    { value: 'imports', label: tabs.imports },
  ];
};

export const IntegrationPage = () => {
  const { api, may } = useSession();
  const { integrationId } = route.useParams();
  const { tab: chosen = 'account' } = route.useSearch();
  const [saved, setSaved] = useState(0);
  const { integrations } = words;
  const found = useQuery({
    queryKey: ['integration', integrationId],
    queryFn: ({ signal }) =>
      api.integrations.get.withResponse({ params: { integration_id: integrationId }, signal }),
    // An edited integration does not change while it is edited.
    ...whileEdited,
  });
  const provider = found.data?.reply.provider;
  const tabs = provider && tabsOf(provider);
  const tab = !tabs || tabs.some(({ value }) => value === chosen) ? chosen : 'account';
  // The tabs need only the id in the URL, so their data is requested together with the integration.
  useEvents(integrationId, tab === 'events');
  useImports(integrationId, tab === 'imports');
  useNumbers(integrationId, tab === 'numbers');
  useDirectory('agent');
  const hasEvent = useFirstEvent(integrationId, provider === undefined || hasAgents(provider));
  const etag = found.data?.response.headers.get('etag') ?? '';
  return (
    <DetailPage
      back={<Link to="/integrations">{words.shell.pages.integrations}</Link>}
      title={found.data?.reply.name ?? integrations.one}
      query={found}
      actions={({ reply: integration }) =>
        may('integrations:write') && <Stop integration={integration} etag={etag} />
      }
    >
      {({ reply: integration }) => (
        <>
          <p className={kit.muted}>
            <ConnectionState integration={integration} hasEvent={hasEvent} /> ·{' '}
            {providers[integration.provider].name} · <OrganizationName id={integration.client_id} />
          </p>
          {integration.status_detail && (
            <p dir="auto" className={cx(kit.notice, kit.warn)}>
              {integration.status_detail}
            </p>
          )}
          {tabs && tabs.length > 1 && <Tabs tabs={tabs} />}
          {tab === 'account' && (
            // Disabling changes nothing that somebody may be editing.
            <Edit
              key={`${saved} ${JSON.stringify([integration.name, integration.agents])}`}
              integration={integration}
              etag={etag}
              onSaved={() => setSaved(saved + 1)}
            />
          )}
          {tab === 'numbers' && <Numbers integration={integration} />}
          {tab === 'events' && <Events integrationId={integrationId} />}
          {tab === 'imports' && <Imports integration={integration} />}
        </>
      )}
    </DetailPage>
  );
};
