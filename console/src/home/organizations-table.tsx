import { Link } from '@tanstack/react-router';
import type { StatementItem } from 'voice-agent-platform-client';
import type { DayRange } from '../api/days.ts';
import { formatNumber, formatPercent } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { inCents } from '../billing/sums.ts';
import { Badge } from '../kit/badge.tsx';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { Sparkline } from '../kit/sparkline.tsx';
import type { Column } from '../kit/table.tsx';
import { Table } from '../kit/table.tsx';
import { words } from '../words/index.ts';
import type { DayRow } from './figures.ts';
import { callsByDay, figuresOf } from './figures.ts';
import styles from './home.module.css';
import type { Attention } from './use-attention.ts';

/** So many are shown: the page of all has the others. */
const most = 20;

interface Item {
  readonly id: string;
  readonly calls: number;
  readonly success: number | undefined;
  readonly trend: readonly number[];
  readonly margin: StatementItem['margin'];
  readonly state: { readonly tone: 'bad' | 'warn'; readonly text: string } | undefined;
}

interface OrganizationsProps {
  readonly rows: readonly DayRow[];
  readonly days: DayRange;
  readonly found: Attention;
  readonly statements: readonly StatementItem[];
  readonly nameOf: (clientId: string) => string;
}

/** The worst of what is known about an organization. */
const stateOf = (id: string, found: Attention): Item['state'] => {
  const failed = found.failed.find(({ child }) => child === id)?.calls ?? 0;
  const negative = found.negative.find(({ child }) => child === id)?.calls ?? 0;
  const share = found.minutes.find(({ clientId }) => clientId === id)?.share;
  if (found.webhooks.some(({ client_id }) => client_id === id))
    return { tone: 'bad', text: words.home.states.webhook };
  if (found.accounts.some(({ client_id }) => client_id === id))
    return { tone: 'bad', text: words.home.states.account };
  if (failed > 0) return { tone: 'bad', text: words.home.states.failed(failed) };
  if (negative > 0) return { tone: 'warn', text: words.home.states.review(negative) };
  if (share !== undefined) return { tone: 'warn', text: words.home.states.minutes(formatPercent(share, 0)) };
  return undefined;
};

/** The organizations directly below, those with the most calls first. */
export const Organizations = ({ rows, days, found, statements, nameOf }: OrganizationsProps) => {
  const { me, may } = useSession();
  const byChild = Map.groupBy(rows, ({ group }) => group.child ?? '');
  const items = [...byChild]
    .filter(([id]) => id !== '' && id !== me.client?.id)
    .map(([id, own]): Item => {
      const { calls, success } = figuresOf(own);
      return {
        id,
        calls,
        success,
        trend: callsByDay(days, own),
        margin: statements.find(({ client_id }) => client_id === id)?.margin,
        state: stateOf(id, found),
      };
    })
    .filter(({ calls }) => calls > 0)
    .sort((one, other) => other.calls - one.calls);
  if (items.length === 0) return null;
  const margin: Column<Item> = {
    title: words.home.margin,
    kind: 'number',
    cell: (item) => (item.margin ? inCents(item.margin) : words.kit.none),
  };
  return (
    <>
      <div className={cx(kit.row, styles.padding)}>
        <h2>{words.home.clients}</h2>
        <span className={kit.muted}>{formatNumber(items.length)}</span>
        <span className={kit.grow} />
        <Link to="/organizations">{words.home.allClients}</Link>
      </div>
      <Table
        bleed
        label={words.home.clients}
        items={items.slice(0, most)}
        keyOf={({ id }) => id}
        columns={[
          {
            title: words.home.client,
            kind: 'heading',
            cell: ({ id }) =>
              may('clients:read') ? (
                <Link to="/" search={(previous) => ({ ...previous, org: id })}>
                  {nameOf(id)}
                </Link>
              ) : (
                nameOf(id)
              ),
          },
          { title: words.home.calls, kind: 'number', cell: ({ calls }) => formatNumber(calls) },
          {
            title: words.home.success,
            kind: 'number',
            cell: ({ success }) => (success === undefined ? words.kit.none : formatPercent(success)),
          },
          { title: words.home.trend, kind: 'number', cell: ({ trend }) => <Sparkline values={trend} /> },
          ...(items.some((item) => item.margin) ? [margin] : []),
          {
            title: words.home.state,
            cell: ({ state }) =>
              state ? (
                <Badge tone={state.tone} icon={state.tone === 'bad' ? 'alert' : 'warning'}>
                  {state.text}
                </Badge>
              ) : (
                <span className={kit.muted}>{words.home.states.running}</span>
              ),
          },
        ]}
      />
    </>
  );
};
