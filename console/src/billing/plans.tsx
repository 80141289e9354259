import type { PlanItem } from 'voice-agent-platform-client';
import { formatMoney, formatNumber } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { List } from '../kit/list.tsx';
import { words } from '../words/index.ts';
import { EditPlan } from './plan-dialog.tsx';

const Actions = ({ plan: { id, name } }: { readonly plan: PlanItem }) => {
  const { api } = useSession();
  const { plan } = words.billing;
  return (
    <>
      <DialogButton
        small
        aria-label={plan.editOf(name)}
        dialog={(onClose) => <EditPlan id={id} onClose={onClose} />}
      >
        {plan.edit}
      </DialogButton>
      <ConfirmButton
        small
        look="danger"
        aria-label={plan.removeOf(name)}
        ask={{
          title: plan.removeTitle(name),
          text: plan.kept,
          action: plan.remove,
          danger: true,
          send: () => api.plans.remove({ params: { plan_id: id } }),
          refresh: [['plans']],
        }}
      >
        {plan.remove}
      </ConfirmButton>
    </>
  );
};

/**
 * All plans that the key sees: an organization subscribes to those of organizations above, whichever is
 * chosen.
 */
export const Plans = () => {
  const { api, may } = useSession();
  const list = useList(['plans'], (page, signal) => api.plans.list({ query: page, signal }));
  const { plan } = words.billing;
  return (
    <List
      list={list}
      empty={{ title: plan.empty, text: plan.emptyText }}
      label={words.billing.tabs.plans}
      columns={[
        { title: plan.name, kind: 'heading', cell: ({ name }) => name },
        {
          title: plan.owner,
          cell: ({ client_id }) => <OrganizationName id={client_id} />,
        },
        {
          title: plan.baseFee,
          kind: 'number',
          cell: ({ base_fee: amount, currency }) => formatMoney({ amount, currency }),
        },
        {
          title: plan.includedMinutes,
          kind: 'number',
          cell: ({ included_minutes, minute_rate: amount, currency }) =>
            plan.thenEach(formatNumber(included_minutes), formatMoney({ amount, currency })),
        },
        {
          title: plan.includedMessages,
          kind: 'number',
          cell: ({ included_messages, message_rate: amount, currency }) =>
            plan.thenEach(formatNumber(included_messages), formatMoney({ amount, currency })),
        },
      ]}
      rowActions={may('billing:write') ? (item) => <Actions plan={item} /> : undefined}
    />
  );
};
