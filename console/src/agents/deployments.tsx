import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Deployment } from 'voice-agent-platform-client';
import { formatTime, inWords } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { providers } from '../integrations/providers.ts';
import type { Tone } from '../kit/badge.tsx';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { cx } from '../kit/cx.ts';
import { SelectField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { LoadMore } from '../kit/load-more.tsx';
import { Empty, Loading, Problem } from '../kit/notices.tsx';
import { useIntegrations } from './use-integrations.ts';

const tones: Readonly<Record<Deployment['status'], Tone>> = {
  current: 'good',
  outdated: 'warn',
  drifted: 'warn',
  failed: 'bad',
};

const meanings: Readonly<Record<Deployment['status'], string | undefined>> = {
  current: undefined,
  outdated: 'The agent or its documents have changed since it was deployed.',
  drifted: 'The agent was changed at the provider since it was deployed.',
  failed: undefined,
};

const useRefresh = (agentId: string) => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['deployments', agentId] });
};

const DeploymentCard = ({ listed }: { readonly listed: Deployment }) => {
  const { api, may } = useSession();
  const refresh = useRefresh(listed.agent_id);
  const [removing, setRemoving] = useState(false);
  const params = { agent_id: listed.agent_id, deployment_id: listed.id };
  const check = useMutation({ mutationFn: () => api.deployments.get({ params }) });
  const deploy = useMutation({
    mutationFn: () =>
      api.deployments.create({
        params: { agent_id: listed.agent_id },
        body: { integration_id: listed.integration_id },
      }),
    onSuccess: async () => {
      check.reset();
      await refresh();
    },
  });
  const remove = useMutation({ mutationFn: () => api.deployments.remove({ params }), onSuccess: refresh });
  const shown = check.data ?? listed;
  const problem = check.error ?? deploy.error;
  return (
    <article
      className={cx(kit.card, kit.stack, kit.tight)}
      aria-label={`Deployment to ${providers[shown.provider].name}`}
    >
      <div className={cx(kit.row, kit.spread)}>
        <h2>{providers[shown.provider].name}</h2>
        <div className={kit.row}>
          <Badge tone={tones[shown.status]}>{inWords(shown.status)}</Badge>
          <Button small busy={check.isPending} onClick={() => check.mutate()}>
            Compare with the provider
          </Button>
          {may('agents:write') && (
            <>
              <Button small busy={deploy.isPending} onClick={() => deploy.mutate()}>
                Deploy again
              </Button>
              <Button small onClick={() => setRemoving(true)}>
                Remove …
              </Button>
            </>
          )}
        </div>
      </div>
      <p className={cx(kit.small, kit.muted)}>
        Version {shown.agent_version}, {formatTime(shown.updated_at)}
        {shown.provider_agent_id && (
          <>
            , there <span className={kit.mono}>{shown.provider_agent_id}</span>
          </>
        )}
      </p>
      {(shown.status_detail ?? meanings[shown.status]) && (
        <p className={cx(kit.notice, kit.warn, kit.small)}>{shown.status_detail ?? meanings[shown.status]}</p>
      )}
      {shown.not_carried.length > 0 && (
        <details>
          <summary>What the provider’s agent does not have</summary>
          <ul className={cx(kit.stack, kit.tight, kit.small)}>
            {shown.not_carried.map(({ field, detail }) => (
              <li key={field}>
                <code>{field}</code> {detail}
              </li>
            ))}
          </ul>
        </details>
      )}
      {problem && <Problem error={problem} />}
      <Confirm
        open={removing}
        onClose={() => setRemoving(false)}
        title={`Remove the agent at ${providers[shown.provider].name}?`}
        action="Remove"
        danger
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        <p>The agent at the provider is deleted. Conversations stay, and so does the agent here.</p>
      </Confirm>
    </article>
  );
};

/** Makes the provider's agent from this one. */
const Deploy = ({ agentId }: { readonly agentId: string }) => {
  const { api } = useSession();
  const refresh = useRefresh(agentId);
  const [chosen, setChosen] = useState<string>();
  const { items, options, query } = useIntegrations();
  const integration_id = chosen ?? items[0]?.id ?? '';
  const deploy = useMutation({
    mutationFn: () => api.deployments.create({ params: { agent_id: agentId }, body: { integration_id } }),
    onSuccess: refresh,
  });
  return (
    <section className={cx(kit.card, kit.stack)} aria-label="Deploy">
      <div className={kit.filters}>
        <SelectField
          label="Integration"
          value={integration_id}
          options={options}
          onChange={({ target }) => setChosen(target.value)}
        />
        <Button
          look="primary"
          disabled={!integration_id}
          busy={deploy.isPending}
          onClick={() => deploy.mutate()}
        >
          Deploy
        </Button>
      </div>
      {query.isSuccess && items.length === 0 && (
        <p className={cx(kit.small, kit.muted)}>Connect a provider under Integrations first.</p>
      )}
      {(deploy.error ?? query.error) && <Problem error={deploy.error ?? query.error} />}
    </section>
  );
};

/** Where the agent is deployed, and whether the provider's agent is still the same. */
export const Deployments = ({ agentId }: { readonly agentId: string }) => {
  const { api, may } = useSession();
  const { items, query } = useList(['deployments', agentId], ({ limit, cursor }, signal) =>
    api.deployments.list({
      params: { agent_id: agentId },
      query: { limit: String(limit), ...(cursor && { cursor }) },
      signal,
    }),
  );
  return (
    <div className={kit.stack}>
      {may('agents:write') && may('integrations:read') && <Deploy agentId={agentId} />}
      {query.error && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading />}
      {query.isSuccess && items.length === 0 && (
        <Empty title="The agent is not deployed">
          <p>
            Deploying makes an agent at the provider from this one. Its calls become conversations of this
            agent.
          </p>
        </Empty>
      )}
      {items.map((item) => (
        <DeploymentCard key={item.id} listed={item} />
      ))}
      <LoadMore query={query} />
    </div>
  );
};
