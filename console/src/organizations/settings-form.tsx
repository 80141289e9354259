import { useQueryClient } from '@tanstack/react-query';
import type { Organization, OrganizationPatch, OrganizationSettings } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import { SelectField, TextField } from '../kit/field.tsx';
import { Form } from '../kit/form.tsx';
import kit from '../kit/kit.module.css';
import { toast } from '../kit/toasts.tsx';
import { useForm } from '../kit/use-form.ts';
import { useUnsaved } from '../kit/use-unsaved.ts';
import { words } from '../words/index.ts';
import { BillingFields } from './billing-fields.tsx';
import { LogoField } from './logo-field.tsx';

/** Settings as they are typed, by their pointers: empty where they are inherited. */
type Typed = Readonly<Record<string, string>>;

interface NumberSetting {
  readonly pointer: string;
  readonly name: keyof typeof words.organizations.settings.numbers;
  readonly read: (settings: OrganizationSettings) => number | undefined;
  /** Can be changed only with a key of an organization above. */
  readonly fromAbove: boolean;
}

const numbers: readonly NumberSetting[] = [
  {
    pointer: '/settings/retention_days',
    name: 'retention',
    read: ({ retention_days }) => retention_days,
    fromAbove: true,
  },
  {
    pointer: '/settings/active_timeout_minutes',
    name: 'timeout',
    read: ({ active_timeout_minutes }) => active_timeout_minutes,
    fromAbove: false,
  },
  {
    pointer: '/settings/rate_limit/requests_per_minute',
    name: 'requests',
    read: ({ rate_limit }) => rate_limit?.requests_per_minute,
    fromAbove: true,
  },
  {
    pointer: '/settings/quotas/agents',
    name: 'agents',
    read: ({ quotas }) => quotas?.agents,
    fromAbove: true,
  },
  {
    pointer: '/settings/quotas/api_keys',
    name: 'keys',
    read: ({ quotas }) => quotas?.api_keys,
    fromAbove: true,
  },
  {
    pointer: '/settings/quotas/children',
    name: 'children',
    read: ({ quotas }) => quotas?.children,
    fromAbove: true,
  },
];

const isNumber = (pointer: string): boolean =>
  pointer.endsWith('/payment_days') || numbers.some((setting) => setting.pointer === pointer);

/** Objects that are removed as a whole once all their fields are empty, the inner ones first. */
const groups = [
  '/settings/rate_limit',
  '/settings/branding',
  '/billing_info/party',
  '/billing_info/tax',
  '/billing_info/issuing/tax',
  '/billing_info/issuing',
] as const;

const typedOf = ({
  name,
  external_id,
  settings,
  billing_info: { email, party, tax, issuing },
}: Organization): Typed => ({
  '/name': name,
  '/external_id': external_id ?? '',
  '/settings/timezone': settings.timezone ?? '',
  '/settings/locale': settings.locale ?? '',
  '/settings/recording_enabled':
    settings.recording_enabled === undefined ? '' : String(settings.recording_enabled),
  '/settings/branding/name': settings.branding?.name ?? '',
  '/settings/branding/accent_color': settings.branding?.accent_color ?? '',
  '/settings/branding/domain': settings.branding?.domain ?? '',
  '/settings/branding/logo': settings.branding?.logo ?? '',
  '/billing_info/email': email ?? '',
  '/billing_info/party/name': party?.name ?? '',
  '/billing_info/party/address': party?.address ?? '',
  '/billing_info/party/tax_id': party?.tax_id ?? '',
  '/billing_info/tax/name': tax?.name ?? '',
  '/billing_info/tax/rate': tax?.rate ?? '',
  '/billing_info/tax/note': tax?.note ?? '',
  '/billing_info/issuing/tax/name': issuing?.tax?.name ?? '',
  '/billing_info/issuing/tax/rate': issuing?.tax?.rate ?? '',
  '/billing_info/issuing/tax/note': issuing?.tax?.note ?? '',
  '/billing_info/issuing/payment_days': String(issuing?.payment_days ?? ''),
  '/billing_info/issuing/payment_details': issuing?.payment_details ?? '',
  '/billing_info/issuing/email': issuing?.email ?? '',
  '/billing_info/issuing/number_prefix': issuing?.number_prefix ?? '',
  ...Object.fromEntries(numbers.map(({ pointer, read }) => [pointer, String(read(settings) ?? '')])),
});

const parsed = (pointer: string, text: string): unknown => {
  if (text === '') return null;
  if (pointer.endsWith('recording_enabled')) return text === 'true';
  return isNumber(pointer) ? Number(text) : text;
};

type Patched = Record<string, unknown>;

/** Sets what a pointer leads to, and makes the objects on the way. */
const setAt = (patch: Patched, pointer: string, value: unknown): void => {
  const path = pointer.slice(1).split('/');
  const last = path.pop() ?? '';
  let place = patch;
  for (const name of path) {
    place[name] ??= {};
    place = place[name] as Patched;
  }
  place[last] = value;
};

/** A merge patch of what was typed differently. */
const patchOf = (before: Typed, after: Typed): OrganizationPatch => {
  const patch: Patched = {};
  const changed = Object.keys(after).filter((pointer) => after[pointer] !== before[pointer]);
  for (const pointer of changed) setAt(patch, pointer, parsed(pointer, after[pointer] ?? ''));
  for (const group of groups) {
    const isInside = (pointer: string) => pointer.startsWith(`${group}/`);
    if (
      changed.some(isInside) &&
      Object.keys(after).every((pointer) => !isInside(pointer) || !after[pointer])
    )
      setAt(patch, group, null);
  }
  return patch;
};

const inherited = (value: unknown): string => {
  const { settings } = words.organizations;
  return value === undefined || value === null ? settings.notSet : settings.inheritedValue(String(value));
};

/** The settings of an organization, with those that it inherits as placeholders. */
export const SettingsForm = ({
  organization,
  etag,
}: {
  readonly organization: Organization;
  readonly etag: string;
}) => {
  const { api, me, may } = useSession();
  const queries = useQueryClient();
  const before = typedOf(organization);
  const { effective_settings: effective } = organization;
  const { settings: text } = words.organizations;
  const isOwn = me.client?.id === organization.id;
  const readOnly = !may('clients:write');
  const form = useForm({
    initial: before,
    send: (typed) =>
      api.clients.update.withResponse({
        params: { client_id: organization.id },
        body: patchOf(before, typed),
        ifMatch: etag,
      }),
    refresh: [['client', organization.id], ['clients'], ['statements'], ['statement']],
    onSent: (saved) => {
      toast(words.kit.saved);
      queries.setQueryData(['client', organization.id, 'with-etag'], saved);
    },
  });
  const bind = (pointer: string, fromAbove = false) => ({
    ...form.bind(pointer, pointer),
    disabled: readOnly || form.busy || (fromAbove && isOwn),
  });
  const changed = Object.keys(patchOf(before, form.values)).length > 0;
  useUnsaved(changed);

  return (
    <Form form={form} action={readOnly ? undefined : words.kit.save} disabled={!changed} stale={text.stale}>
      {isOwn && <p className={cx(kit.notice, kit.small)}>{text.fromAbove}</p>}
      <div className={cx(kit.card, kit.columns)}>
        <TextField label={text.name} required maxLength={200} {...bind('/name')} />
        <TextField
          label={text.externalId}
          hint={text.externalIdHint}
          maxLength={128}
          {...bind('/external_id', true)}
        />
        <TextField
          label={text.timezone}
          placeholder={inherited(effective.timezone)}
          hint={text.timezoneHint}
          {...bind('/settings/timezone')}
        />
        <TextField
          label={text.locale}
          placeholder={inherited(effective.locale)}
          hint={text.localeHint}
          {...bind('/settings/locale')}
        />
        <SelectField
          label={text.recordings}
          hint={text.inEffect(effective.recording_enabled === false ? text.refused : text.accepted)}
          options={[
            { value: '', label: text.inherited },
            { value: 'true', label: text.accepted },
            { value: 'false', label: text.refused },
          ]}
          {...bind('/settings/recording_enabled', true)}
        />
        {numbers.map(({ pointer, name, read, fromAbove }) => (
          <TextField
            key={pointer}
            label={text.numbers[name].label}
            type="number"
            min={0}
            hint={text.numbers[name].hint}
            placeholder={inherited(read(effective))}
            {...bind(pointer, fromAbove)}
          />
        ))}
      </div>
      <BillingFields bind={bind} name={organization.name} />
      <fieldset className={cx(kit.card, kit.stack)}>
        <legend>
          <h2>{text.branding}</h2>
        </legend>
        <p className={cx(kit.small, kit.muted)}>{text.brandingHint}</p>
        <div className={kit.columns}>
          <TextField
            label={text.brandName}
            maxLength={80}
            placeholder={inherited(effective.branding?.name)}
            {...bind('/settings/branding/name')}
          />
          <TextField
            label={text.color}
            placeholder={inherited(effective.branding?.accent_color)}
            hint={text.colorHint}
            {...bind('/settings/branding/accent_color')}
          />
          <TextField
            label={text.domain}
            placeholder="console.example.com"
            hint={text.domainHint(`voice-agent-platform=${organization.id}`)}
            {...bind('/settings/branding/domain')}
          />
          <LogoField {...bind('/settings/branding/logo')} />
        </div>
      </fieldset>
    </Form>
  );
};
