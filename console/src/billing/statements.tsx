import { getRouteApi } from '@tanstack/react-router';
import type { StatementItem, StatementStatus } from 'voice-agent-platform-client';
import { formatCalendarDay, formatMonthAndYear } from '../api/format.ts';
import { SelectField, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Empty, Loading, Problem } from '../kit/notices.tsx';
import { Table } from '../kit/table.tsx';
import { words } from '../words/index.ts';
import styles from './billing.module.css';
import { ClientLink } from './overview.tsx';
import { isMonth, monthOf } from './period.ts';
import { StatementState } from './statement-state.tsx';
import { inCents } from './sums.ts';
import { useStatements } from './use-statements.ts';

const route = getRouteApi('/billing');

/** The states that statements are looked for by; one to send is a final one. */
const states = ['draft', 'toSend', 'final', 'paid', 'void'] as const;

type State = (typeof states)[number];

const filtersOf = (state: State | undefined): { status?: StatementStatus; sent?: 'false' } =>
  state === 'toSend' ? { status: 'final', sent: 'false' } : state ? { status: state } : {};

const newestFirst = (one: StatementItem, other: StatementItem): number =>
  Date.parse(other.period_start) - Date.parse(one.period_start);

/** All statements of an organization and those below, narrowed by month and state. */
export const Statements = ({ org }: { readonly org: string | undefined }) => {
  const { status, of } = route.useSearch();
  const navigate = route.useNavigate();
  const state = states.find((known) => known === status);
  const period = isMonth(of) ? of : undefined;
  const { data = [], error, isPending, refetch } = useStatements(org, { period, ...filtersOf(state) });
  const { billing } = words;
  const { columns } = billing;
  const narrow = (change: { readonly status?: string; readonly of?: string }) =>
    void navigate({
      search: (now) => ({
        ...now,
        ...Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value || undefined])),
      }),
      replace: true,
    });
  return (
    <>
      <div className={kit.filters}>
        <SelectField
          label={billing.state}
          value={state ?? ''}
          options={[
            { value: '', label: billing.anyState },
            ...states.map((value) => ({ value, label: billing.filters[value] })),
          ]}
          onChange={({ target }) => narrow({ status: target.value })}
        />
        <TextField
          label={billing.month}
          type="month"
          defaultValue={period ?? ''}
          onChange={({ target }) => {
            if (!target.value || isMonth(target.value)) narrow({ of: target.value });
          }}
        />
      </div>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {isPending && !error && <Loading />}
      {!isPending && !error && data.length === 0 && (
        <Empty title={billing.empty}>
          <p>{billing.emptyText}</p>
        </Empty>
      )}
      {data.length > 0 && (
        <Table
          label={billing.tabs.statements}
          items={data.toSorted(newestFirst)}
          keyOf={({ id }) => id}
          columns={[
            {
              title: columns.client,
              kind: 'heading',
              cell: (statement) => (
                <>
                  <ClientLink statement={statement} />
                  <span className={styles.sub}>{formatMonthAndYear(monthOf(statement))}</span>
                </>
              ),
            },
            {
              title: columns.month,
              roomy: true,
              cell: (statement) => formatMonthAndYear(monthOf(statement)),
            },
            { title: columns.number, roomy: true, cell: ({ number }) => number ?? words.kit.none },
            {
              title: columns.dueDate,
              roomy: true,
              cell: ({ due_date }) => (due_date ? formatCalendarDay(due_date) : words.kit.none),
            },
            { title: columns.due, kind: 'number', cell: ({ amount_due }) => inCents(amount_due) },
            {
              title: columns.statement,
              cell: (statement) => <StatementState statement={statement} />,
            },
            {
              title: columns.reference,
              roomy: true,
              cell: ({ external_reference }) => external_reference ?? words.kit.none,
            },
          ]}
        />
      )}
    </>
  );
};
