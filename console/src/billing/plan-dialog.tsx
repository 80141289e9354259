import { useQuery } from '@tanstack/react-query';
import type { Plan } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { Dialog } from '../kit/dialog.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { Loading, Problem } from '../kit/notices.tsx';
import { useEditForm, useForm } from '../kit/use-form.ts';
import { useOwner } from '../shell/owner-field.tsx';
import { words } from '../words/index.ts';
import type { PlanDraft } from './plan-draft.ts';
import { bodyOf, draftOf, noPlan } from './plan-draft.ts';

type PlanForm = ReturnType<typeof useForm<PlanDraft, unknown>>;

const Fields = ({ form: { bind } }: { readonly form: Pick<PlanForm, 'bind'> }) => {
  const { plan } = words.billing;
  return (
    <>
      <TextField label={plan.name} required maxLength={200} hint={plan.nameHint} {...bind('name')} />
      <div className={kit.columns}>
        <TextField
          label={plan.currency}
          required
          maxLength={3}
          hint={plan.currencyHint}
          {...bind('currency')}
        />
        <TextField label={plan.baseFee} required inputMode="decimal" {...bind('base_fee')} />
        <TextField
          label={plan.includedMinutes}
          required
          type="number"
          min={0}
          {...bind('included_minutes')}
        />
        <TextField label={plan.minuteRate} required inputMode="decimal" {...bind('minute_rate')} />
        <TextField
          label={plan.includedMessages}
          required
          type="number"
          min={0}
          {...bind('included_messages')}
        />
        <TextField label={plan.messageRate} required inputMode="decimal" {...bind('message_rate')} />
        <SelectField
          label={plan.rounding}
          options={['1', '6', '30', '60'].map((value) => ({ value, label: `${value} s` }))}
          {...bind('rounding_seconds')}
        />
        <SelectField
          label={plan.atLimit}
          options={(['charge', 'warn', 'stop'] as const).map((value) => ({
            value,
            label: plan.limitActions[value],
          }))}
          {...bind('at_limit')}
        />
      </div>
    </>
  );
};

/**
 * Creates a plan, by default of the key’s own organization. It can be used for all organizations below its
 * owner.
 */
export const PlanDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { api, me } = useSession();
  const owner = useOwner(me.client?.id);
  const { plan } = words.billing;
  const form = useForm({
    initial: noPlan,
    send: (draft) =>
      api.plans.create({ body: { ...bodyOf(draft), ...(owner.owner && { client_id: owner.owner }) } }),
    refresh: [['plans']],
    onSent: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={plan.create}
      action={plan.createAction}
      owner={{ ...owner, platform: plan.platform }}
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  );
};

interface EditProps {
  readonly plan: Plan;
  readonly etag: string;
  readonly onClose: () => void;
}

const EditForm = ({ plan: shown, etag, onClose }: EditProps) => {
  const { api } = useSession();
  const { plan } = words.billing;
  const form = useEditForm({
    shown,
    etag,
    draftOf,
    send: (draft, { ifMatch }) =>
      api.plans.update({ params: { plan_id: shown.id }, body: bodyOf(draft), ifMatch }),
    refresh: [['plans'], ['plan', shown.id]],
    onClose,
  });
  return (
    <FormDialog
      form={form}
      title={plan.editOf(shown.name)}
      action={words.kit.save}
      stale={plan.stale}
      onClose={onClose}
    >
      <Fields form={form} />
      <p className={kit.muted}>{plan.kept}</p>
    </FormDialog>
  );
};

/** Changes a plan. Subscriptions that run keep the terms that they began with. */
export const EditPlan = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { api } = useSession();
  const found = useQuery({
    queryKey: ['plan', id],
    queryFn: ({ signal }) => api.plans.get.withResponse({ params: { plan_id: id }, signal }),
    gcTime: 0,
  });
  if (found.data) {
    const { reply, response } = found.data;
    return <EditForm plan={reply} etag={response.headers.get('etag') ?? ''} onClose={onClose} />;
  }
  return (
    <Dialog open onClose={onClose} title={words.billing.plan.edit}>
      {found.error ? <Problem error={found.error} /> : <Loading />}
    </Dialog>
  );
};
