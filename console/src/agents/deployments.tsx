import { useState } from 'react';
import type { Agent, Deployment } from 'voice-agent-platform-client';
import { formatTime } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { useList } from '../api/use-list.ts';
import { providers } from '../integrations/providers.ts';
import type { Tone } from '../kit/badge.tsx';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { cx } from '../kit/cx.ts';
import { SelectField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { List } from '../kit/list.tsx';
import { Problem } from '../kit/notices.tsx';
import { words } from '../words/index.ts';
import { useIntegrations } from './use-integrations.ts';

const tones: Readonly<Record<Deployment['status'], Tone>> = {
  current: 'good',
  outdated: 'warn',
  drifted: 'warn',
  failed: 'bad',
};

const DeploymentCard = ({ listed }: { readonly listed: Deployment }) => {
  const { api, may } = useSession();
  const { deployments } = words.agents;
  const params = { agent_id: listed.agent_id, deployment_id: listed.id };
  const check = useAction({ send: () => api.deployments.get({ params }) });
  const deploy = useAction({
    send: () =>
      api.deployments.create({
        params: { agent_id: listed.agent_id },
        body: { integration_id: listed.integration_id },
      }),
    refresh: [['deployments', listed.agent_id]],
    onSent: check.reset,
  });
  const shown = check.data ?? listed;
  const problem = check.error ?? deploy.error;
  const { name } = providers[shown.provider];
  const detail = shown.status_detail ?? deployments.meanings[shown.status];
  return (
    <article className={cx(kit.card, kit.stack, kit.tight)} aria-label={deployments.to(name)}>
      <div className={cx(kit.row, kit.spread)}>
        <h2>{name}</h2>
        <div className={kit.row}>
          <Badge tone={tones[shown.status]}>{deployments.statuses[shown.status]}</Badge>
          <Button small busy={check.isPending} onClick={() => check.mutate()}>
            {deployments.compare}
          </Button>
          {may('agents:write') && (
            <>
              <Button small busy={deploy.isPending} onClick={() => deploy.mutate()}>
                {deployments.again}
              </Button>
              <ConfirmButton
                small
                ask={{
                  title: deployments.removeTitle(name),
                  text: deployments.removeText,
                  action: words.agents.remove.action,
                  danger: true,
                  send: () => api.deployments.remove({ params }),
                  refresh: [['deployments', listed.agent_id]],
                }}
              >
                {words.agents.remove.open}
              </ConfirmButton>
            </>
          )}
        </div>
      </div>
      <p className={cx(kit.small, kit.muted)}>
        {words.agents.version(shown.agent_version)}, {formatTime(shown.updated_at)},{' '}
        {deployments.runsOn[shown.runs_on]}
        {shown.provider_agent_id && (
          <>
            , {deployments.there} <span className={kit.mono}>{shown.provider_agent_id}</span>
          </>
        )}
      </p>
      {detail && <p className={cx(kit.notice, kit.warn, kit.small)}>{detail}</p>}
      {shown.not_carried.length > 0 && (
        <details>
          <summary>{deployments.missing}</summary>
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
    </article>
  );
};

interface OfAgent {
  readonly agent: Agent;
}

/** The place that makes the answers of a deployment. `as_before` leaves the present choice as it is. */
type AnsweringSide = Deployment['runs_on'] | 'as_before';

/** Makes the provider's agent from this one. */
const Deploy = ({ agent }: OfAgent) => {
  const { api, may } = useSession();
  const { deployments } = words.agents;
  const [chosen, setChosen] = useState<string>();
  const { items, options, query } = useIntegrations(agent);
  const [answering, setAnswering] = useState<AnsweringSide>('as_before');
  const integration_id = chosen ?? items[0]?.id ?? '';
  const provider = items.find(({ id }) => id === integration_id)?.provider;
  const mayAnswerHere = may('chats:write') && provider !== 'retell';
  const runs_on = answering === 'platform' && !mayAnswerHere ? 'as_before' : answering;
  const deploy = useAction({
    send: () =>
      api.deployments.create({
        params: { agent_id: agent.id },
        body: { integration_id, ...(runs_on !== 'as_before' && { runs_on }) },
      }),
    refresh: [['deployments', agent.id]],
  });
  return (
    <section className={cx(kit.card, kit.stack)} aria-label={deployments.deploy}>
      <div className={kit.filters}>
        <div className={kit.wide}>
          <SelectField
            label={deployments.integration}
            value={integration_id}
            options={options}
            onChange={({ target }) => setChosen(target.value)}
          />
        </div>
        <div className={kit.wide}>
          <SelectField
            label={deployments.answering}
            value={runs_on}
            options={(
              ['as_before', 'provider', ...(mayAnswerHere ? (['platform'] as const) : [])] as const
            ).map((value) => ({ value, label: deployments.answers[value] }))}
            onChange={({ target }) => setAnswering(target.value as AnsweringSide)}
          />
        </div>
        <Button
          look="primary"
          disabled={!integration_id}
          busy={deploy.isPending}
          onClick={() => deploy.mutate()}
        >
          {deployments.deploy}
        </Button>
      </div>
      {query.isSuccess && items.length === 0 && (
        <p className={cx(kit.small, kit.muted)}>{deployments.connectFirst}</p>
      )}
      {(deploy.error ?? query.error) && <Problem error={deploy.error ?? query.error} />}
    </section>
  );
};

export const useDeployments = (agentId: string, enabled = true) => {
  const { api } = useSession();
  return useList(
    ['deployments', agentId],
    ({ limit, cursor }, signal) =>
      api.deployments.list({
        params: { agent_id: agentId },
        query: { limit: String(limit), ...(cursor && { cursor }) },
        signal,
      }),
    { enabled },
  );
};

/** The agent's deployments, and whether each provider's agent is still the same. */
export const Deployments = ({ agent }: OfAgent) => {
  const { may } = useSession();
  const list = useDeployments(agent.id);
  return (
    <div className={kit.stack}>
      {may('agents:write') && may('integrations:read') && <Deploy agent={agent} />}
      <List
        list={list}
        empty={{
          title: words.agents.deployments.empty,
          text: words.agents.deployments.emptyText,
        }}
      >
        {(items) =>
          items.map((item) => <DeploymentCard key={`${item.id} ${item.updated_at}`} listed={item} />)
        }
      </List>
    </div>
  );
};
