import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Statement } from 'voice-agent-platform-client';
import { formatMoney, formatTime } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { cx } from '../kit/cx.ts';
import { TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Loading, Problem } from '../kit/notices.tsx';
import { SaveCsv } from '../kit/save-csv.tsx';
import { scrolled } from '../kit/scrolled.ts';
import { PageHead } from '../shell/page-head.tsx';
import { periodOf } from './period.ts';
import { StatementBadge } from './statement-badge.tsx';

const route = getRouteApi('/billing/$clientId/$statementId');

const settlements = {
  paid: { title: 'Mark this statement as paid?', action: 'Mark as paid' },
  void: { title: 'Void this statement?', action: 'Void' },
} as const;

/** Says how a final statement was settled. */
const Settle = ({ statement: { id, client_id, external_reference } }: { readonly statement: Statement }) => {
  const { api } = useSession();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<keyof typeof settlements>();
  const [reference, setReference] = useState(external_reference ?? '');
  const settle = useMutation({
    mutationFn: (status: keyof typeof settlements) =>
      api.statements.update({
        params: { client_id, statement_id: id },
        body: { status, external_reference: reference || null },
      }),
    onSuccess: async () => {
      setAsking(undefined);
      await queries.invalidateQueries({ queryKey: ['statement', id] });
      await queries.invalidateQueries({ queryKey: ['statements', client_id] });
    },
  });
  return (
    <>
      <Button small onClick={() => setAsking('paid')}>
        Mark as paid …
      </Button>
      <Button small onClick={() => setAsking('void')}>
        Void …
      </Button>
      {asking && (
        <Confirm
          open
          onClose={() => setAsking(undefined)}
          {...settlements[asking]}
          danger={asking === 'void'}
          busy={settle.isPending}
          error={settle.error}
          onConfirm={() => settle.mutate(asking)}
        >
          <TextField
            label="Reference"
            hint="Such as the number of the invoice in your accounting"
            maxLength={255}
            value={reference}
            onChange={({ target }) => setReference(target.value)}
          />
        </Confirm>
      )}
    </>
  );
};

const Lines = ({ statement: { lines, total, costs, margin } }: { readonly statement: Statement }) => {
  // Two lines can be the same, such as two packs.
  const numbered = lines.map((line, number) => ({ ...line, number }));
  return (
    <section className={kit.frame} aria-label="Lines" {...scrolled}>
      <table className={kit.table}>
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col" className={kit.number}>
              Quantity
            </th>
            <th scope="col" className={kit.number}>
              Price
            </th>
            <th scope="col" className={kit.number}>
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {numbered.map((line) => (
            <tr key={line.number}>
              <th scope="row">{line.description}</th>
              <td className={kit.number}>
                {line.quantity} {line.unit}
              </td>
              <td className={kit.number}>{formatMoney(line.unit_price)}</td>
              <td className={kit.number}>{formatMoney(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              Total
            </th>
            <td className={kit.number}>
              <strong>{formatMoney(total)}</strong>
            </td>
          </tr>
          {costs && (
            <tr>
              <th scope="row" colSpan={3}>
                What the conversations cost
              </th>
              <td className={kit.number}>{costs.map(formatMoney).join(', ') || '–'}</td>
            </tr>
          )}
          {margin && (
            <tr>
              <th scope="row" colSpan={3}>
                Margin
              </th>
              <td className={kit.number}>{formatMoney(margin)}</td>
            </tr>
          )}
        </tfoot>
      </table>
    </section>
  );
};

export const StatementPage = () => {
  const { api, csv, me, may } = useSession();
  const { clientId, statementId } = route.useParams();
  const params = { client_id: clientId, statement_id: statementId };
  const found = useQuery({
    queryKey: ['statement', statementId],
    queryFn: ({ signal }) => api.statements.get({ params, signal }),
  });
  const { data: statement } = found;
  const isAbove = me.client?.id !== clientId;
  return (
    <>
      <Link
        to="/billing"
        search={{ org: me.client?.id === clientId ? undefined : clientId }}
        className={kit.small}
      >
        ← All statements
      </Link>
      <PageHead title={statement ? periodOf(statement) : 'Statement'}>
        {statement && <StatementBadge status={statement.status} />}
        {statement && (
          <span className={cx(kit.small, kit.muted)}>
            <OrganizationName id={clientId} />
          </span>
        )}
        {statement?.status === 'final' && isAbove && may('billing:write') && <Settle statement={statement} />}
        {statement && (
          <SaveCsv name="statement.csv" read={() => csv((asking) => asking.statements.get({ params }))} />
        )}
      </PageHead>
      {found.error && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Loading />}
      {statement?.status === 'draft' && (
        <p className={cx(kit.notice, kit.small)}>
          A draft shows the usage up to now. It becomes final a day after its period ends.
        </p>
      )}
      {statement && <Lines statement={statement} />}
      {statement?.finalized_at && (
        <p className={cx(kit.small, kit.muted)}>
          Final since {formatTime(statement.finalized_at)}
          {statement.external_reference && `. Reference ${statement.external_reference}`}
        </p>
      )}
    </>
  );
};
