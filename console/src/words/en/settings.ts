import type { SettingPointer } from '../../organizations/settings.ts';

/** The words of each setting, with those of its two values if it has two. */
type FieldWords = Readonly<
  Record<
    SettingPointer,
    { readonly label: string; readonly hint?: string; readonly yes?: string; readonly no?: string }
  >
>;

const fields: FieldWords = {
  '/name': { label: 'Name' },
  '/external_id': { label: 'External id', hint: 'The organization’s id in the systems of the one above' },
  '/settings/timezone': { label: 'Time zone', hint: 'An IANA name, such as Europe/Berlin' },
  '/settings/locale': { label: 'Locale', hint: 'A BCP 47 tag, such as en-GB' },
  '/settings/recording_enabled': { label: 'Recordings', yes: 'Accepted', no: 'Refused' },
  '/settings/record_calls': {
    label: 'Record calls of this platform',
    hint: 'Calls are recorded once the caller has heard the announcement.',
  },
  '/settings/disclosure_required': {
    label: 'Agents say that an AI speaks',
    yes: 'Required',
    no: 'As set for each agent',
  },
  '/settings/retention_days': {
    label: 'Retention in days',
    hint: 'Conversations are deleted this many days after they end. The smallest value set here or above applies.',
  },
  '/settings/active_timeout_minutes': {
    label: 'Time limit of active conversations in minutes',
    hint: 'A conversation that stays active for longer is ended as failed.',
  },
  '/settings/call_prefixes': {
    label: 'Numbers that agents may call',
    hint: 'Beginnings of numbers, such as +49 +43. A number must be allowed here and above.',
  },
  '/settings/analysis/enabled': {
    label: 'Analysis',
    hint: 'Whether analyzers of this organization run.',
    yes: 'On',
    no: 'Off, here and below',
  },
  '/settings/analysis/tokens_per_month': {
    label: 'Tokens for analysis in a month',
    hint: 'Of language models, here and below together.',
  },
  '/settings/analyzers_excluded': {
    label: 'Analyzers from above that do not run here',
    hint: 'Mandatory ones always run.',
  },
  '/settings/quotas/calls_per_day': { label: 'Outbound calls a day' },
  '/settings/quotas/chat_messages_per_day': { label: 'Chat messages of users a day' },
  '/settings/quotas/open_chats': { label: 'Open chats' },
  '/settings/quotas/model_tokens_per_day': { label: 'Tokens of language models a day' },
  '/settings/quotas/listening_minutes_per_day': { label: 'Minutes of recognized speech a day' },
  '/settings/quotas/spoken_characters_per_day': {
    label: 'Spoken characters of answers a day',
    hint: 'Further sentences are written and have no sound.',
  },
  '/settings/quotas/open_calls': {
    label: 'Calls at carriers at once',
    hint: 'Further callers hear that the line is busy.',
  },
  '/settings/quotas/call_minutes_per_day': {
    label: 'Minutes of these calls a day',
    hint: 'A call reserves 10 minutes at a time.',
  },
  '/settings/caller_limits/open_calls': {
    label: 'Calls of one caller at once',
    hint: 'Callers who withhold their number share four times as many.',
  },
  '/settings/caller_limits/call_minutes_per_day': {
    label: 'Minutes of one caller a day',
    hint: 'Callers who withhold their number share five times as many.',
  },
  '/settings/caller_limits/model_tokens_per_day': {
    label: 'Tokens in the calls of one caller a day',
    hint: 'A call reserves 300,000 while it goes on.',
  },
  '/settings/caller_limits/transfers_per_day': {
    label: 'Transfers of one caller a day',
    hint: 'Those that agents make.',
  },
  '/settings/quotas/agent_tests_per_day': { label: 'Tests of agents a day' },
  '/settings/quotas/agents': { label: 'Agents' },
  '/settings/quotas/api_keys': { label: 'API keys' },
  '/settings/quotas/children': { label: 'Organizations below' },
  '/settings/rate_limit/requests_per_minute': { label: 'Requests per minute' },
  '/billing_info/party/name': { label: 'Legal name' },
  '/billing_info/party/address': { label: 'Postal address' },
  '/billing_info/party/tax_id': { label: 'Tax id' },
  '/billing_info/email': { label: 'E-mail for invoices' },
  '/settings/costs_shown': {
    label: 'Costs from above',
    hint: 'Whether it sees every cost that the organization directly above sees.',
    yes: 'Shown',
    no: 'Hidden',
  },
  '/billing_info/tax/name': { label: 'Name of the tax', hint: 'Such as VAT' },
  '/billing_info/tax/rate': { label: 'Rate in percent', hint: '0 shows the tax, and adds nothing.' },
  '/billing_info/tax/note': { label: 'Note', hint: 'Such as the reason why it is not charged' },
  '/billing_info/issuing/tax/name': { label: 'Name of the tax', hint: 'Such as VAT' },
  '/billing_info/issuing/tax/rate': {
    label: 'Rate in percent',
    hint: '0 shows the tax, and adds nothing.',
  },
  '/billing_info/issuing/tax/note': { label: 'Note', hint: 'Such as the reason why it is not charged' },
  '/billing_info/issuing/payment_days': {
    label: 'Days until payment is due',
    hint: 'From the date of a statement. Without it, there is no due date.',
  },
  '/billing_info/issuing/payment_details': { label: 'Ways to pay', hint: 'Such as a bank account' },
  '/billing_info/issuing/email': {
    label: 'E-mail for questions',
    hint: 'Those who receive statements see it.',
  },
  '/billing_info/issuing/number_prefix': { label: 'Beginning of each number', hint: 'Such as BV-' },
  '/settings/branding/name': { label: 'Name that people see' },
  '/settings/branding/accent_color': { label: 'Color of buttons and links', hint: 'Such as #0f766e' },
  '/settings/branding/domain': { label: 'Domain of the console' },
  '/settings/branding/logo': {
    label: 'Logo',
    hint: 'A PNG, JPEG, WebP or SVG file of at most 6 KB',
  },
};

/** The words of the page of settings. */
export const settings = {
  stale: 'Somebody else has changed this organization. Reload the page, then make your change again.',
  fromAbove: 'Grayed settings can be changed only by an organization above.',
  notSet: 'Not set',
  inherited: 'Inherited',
  inheritedValue: (value: string) => `Inherited: ${value}`,
  inEffect: (value: string) => `In effect: ${value}`,
  parts: {
    general: { title: 'General' },
    calls: { title: 'Calls and recordings' },
    analysis: { title: 'Analysis' },
    limits: {
      title: 'Limits',
      hint: 'Each counts this organization and all below it together. A day is a day in UTC. The smallest value set here or above applies.',
    },
    party: {
      title: 'On statements',
      hint: 'How statements name this organization: those that it receives and those that it issues.',
    },
    tax: {
      title: 'Tax on what it is billed',
      hint: 'In place of the tax that the issuer charges by default.',
    },
    issuing: {
      title: 'Statements that it issues',
      hint: 'For clients that are subscribed to its plans.',
    },
    branding: {
      title: 'Branding',
      hint: 'Seen by everybody who signs in with a key of this organization or of one below. Without it, the branding of the nearest organization above applies.',
    },
  },
  yes: 'Yes',
  no: 'No',
  fields,
  prefixes: { any: 'Any number', only: 'Only these', none: 'No calls', numbers: 'Beginnings of numbers' },
  noAnalyzers: 'No analyzer from above applies here.',
  domainHint: (record: string) =>
    `People find the console and its sign-in page under this domain. First create the TXT record ${record} at the domain, and ask the operator of the platform to serve it.`,
  brandingPreview: { title: 'Preview', console: 'The console', signIn: 'The sign-in page of the domain' },
  logoTooLarge: 'The file is larger than 6 KB. Choose a smaller one.',
};
