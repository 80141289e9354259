import type { LimitAction } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { SelectField, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { useForm } from '../kit/use-form.ts';
import { useOwner } from '../shell/owner-field.tsx';

const empty = {
  name: '',
  currency: 'EUR',
  base_fee: '0',
  included_minutes: '0',
  minute_rate: '',
  rounding_seconds: '60',
  at_limit: 'charge' as LimitAction,
};

const limitActions: readonly { readonly value: LimitAction; readonly label: string }[] = [
  { value: 'charge', label: 'Further minutes are charged' },
  { value: 'warn', label: 'They are charged, and events say so' },
  { value: 'stop', label: 'New conversations are refused' },
];

/** Creates a plan, by default of the key’s own organization. It can be used for all organizations below its owner. */
export const PlanDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { api, me } = useSession();
  const owner = useOwner(me.client?.id);
  const form = useForm({
    initial: empty,
    send: (typed) =>
      api.plans.create({
        body: {
          ...typed,
          ...(owner.owner && { client_id: owner.owner }),
          included_minutes: Number(typed.included_minutes),
          rounding_seconds: Number(typed.rounding_seconds),
        },
      }),
    refresh: [['plans']],
    onSent: onClose,
  });
  const { bind } = form;
  return (
    <FormDialog
      form={form}
      title="New plan"
      action="Create"
      owner={{ ...owner, platform: 'The platform: for every organization' }}
      onClose={onClose}
    >
      <TextField label="Name" required maxLength={200} hint="As statements show it" {...bind('name')} />
      <div className={kit.columns}>
        <TextField label="Currency" required maxLength={3} hint="Such as EUR" {...bind('currency')} />
        <TextField label="Fee for a month" required inputMode="decimal" {...bind('base_fee')} />
        <TextField label="Minutes included" required type="number" min={0} {...bind('included_minutes')} />
        <TextField label="Price of a further minute" required inputMode="decimal" {...bind('minute_rate')} />
        <SelectField
          label="Each call is rounded up to"
          options={['1', '6', '30', '60'].map((value) => ({ value, label: `${value} s` }))}
          {...bind('rounding_seconds')}
        />
        <SelectField label="Once the minutes are used up" options={limitActions} {...bind('at_limit')} />
      </div>
    </FormDialog>
  );
};
