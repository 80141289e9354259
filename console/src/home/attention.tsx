import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { cloneElement } from 'react';
import type { DayRange } from '../api/days.ts';
import { formatPercent, formatTime } from '../api/format.ts';
import { cx } from '../kit/cx.ts';
import type { IconName } from '../kit/icons.tsx';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { Loading, Problem } from '../kit/notices.tsx';
import { words } from '../words/index.ts';
import styles from './home.module.css';
import type { Attention as Found } from './use-attention.ts';
import { mostParked } from './use-attention.ts';

interface ItemProps {
  readonly icon: IconName;
  readonly tone: 'bad' | 'warn' | 'quiet';
  readonly title: string;
  readonly detail?: string;
  readonly link: ReactElement<{ className?: string | undefined; children?: ReactNode }>;
}

const Item = ({ icon, tone, title, detail, link }: ItemProps) => (
  <li>
    {cloneElement(link, {
      className: styles.item,
      children: (
        <>
          <Icon name={icon} className={styles[tone]} />
          <span>
            <strong>{title}</strong>
            {detail && <span className={cx(kit.small, kit.muted)}>{detail}</span>}
          </span>
          <Icon name="forward" className={styles.quiet} />
        </>
      ),
    })}
  </li>
);

const sumOf = (all: readonly { readonly calls: number }[]): number =>
  all.reduce((sum, { calls }) => sum + calls, 0);

/** Only the first few names: the page behind the link has all of them. */
const few = 3;

interface AttentionProps {
  readonly found: Found;
  readonly days: DayRange;
  readonly nameOf: (clientId: string) => string;
}

/** The things to act on: broken first, then late, then to do. */
const itemsOf = ({
  found,
  days,
  nameOf,
}: AttentionProps): readonly (ItemProps & { readonly key: string })[] => {
  const say = words.home.attention;
  const perClient = (all: Found['failed']) =>
    all
      .slice(0, few)
      .map(({ child, calls }) => `${nameOf(child)} ${calls}`)
      .join(' · ');
  return [
    ...found.webhooks.map(({ id, client_id, failing_since, description, url }) => ({
      key: id,
      icon: 'alert' as const,
      tone: 'bad' as const,
      title: failing_since ? say.webhookFailing(formatTime(failing_since)) : say.webhookDisabled,
      detail: [client_id && nameOf(client_id), description || url].filter(Boolean).join(' · '),
      link: <Link to="/webhooks/$webhookId" params={{ webhookId: id }} />,
    })),
    ...found.accounts.map(({ id, name, client_id, status_detail }) => ({
      key: id,
      icon: 'integrations' as const,
      tone: 'bad' as const,
      title: say.accountFailing(name),
      detail: [nameOf(client_id), status_detail].filter(Boolean).join(' · '),
      link: <Link to="/integrations/$integrationId" params={{ integrationId: id }} />,
    })),
    ...(found.failed.length > 0
      ? [
          {
            key: 'failed',
            icon: 'failure' as const,
            tone: 'bad' as const,
            title: say.failed(sumOf(found.failed)),
            detail: perClient(found.failed),
            link: <Link to="/conversations" search={{ status: 'failed', reviewed: 'false', ...days }} />,
          },
        ]
      : []),
    ...(found.negative.length > 0
      ? [
          {
            key: 'negative',
            icon: 'conversations' as const,
            tone: 'warn' as const,
            title: say.negative(sumOf(found.negative)),
            detail: perClient(found.negative),
            link: <Link to="/conversations" search={{ sentiment: 'negative', reviewed: 'false', ...days }} />,
          },
        ]
      : []),
    ...(found.minutes.length > 0
      ? [
          {
            key: 'minutes',
            icon: 'clock' as const,
            tone: 'warn' as const,
            title: say.minutes(found.minutes.length),
            detail: found.minutes
              .slice(0, few)
              .map(({ clientId, share }) => `${nameOf(clientId)} ${formatPercent(share, 0)}`)
              .join(' · '),
            link: <Link to="/billing" />,
          },
        ]
      : []),
    ...found.quotas.map(({ name, used, limit }) => ({
      key: name,
      icon: 'clock' as const,
      tone: 'warn' as const,
      title: say.quota(words.home.quotas[name], formatPercent((used ?? 0) / limit, 0)),
      link: <Link to="/usage" />,
    })),
    ...found.parked.map(({ integration, count }) => ({
      key: `parked ${integration.id}`,
      icon: 'bolt' as const,
      tone: 'warn' as const,
      title: say.parked(count, count === mostParked),
      detail: `${nameOf(integration.client_id)} · ${integration.name}`,
      link: (
        <Link
          to="/integrations/$integrationId"
          params={{ integrationId: integration.id }}
          search={{ tab: 'events', status: 'parked' }}
        />
      ),
    })),
    ...(found.unsent.length > 0
      ? [
          {
            key: 'unsent',
            icon: 'mail' as const,
            tone: 'quiet' as const,
            title: say.unsent(found.unsent.length),
            detail: [...new Set(found.unsent.map(({ client_id }) => client_id))]
              .slice(0, few)
              .map(nameOf)
              .join(' · '),
            link: <Link to="/billing" search={{ tab: 'statements', status: 'toSend' }} />,
          },
        ]
      : []),
  ];
};

export const Attention = (props: AttentionProps) => {
  const items = itemsOf(props);
  const { isLoading, error, retry } = props.found;
  return (
    <section className={styles.attention} aria-labelledby="attention">
      <header className={styles.head}>
        <h2 id="attention">{words.home.attention.title}</h2>
        {!isLoading && !error && <span className={kit.muted}>{items.length}</span>}
      </header>
      <div className={styles.padded}>
        {isLoading && <Loading />}
        {Boolean(error) && <Problem error={error} onRetry={retry} />}
        {!isLoading && !error && items.length === 0 && (
          <p className={kit.muted}>{words.home.attention.nothing}</p>
        )}
      </div>
      <ul>
        {items.map(({ key, ...item }) => (
          <Item key={key} {...item} />
        ))}
      </ul>
    </section>
  );
};

/** One line that leads to it, on a phone. */
export const AttentionLine = (props: AttentionProps) => {
  const { length } = itemsOf(props);
  return (
    length > 0 && (
      <a href="#attention" className={styles.line}>
        <Icon name="alert" className={styles.bad} />
        <strong className={kit.grow}>{words.home.attention.line(length)}</strong>
        <Icon name="forward" />
      </a>
    )
  );
};
