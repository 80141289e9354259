import { useQueryClient } from '@tanstack/react-query';
import type { Statement, StatementItem } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Badge } from '../kit/badge.tsx';
import type { ButtonProps } from '../kit/button.tsx';
import { Button } from '../kit/button.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { toast, toastProblem } from '../kit/toasts.tsx';
import { useForm } from '../kit/use-form.ts';
import { words } from '../words/index.ts';
import { lackingIn } from './statement-state.tsx';
import { inCents } from './sums.ts';

/** The queries that show statements. */
export const shownIn = (clientId: string) => [['statement'], ['statements'], ['subscription', clientId]];

const paramsOf = ({ id, client_id }: Pick<Statement, 'id' | 'client_id'>) => ({
  params: { client_id, statement_id: id },
});

/** Says that the payment of a statement was a mistake, or has bounced: it is owed again. */
const useUnpaid = (statement: Statement) => {
  const { api } = useSession();
  return {
    send: () => api.statements.update({ ...paramsOf(statement), body: { status: 'final' } }),
    refresh: shownIn(statement.client_id),
  };
};

export const TakePaymentBack = ({ statement }: { readonly statement: Statement }) => {
  const { unpaid } = words.billing.settle;
  return (
    <ConfirmButton
      ask={{
        ...useUnpaid(statement),
        title: unpaid.title,
        action: unpaid.action,
        text: unpaid.text,
        onSent: () => toast(unpaid.done),
      }}
    >
      {unpaid.action}
    </ConfirmButton>
  );
};

interface SettleProps {
  readonly statement: Statement;
  readonly status: 'paid' | 'void';
  readonly onClose: () => void;
}

/** Says how a final statement was settled. */
export const SettleDialog = ({ statement, status, onClose }: SettleProps) => {
  const { api } = useSession();
  const { settle } = words.billing;
  const unpaid = useAction({ ...useUnpaid(statement), onRefused: toastProblem });
  const form = useForm({
    initial: { external_reference: statement.external_reference ?? '' },
    send: (typed) =>
      api.statements.update({
        ...paramsOf(statement),
        body: { status, external_reference: typed.external_reference || null },
      }),
    refresh: shownIn(statement.client_id),
    onSent: () => {
      onClose();
      if (status === 'paid') toast(settle.paid.done, () => unpaid.mutate());
    },
  });
  return (
    <FormDialog
      form={form}
      title={settle[status].title}
      action={settle[status].action}
      danger={status === 'void'}
      onClose={onClose}
    >
      {status === 'void' && <p>{settle.void.text}</p>}
      <TextField
        label={settle.reference}
        hint={settle.referenceHint}
        maxLength={255}
        {...form.bind('external_reference')}
      />
    </FormDialog>
  );
};

/** Says that a statement was sent, and lets people take that back. */
export const MarkAsSent = ({ statement, ...rest }: { readonly statement: Statement } & ButtonProps) => {
  const { api } = useSession();
  const set = useAction<Statement, string | null>({
    send: (sent_at) => api.statements.update({ ...paramsOf(statement), body: { sent_at } }),
    refresh: shownIn(statement.client_id),
    onSent: ({ sent_at }) => {
      if (sent_at) toast(words.billing.marked, () => set.mutate(null));
    },
    onRefused: toastProblem,
  });
  return (
    <Button {...rest} busy={set.isPending} onClick={() => set.mutate(new Date().toISOString())}>
      {words.billing.markAsSent}
    </Button>
  );
};

/** Says that all of these statements were sent. */
export const MarkAllAsSent = ({ statements }: { readonly statements: readonly StatementItem[] }) => {
  const { api } = useSession();
  const queries = useQueryClient();
  const { billing } = words;
  const takeBack = async () => {
    try {
      for (const each of statements)
        await api.statements.update({ ...paramsOf(each), body: { sent_at: null } });
    } finally {
      for (const queryKey of [['statement'], ['statements']]) await queries.invalidateQueries({ queryKey });
    }
  };
  return (
    <ConfirmButton
      look="primary"
      ask={{
        title: billing.markAllTitle(statements.length),
        action: billing.markAsSent,
        text: (
          <ul>
            {statements.map((statement) => (
              <li key={statement.id}>
                {[statement.addressee?.name, statement.number, inCents(statement.amount_due)]
                  .filter(Boolean)
                  .join(' · ')}{' '}
                {lackingIn(statement).length > 0 && <Badge tone="warn">{billing.states.lacking}</Badge>}
              </li>
            ))}
          </ul>
        ),
        send: async () => {
          const sent_at = new Date().toISOString();
          for (const each of statements)
            await api.statements.update({ ...paramsOf(each), body: { sent_at } });
        },
        refresh: [['statement'], ['statements']],
        onSent: () => toast(billing.marked, takeBack),
      }}
    >
      {billing.markAll(statements.length)}
    </ConfirmButton>
  );
};
