import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Statement } from 'voice-agent-platform-client';
import { formatMoney, formatTime } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import { DetailPage } from '../kit/detail-page.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { SaveCsv } from '../kit/save-csv.tsx';
import { Table } from '../kit/table.tsx';
import { useForm } from '../kit/use-form.ts';
import { periodOf } from './period.ts';
import { StatementBadge } from './statement-badge.tsx';

const route = getRouteApi('/billing/$clientId/$statementId');

const settlements = {
  paid: { title: 'Mark this statement as paid?', action: 'Mark as paid' },
  void: { title: 'Void this statement?', action: 'Void' },
} as const;

interface SettleProps {
  readonly statement: Statement;
  readonly status: keyof typeof settlements;
  readonly onClose: () => void;
}

/** Says how a final statement was settled. */
const Settle = ({ statement: { id, client_id, external_reference }, status, onClose }: SettleProps) => {
  const { api } = useSession();
  const form = useForm({
    initial: { external_reference: external_reference ?? '' },
    send: (typed) =>
      api.statements.update({
        params: { client_id, statement_id: id },
        body: { status, external_reference: typed.external_reference || null },
      }),
    refresh: [
      ['statement', id],
      ['statements', client_id],
    ],
    onSent: onClose,
  });
  return (
    <FormDialog form={form} {...settlements[status]} danger={status === 'void'} onClose={onClose}>
      <TextField
        label="Reference"
        hint="Such as the number of the invoice in your accounting"
        maxLength={255}
        {...form.bind('external_reference')}
      />
    </FormDialog>
  );
};

const Lines = ({ statement: { lines, total, costs, margin } }: { readonly statement: Statement }) => {
  const sums = [
    { title: 'Total', sum: <strong>{formatMoney(total)}</strong> },
    ...(costs
      ? [{ title: 'What the conversations cost', sum: costs.map(formatMoney).join(', ') || '–' }]
      : []),
    ...(margin ? [{ title: 'Margin', sum: formatMoney(margin) }] : []),
  ];
  return (
    <Table
      label="Lines"
      // Two lines can be the same, such as two packs.
      items={lines.map((line, number) => ({ ...line, number }))}
      keyOf={({ number }) => number}
      columns={[
        { title: 'Description', kind: 'heading', cell: ({ description }) => description },
        { title: 'Quantity', kind: 'number', cell: ({ quantity, unit }) => `${quantity} ${unit}` },
        { title: 'Price', kind: 'number', cell: ({ unit_price }) => formatMoney(unit_price) },
        { title: 'Amount', kind: 'number', cell: ({ amount }) => formatMoney(amount) },
      ]}
      foot={sums.map(({ title, sum }) => (
        <tr key={title}>
          <th scope="row" colSpan={3}>
            {title}
          </th>
          <td className={kit.number}>{sum}</td>
        </tr>
      ))}
    />
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
  const isAbove = me.client?.id !== clientId;
  return (
    <DetailPage
      back={
        <Link to="/billing" search={{ org: isAbove ? clientId : undefined }}>
          ← All statements
        </Link>
      }
      title={found.data ? periodOf(found.data) : 'Statement'}
      query={found}
      actions={(statement) => (
        <>
          <StatementBadge status={statement.status} />
          <span className={cx(kit.small, kit.muted)}>
            <OrganizationName id={clientId} />
          </span>
          {statement.status === 'final' &&
            isAbove &&
            may('billing:write') &&
            (['paid', 'void'] as const).map((status) => (
              <DialogButton
                key={status}
                small
                dialog={(onClose) => <Settle statement={statement} status={status} onClose={onClose} />}
              >
                {settlements[status].action} …
              </DialogButton>
            ))}
          <SaveCsv name="statement.csv" read={() => csv((asking) => asking.statements.get({ params }))} />
        </>
      )}
    >
      {(statement) => (
        <>
          {statement.status === 'draft' && (
            <p className={cx(kit.notice, kit.small)}>
              A draft shows the usage up to now. It becomes final a day after its period ends.
            </p>
          )}
          <Lines statement={statement} />
          {statement.finalized_at && (
            <p className={cx(kit.small, kit.muted)}>
              Final since {formatTime(statement.finalized_at)}
              {statement.external_reference && `. Reference ${statement.external_reference}`}
            </p>
          )}
        </>
      )}
    </DetailPage>
  );
};
