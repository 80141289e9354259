import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import styles from './first-steps.module.css';

interface Step {
  readonly name: keyof typeof words.home.steps;
  readonly done: boolean;
  readonly action: ReactNode;
}

const primary = cx(kit.button, kit.primary);

/** The way to the first call: an organization, an account, an agent, a call. Only the next step is open. */
export const FirstSteps = ({ org }: { readonly org: string | undefined }) => {
  const { api, me, may } = useSession();
  const one = { limit: 1, ...(org && { client_id: org }) };
  const [organizations, accounts, agents] = useQueries({
    queries: [
      {
        queryKey: ['clients', org, 'first'],
        queryFn: ({ signal }) => api.clients.list({ query: { limit: 2 }, signal }),
        enabled: may('clients:read'),
      },
      {
        queryKey: ['integrations', org, 'first'],
        queryFn: ({ signal }) => api.integrations.list({ query: one, signal }),
        enabled: may('integrations:read'),
      },
      {
        queryKey: ['agents', org, 'first'],
        queryFn: ({ signal }) => api.agents.list({ query: one, signal }),
        enabled: may('agents:read'),
      },
    ],
  });
  const others = (organizations.data?.data ?? []).filter(({ id }) => id !== me.client?.id);
  const steps: readonly Step[] = [
    {
      name: 'organization',
      done: org !== undefined || me.client?.type === 'client' || others.length > 0,
      action: (
        <Link to="/organizations" className={primary}>
          {words.home.steps.organization.action}
        </Link>
      ),
    },
    {
      name: 'account',
      done: (accounts.data?.data.length ?? 0) > 0,
      action: (
        <Link to="/integrations/connect" className={primary}>
          {words.home.steps.account.action}
        </Link>
      ),
    },
    {
      name: 'agent',
      done: (agents.data?.data.length ?? 0) > 0,
      action: (
        <Link to="/agents" className={primary}>
          {words.home.steps.agent.action}
        </Link>
      ),
    },
    {
      name: 'call',
      done: false,
      action: (
        <Link to="/agents" className={primary}>
          {words.home.steps.call.action}
        </Link>
      ),
    },
  ];
  const count = steps.filter(({ done }) => done).length;
  const next = steps.find(({ done }) => !done);
  return (
    <section className={styles.welcome} aria-labelledby="first-steps">
      <h2 id="first-steps">{words.home.first.title}</h2>
      <p className={kit.muted}>{words.home.first.text}</p>
      <progress
        className={styles.progress}
        max={steps.length}
        value={count}
        aria-label={words.home.first.progress}
      />
      <p className={cx(kit.small, kit.muted)}>{words.home.first.done(count, steps.length)}</p>
      <ol className={styles.steps}>
        {steps.map(({ name, done, action }, at) => {
          const open = next?.name === name;
          return (
            <li key={name} aria-current={open ? 'step' : undefined} data-done={done || undefined}>
              <span className={styles.mark}>
                {done ? <Icon name="check" /> : at + 1}
                {done && <span className={kit.hidden}>{words.home.first.isDone}</span>}
              </span>
              <div className={cx(kit.stack, kit.tight)}>
                <h3>{words.home.steps[name].title}</h3>
                {!done && <p className={kit.muted}>{words.home.steps[name].text}</p>}
                {open && <div>{action}</div>}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
};
