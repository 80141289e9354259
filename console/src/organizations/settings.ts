/** The way in which a setting is typed. */
type SettingKind =
  | 'text'
  | 'lines'
  | 'email'
  | 'decimal'
  | 'number'
  | 'choice'
  | 'prefixes'
  | 'analyzers'
  | 'logo'
  | 'color';

export interface Setting {
  readonly pointer: string;
  readonly kind: SettingKind;
  /** Only an organization above can change it. */
  readonly fromAbove?: true;
  readonly maxLength?: number;
  readonly required?: true;
  /** The value of a choice that is set nowhere. */
  readonly absent?: boolean;
  /** Each organization has its own value, whatever those above have. */
  readonly own?: true;
}

/** Every setting that the console changes, in the parts of the page of settings. */
export const settingParts = {
  general: [
    { pointer: '/name', kind: 'text', maxLength: 200, required: true },
    { pointer: '/external_id', kind: 'text', maxLength: 128, fromAbove: true },
    { pointer: '/settings/timezone', kind: 'text' },
    { pointer: '/settings/locale', kind: 'text' },
  ],
  calls: [
    { pointer: '/settings/recording_enabled', kind: 'choice', fromAbove: true, absent: true },
    { pointer: '/settings/record_calls', kind: 'choice', fromAbove: true, absent: false },
    { pointer: '/settings/disclosure_required', kind: 'choice', fromAbove: true, absent: false },
    { pointer: '/settings/retention_days', kind: 'number', fromAbove: true },
    { pointer: '/settings/active_timeout_minutes', kind: 'number' },
    { pointer: '/settings/call_prefixes', kind: 'prefixes', fromAbove: true },
  ],
  analysis: [
    { pointer: '/settings/analysis/enabled', kind: 'choice', fromAbove: true, absent: false },
    { pointer: '/settings/analysis/tokens_per_month', kind: 'number', fromAbove: true },
    { pointer: '/settings/analyzers_excluded', kind: 'analyzers' },
  ],
  limits: [
    { pointer: '/settings/quotas/calls_per_day', kind: 'number', fromAbove: true },
    { pointer: '/settings/quotas/chat_messages_per_day', kind: 'number', fromAbove: true },
    { pointer: '/settings/quotas/open_chats', kind: 'number', fromAbove: true },
    { pointer: '/settings/quotas/model_tokens_per_day', kind: 'number', fromAbove: true },
    { pointer: '/settings/quotas/listening_minutes_per_day', kind: 'number', fromAbove: true },
    { pointer: '/settings/quotas/spoken_characters_per_day', kind: 'number', fromAbove: true },
    { pointer: '/settings/quotas/open_calls', kind: 'number', fromAbove: true },
    { pointer: '/settings/quotas/call_minutes_per_day', kind: 'number', fromAbove: true },
    { pointer: '/settings/caller_limits/open_calls', kind: 'number', fromAbove: true },
    { pointer: '/settings/caller_limits/call_minutes_per_day', kind: 'number', fromAbove: true },
    { pointer: '/settings/caller_limits/model_tokens_per_day', kind: 'number', fromAbove: true },
    { pointer: '/settings/caller_limits/transfers_per_day', kind: 'number', fromAbove: true },
    { pointer: '/settings/quotas/agent_tests_per_day', kind: 'number', fromAbove: true },
    { pointer: '/settings/quotas/agents', kind: 'number', fromAbove: true },
    { pointer: '/settings/quotas/api_keys', kind: 'number', fromAbove: true },
    { pointer: '/settings/quotas/children', kind: 'number', fromAbove: true },
    { pointer: '/settings/rate_limit/requests_per_minute', kind: 'number', fromAbove: true },
  ],
  party: [
    { pointer: '/billing_info/party/name', kind: 'text', maxLength: 200 },
    { pointer: '/billing_info/party/tax_id', kind: 'text', maxLength: 50 },
    { pointer: '/billing_info/email', kind: 'email' },
    { pointer: '/settings/costs_shown', kind: 'choice', fromAbove: true, absent: false, own: true },
    { pointer: '/billing_info/party/address', kind: 'lines', maxLength: 500 },
  ],
  tax: [
    { pointer: '/billing_info/tax/name', kind: 'text', maxLength: 50, fromAbove: true },
    { pointer: '/billing_info/tax/rate', kind: 'decimal', fromAbove: true },
    { pointer: '/billing_info/tax/note', kind: 'text', maxLength: 300, fromAbove: true },
  ],
  issuing: [
    { pointer: '/billing_info/issuing/tax/name', kind: 'text', maxLength: 50 },
    { pointer: '/billing_info/issuing/tax/rate', kind: 'decimal' },
    { pointer: '/billing_info/issuing/tax/note', kind: 'text', maxLength: 300 },
    { pointer: '/billing_info/issuing/payment_days', kind: 'number' },
    { pointer: '/billing_info/issuing/email', kind: 'email' },
    { pointer: '/billing_info/issuing/number_prefix', kind: 'text', maxLength: 20 },
    { pointer: '/billing_info/issuing/payment_details', kind: 'lines', maxLength: 500 },
  ],
  branding: [
    { pointer: '/settings/branding/name', kind: 'text', maxLength: 80 },
    { pointer: '/settings/branding/accent_color', kind: 'color' },
    { pointer: '/settings/branding/domain', kind: 'text' },
    { pointer: '/settings/branding/logo', kind: 'logo' },
  ],
} as const satisfies Readonly<Record<string, readonly Setting[]>>;

export type SettingPart = keyof typeof settingParts;
export type SettingPointer = (typeof settingParts)[SettingPart][number]['pointer'];

export const partNames = Object.keys(settingParts) as readonly SettingPart[];

export const settings: readonly (Setting & { readonly pointer: SettingPointer })[] =
  Object.values(settingParts).flat();

/** Objects that are removed as a whole once all their fields are empty, the inner ones first. */
const groups = [
  '/settings/rate_limit',
  '/settings/quotas',
  '/settings/caller_limits',
  '/settings/analysis',
  '/settings/branding',
  '/billing_info/party',
  '/billing_info/tax',
  '/billing_info/issuing/tax',
  '/billing_info/issuing',
] as const;

/** Settings as they are typed, by their pointers: empty where they are inherited. */
export type TypedSettings = Readonly<Record<SettingPointer, string>>;

/** A list that allows nothing, which is not the same as no list. */
export const noPrefixes = '-';

const at = (whole: object, pointer: string): unknown =>
  pointer
    .slice(1)
    .split('/')
    .reduce<unknown>((place, name) => (place as Record<string, unknown> | undefined)?.[name], whole);

const typed = (kind: SettingKind, value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (!Array.isArray(value)) return String(value);
  return kind === 'prefixes' && value.length === 0 ? noPrefixes : value.join('\n');
};

export const typedOf = (organization: object): TypedSettings =>
  Object.fromEntries(
    settings.map(({ pointer, kind }) => [pointer, typed(kind, at(organization, pointer))]),
  ) as TypedSettings;

/** The value in effect, the organization’s own or one from above; empty without any. */
export const effectiveOf = (organization: object, { pointer, kind }: Setting): string =>
  pointer.startsWith('/settings/')
    ? typed(kind, at(organization, pointer.replace('/settings/', '/effective_settings/')))
    : '';

const parsed = (kind: SettingKind, text: string): unknown => {
  if (text.trim() === '') return null;
  switch (kind) {
    case 'number':
      return Number(text);
    case 'choice':
      return text === 'true';
    case 'prefixes':
      return text === noPrefixes ? [] : text.split(/[\s,]+/).filter(Boolean);
    case 'analyzers':
      return text.split('\n');
    default:
      return text;
  }
};

type SettingsPatch = Record<string, unknown>;

/** Sets what a pointer leads to, and makes the objects on the way. */
const setAt = (patch: SettingsPatch, pointer: string, value: unknown): void => {
  const path = pointer.slice(1).split('/');
  const last = path.pop() ?? '';
  let place = patch;
  for (const name of path) {
    place[name] ??= {};
    place = place[name] as SettingsPatch;
  }
  place[last] = value;
};

/** The settings that were typed differently. */
export const changedSettings = (before: TypedSettings, after: TypedSettings): readonly SettingPointer[] =>
  settings
    .filter(
      ({ pointer, kind }) =>
        JSON.stringify(parsed(kind, after[pointer])) !== JSON.stringify(parsed(kind, before[pointer])),
    )
    .map(({ pointer }) => pointer);

/** A merge patch of what was typed differently. */
export const patchOf = (before: TypedSettings, after: TypedSettings): object => {
  const patch: SettingsPatch = {};
  const changed = changedSettings(before, after);
  for (const { pointer, kind } of settings) {
    if (changed.includes(pointer)) setAt(patch, pointer, parsed(kind, after[pointer]));
  }
  for (const group of groups) {
    const isInside = ({ pointer }: Setting) => pointer.startsWith(`${group}/`);
    const inside = settings.filter(isInside);
    if (
      inside.some(({ pointer }) => changed.includes(pointer)) &&
      inside.every(({ pointer }) => !after[pointer])
    )
      setAt(patch, group, null);
  }
  return patch;
};
