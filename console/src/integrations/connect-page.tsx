import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate, useNavigate } from '@tanstack/react-router';
import type { AgentMapping, Integration } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { CopyButton } from '../kit/copy-button.tsx';
import { cx } from '../kit/cx.ts';
import { CheckField, SelectField, TextField } from '../kit/field.tsx';
import { Form } from '../kit/form.tsx';
import kit from '../kit/kit.module.css';
import { Loading, Problem } from '../kit/notices.tsx';
import { Steps } from '../kit/steps.tsx';
import { useForm } from '../kit/use-form.ts';
import { OwnerField, useOwner } from '../shell/owner-field.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { words } from '../words/index.ts';
import { isIncomplete, MappingFields } from './mapping.tsx';
import type { MappedIntegration, ProviderName } from './providers.ts';
import {
  hasAccountId,
  hasNumbers,
  isCarrier,
  isMapped,
  isRecognizer,
  providerOptions,
  providers,
} from './providers.ts';
import { useFirstEvent } from './use-first-event.ts';

/** Step one: the account, whose API key is tried at the provider before it is stored. */
const Account = ({ onDone }: { readonly onDone: (integration: MappedIntegration) => void }) => {
  const { api } = useSession();
  const navigate = useNavigate();
  const owner = useOwner();
  const { account, steps, carrierSteps } = words.integrations;
  const hintOf = (provider: ProviderName): string => {
    if (hasAccountId(provider)) return account.tokenHint;
    return isRecognizer(provider) ? account.recognizerHint : account.keyHint;
  };
  const form = useForm({
    initial: { provider: 'elevenlabs' as ProviderName, name: '', account_id: '', api_key: '' },
    send: ({ provider, name, account_id, api_key }) =>
      api.integrations.create({
        body: {
          provider,
          name: name || providers[provider].name,
          api_key: api_key || null,
          ...(hasAccountId(provider) && { account_id: account_id || null }),
          ...(owner.owner && { client_id: owner.owner }),
        },
      }),
    refresh: [['integrations']],
    onSent: (integration) =>
      isMapped(integration)
        ? onDone(integration)
        : navigate({
            to: '/integrations/$integrationId',
            params: { integrationId: integration.id },
            search: { tab: hasNumbers(integration.provider) ? 'numbers' : undefined },
          }),
  });
  return (
    <Form form={form} action={account.action} disabled={!owner.owner}>
      {!isRecognizer(form.values.provider) && (
        <Steps names={hasNumbers(form.values.provider) ? carrierSteps : steps} current={0} />
      )}
      <OwnerField {...owner} />
      <SelectField label={account.provider} options={providerOptions} {...form.bind('provider')} />
      <TextField
        label={account.name}
        placeholder={providers[form.values.provider].name}
        maxLength={200}
        {...form.bind('name')}
      />
      {hasAccountId(form.values.provider) && (
        <TextField label={account.accountId} autoComplete="off" maxLength={34} {...form.bind('account_id')} />
      )}
      <TextField
        label={hasAccountId(form.values.provider) ? account.token : account.key}
        type="password"
        autoComplete="off"
        hint={hintOf(form.values.provider)}
        {...form.bind('api_key')}
      />
      {!owner.owner && (
        <p role="status" className={cx(kit.notice, kit.warn)}>
          {account.chooseOwner}
        </p>
      )}
    </Form>
  );
};

interface StepProps {
  readonly integration: MappedIntegration;
}

/** Step two: where the provider posts what happens, and what it signs that with. */
const Webhook = ({
  integration,
  onDone,
}: StepProps & { readonly onDone: (integration: Integration) => void }) => {
  const { api } = useSession();
  const { integrations } = words;
  const hasEvent = useFirstEvent(integration.id, !isCarrier(integration.provider));
  const form = useForm({
    initial: { webhook_secret: '' },
    send: async ({ webhook_secret }) =>
      webhook_secret
        ? api.integrations.update({
            params: { integration_id: integration.id },
            body: { webhook_secret },
          })
        : integration,
    onSent: onDone,
  });
  const { webhook, secret } = integrations.providers[integration.provider];
  return (
    <Form form={form} action={integrations.webhook.action}>
      <p>{webhook}</p>
      <div className={kit.row}>
        <code className={kit.mono}>{integration.webhook_url}</code>
        <CopyButton text={integration.webhook_url}>{integrations.webhook.copy}</CopyButton>
      </div>
      <TextField
        label={integrations.webhook.secret}
        type="password"
        autoComplete="off"
        hint={`${secret} ${integrations.webhook.later}`}
        {...form.bind('webhook_secret')}
      />
      {!form.values.webhook_secret && !hasEvent && <p className={kit.hint}>{integrations.webhook.without}</p>}
      {!isCarrier(integration.provider) && (
        <p role="status" className={cx(kit.notice, kit.small)}>
          {hasEvent ? integrations.connection.arrived : integrations.connection.waitHint}
        </p>
      )}
    </Form>
  );
};

/** Step three: which agents the provider's agents are, by hand or all at once. */
const Agents = ({ integration }: StepProps) => {
  const { api } = useSession();
  const navigate = useNavigate();
  const { agents: text } = words.integrations;
  const canImport = integration.api_key_hint !== null && !isCarrier(integration.provider);
  const params = { integration_id: integration.id };
  const form = useForm({
    initial: { agents: [] as readonly AgentMapping[], importing: canImport },
    send: async ({ agents, importing }) => {
      if (agents.length > 0) await api.integrations.replace({ params, body: { ...integration, agents } });
      if (importing) await api.imports.create({ params, body: { resource: 'agents' } });
      return importing;
    },
    refresh: [['integrations']],
    onSent: (importing) =>
      navigate({
        to: '/integrations/$integrationId',
        params: { integrationId: integration.id },
        search: { tab: importing ? 'imports' : undefined },
      }),
  });
  return (
    <Form form={form} action={text.action} disabled={isIncomplete(form.values.agents)}>
      <p>{isCarrier(integration.provider) ? text.numbers : text.text}</p>
      {canImport && <CheckField label={text.import} hint={text.importHint} {...form.check('importing')} />}
      <MappingFields
        clientId={integration.client_id}
        mappings={form.values.agents}
        error={form.error}
        onChange={(agents) => form.change({ agents })}
      />
    </Form>
  );
};

const route = getRouteApi('/integrations/connect');

/** Connects an account at a voice provider, in three steps, which the address keeps. */
export const ConnectPage = () => {
  const { api } = useSession();
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  const { integration: id, step } = route.useSearch();
  const queryKey = ['integration', id, 'connecting'];
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.integrations.get({ params: { integration_id: id ?? '' }, signal }),
    enabled: id !== undefined,
  });
  const { integrations } = words;
  const integration = id !== undefined && found.data && isMapped(found.data) ? found.data : undefined;
  const current = id ? (step === 'agents' ? 2 : 1) : 0;
  const goOn = (saved: Integration, next?: 'agents') => {
    queries.setQueryData(['integration', saved.id, 'connecting'], saved);
    void navigate({ search: (before) => ({ ...before, integration: saved.id, step: next }) });
  };
  return (
    <>
      <PageHead
        title={integrations.connect}
        back={<Link to="/integrations">{words.shell.pages.integrations}</Link>}
      />
      <div className={kit.guided}>
        {current > 0 && <Steps names={integrations.steps} current={current} />}
        {found.error && <Problem error={found.error} onRetry={() => void found.refetch()} />}
        {current > 0 && found.isPending && <Loading />}
        {found.data && !integration && (
          <Navigate
            to="/integrations/$integrationId"
            params={{ integrationId: found.data.id }}
            search={{ tab: hasNumbers(found.data.provider) ? 'numbers' : undefined }}
            replace
          />
        )}
        {current === 0 && <Account onDone={(saved) => goOn(saved)} />}
        {current === 1 && integration && (
          <Webhook integration={integration} onDone={(saved) => goOn(saved, 'agents')} />
        )}
        {current === 2 && integration && <Agents integration={integration} />}
      </div>
    </>
  );
};
