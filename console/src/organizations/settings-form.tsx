import { useQueryClient } from '@tanstack/react-query';
import type { Organization, OrganizationPatch, OrganizationSettings } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import { SelectField, TextField } from '../kit/field.tsx';
import { Form } from '../kit/form.tsx';
import kit from '../kit/kit.module.css';
import { useForm } from '../kit/use-form.ts';
import { LogoField } from './logo-field.tsx';

/** A setting as it is typed: empty where it is inherited. */
type Typed = Readonly<Record<string, string>>;

interface NumberSetting {
  readonly pointer: string;
  readonly label: string;
  readonly hint: string;
  readonly read: (settings: OrganizationSettings) => number | undefined;
  /** Can be changed only with a key of an organization above. */
  readonly fromAbove: boolean;
}

const numbers: readonly NumberSetting[] = [
  {
    pointer: '/settings/retention_days',
    label: 'Retention in days',
    hint: 'Conversations are deleted so long after their end. The smallest value above and here applies.',
    read: ({ retention_days }) => retention_days,
    fromAbove: true,
  },
  {
    pointer: '/settings/active_timeout_minutes',
    label: 'Time limit of active conversations in minutes',
    hint: 'A conversation that stays active for longer is ended as failed.',
    read: ({ active_timeout_minutes }) => active_timeout_minutes,
    fromAbove: false,
  },
  {
    pointer: '/settings/rate_limit/requests_per_minute',
    label: 'Requests per minute',
    hint: 'Of all API keys here and below together.',
    read: ({ rate_limit }) => rate_limit?.requests_per_minute,
    fromAbove: true,
  },
  {
    pointer: '/settings/quotas/agents',
    label: 'Largest number of agents',
    hint: 'Here and below together.',
    read: ({ quotas }) => quotas?.agents,
    fromAbove: true,
  },
  {
    pointer: '/settings/quotas/api_keys',
    label: 'Largest number of API keys',
    hint: 'Here and below together.',
    read: ({ quotas }) => quotas?.api_keys,
    fromAbove: true,
  },
  {
    pointer: '/settings/quotas/children',
    label: 'Largest number of organizations',
    hint: 'At every level below.',
    read: ({ quotas }) => quotas?.children,
    fromAbove: true,
  },
];

const typedOf = ({ name, external_id, settings, billing_info }: Organization): Typed => ({
  '/name': name,
  '/external_id': external_id ?? '',
  '/settings/timezone': settings.timezone ?? '',
  '/settings/locale': settings.locale ?? '',
  '/settings/recording_enabled':
    settings.recording_enabled === undefined ? '' : String(settings.recording_enabled),
  '/settings/branding/name': settings.branding?.name ?? '',
  '/settings/branding/accent_color': settings.branding?.accent_color ?? '',
  '/settings/branding/logo': settings.branding?.logo ?? '',
  '/billing_info/email': billing_info.email ?? '',
  ...Object.fromEntries(numbers.map(({ pointer, read }) => [pointer, String(read(settings) ?? '')])),
});

const parsed = (pointer: string, text: string): unknown => {
  if (text === '') return null;
  if (pointer.endsWith('recording_enabled')) return text === 'true';
  return numbers.some((setting) => setting.pointer === pointer) ? Number(text) : text;
};

/** A merge patch of what was typed differently. */
const patchOf = (before: Typed, after: Typed): OrganizationPatch => {
  const patch: Record<string, unknown> = {};
  for (const [pointer, text] of Object.entries(after)) {
    if (text === before[pointer]) continue;
    const path = pointer.slice(1).split('/');
    const last = path.pop() ?? '';
    let place = patch;
    for (const name of path) {
      place[name] ??= {};
      place = place[name] as Record<string, unknown>;
    }
    place[last] = parsed(pointer, text);
  }
  // Without any of its fields, a setting is removed as a whole, so that it is inherited.
  const settings = patch.settings as Record<string, object | null> | undefined;
  for (const name of ['rate_limit', 'branding']) {
    const fields = Object.keys(after).filter((pointer) => pointer.startsWith(`/settings/${name}/`));
    if (settings?.[name] && fields.every((pointer) => after[pointer] === '')) settings[name] = null;
  }
  return patch;
};

const inherited = (value: unknown): string =>
  value === undefined || value === null ? 'Not set' : `Inherited: ${String(value)}`;

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
    refresh: [['clients']],
    onSent: (saved) => queries.setQueryData(['client', organization.id, 'with-etag'], saved),
  });
  const bind = (pointer: string, fromAbove = false) => ({
    ...form.bind(pointer, pointer),
    disabled: readOnly || form.busy || (fromAbove && isOwn),
  });
  const changed = Object.keys(patchOf(before, form.values)).length > 0;

  return (
    <Form
      form={form}
      action={readOnly ? undefined : 'Save'}
      disabled={!changed}
      stale="Somebody else has changed this organization. Reload the page, then make your change again."
    >
      {isOwn && (
        <p className={cx(kit.notice, kit.small)}>
          The external id, limits, retention and recording can be changed only with a key of an organization
          above.
        </p>
      )}
      <div className={cx(kit.card, kit.columns)}>
        <TextField label="Name" required maxLength={200} {...bind('/name')} />
        <TextField
          label="External id"
          hint="The organization’s id in the systems of the one above"
          maxLength={128}
          {...bind('/external_id', true)}
        />
        <TextField
          label="Time zone"
          placeholder={inherited(effective.timezone)}
          hint="An IANA name, such as Europe/Berlin"
          {...bind('/settings/timezone')}
        />
        <TextField
          label="Locale"
          placeholder={inherited(effective.locale)}
          hint="A BCP 47 tag, such as en-GB"
          {...bind('/settings/locale')}
        />
        <TextField label="Email for invoices" type="email" {...bind('/billing_info/email')} />
        <SelectField
          label="Recordings"
          hint={`In effect: ${effective.recording_enabled === false ? 'refused' : 'accepted'}`}
          options={[
            { value: '', label: 'Inherited' },
            { value: 'true', label: 'Accepted' },
            { value: 'false', label: 'Refused' },
          ]}
          {...bind('/settings/recording_enabled', true)}
        />
        {numbers.map(({ pointer, label, hint, read, fromAbove }) => (
          <TextField
            key={pointer}
            label={label}
            type="number"
            min={0}
            hint={hint}
            placeholder={inherited(read(effective))}
            {...bind(pointer, fromAbove)}
          />
        ))}
      </div>
      <fieldset className={cx(kit.card, kit.stack)}>
        <legend>
          <h2>Branding</h2>
        </legend>
        <p className={cx(kit.small, kit.muted)}>
          What people see who sign in with a key of this organization or of one below. Without any of it, the
          branding of the nearest organization above counts.
        </p>
        <div className={kit.columns}>
          <TextField
            label="Name that people see"
            maxLength={80}
            placeholder={inherited(effective.branding?.name)}
            {...bind('/settings/branding/name')}
          />
          <TextField
            label="Color of buttons and links"
            placeholder={inherited(effective.branding?.accent_color)}
            hint="Such as #0f766e"
            {...bind('/settings/branding/accent_color')}
          />
          <LogoField {...bind('/settings/branding/logo')} />
        </div>
      </fieldset>
    </Form>
  );
};
