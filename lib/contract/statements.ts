import * as z from 'zod/mini';
import { taxFields } from './billing-terms.ts';
import {
  Currency,
  described,
  docs,
  entity,
  enumeration,
  Flag,
  id,
  Metadata,
  MetadataPatch,
  object,
  Timestamp,
  TimestampInput,
  text,
} from './fields.ts';
import { anyOf, ofOrganization, pageQuery, pagesOf } from './page.ts';
import { entityOf, route } from './route.ts';
import { CalendarDate } from './subscriptions.ts';

export const StatementStatus = enumeration(
  'StatementStatus',
  ['draft', 'final', 'paid', 'void'],
  'A draft is updated as usage grows. One day after its period ends, the statement becomes final and does not change any more; conversations that are counted later are settled by the next statement. `paid` and `void` are set by the issuer, or by an organization above it. A payment can be taken back: the statement is `final` again',
);
export type StatementStatus = z.output<typeof StatementStatus>;

/** An amount that can be negative. */
export const Amount = object('Amount', 'An exact amount of money, which can be negative', {
  amount: z
    .string()
    .check(z.regex(/^-?\d{1,30}(\.\d{1,9})?$/))
    .register(docs, {
      description: 'A decimal number as a string, so that it stays exact',
      examples: ['49.00'],
      maxLength: 41,
    }),
  currency: Currency,
});

const Line = object('StatementLine', 'A line of a statement', {
  description: text(300).register(docs, { description: 'The item that the line bills' }),
  quantity: z
    .string()
    .check(z.regex(/^-?\d{1,15}(\.\d{1,4})?$/))
    .register(docs, { description: 'The quantity, as a decimal number', examples: ['70'], maxLength: 21 }),
  unit: enumeration('StatementUnit', ['period', 'pack', 'minute', 'message'], 'The unit of the quantity'),
  unit_price: described(Amount, 'The price of one unit'),
  amount: described(Amount, 'Quantity times price, rounded to the currency’s smallest unit'),
});

const Tax = object('StatementTax', 'The tax of a statement', {
  ...taxFields,
  note: z.nullable(text(300)).register(docs, { description: 'A sentence to show with the tax' }),
  amount: described(Amount, 'The tax on the total, rounded to the currency’s smallest unit'),
});

const party = {
  name: described(text(200), 'The legal name, or else the organization’s name'),
  address: z.nullable(text(500)).register(docs, { description: 'The postal address, with line breaks' }),
  tax_id: z.nullable(text(50)).register(docs, { description: 'The id for taxes, such as a VAT number' }),
  email: z.nullable(text(254)).register(docs, { description: 'The address that statements are sent to' }),
};

const Issuer = object('StatementIssuer', 'The issuer of a statement', {
  ...party,
  email: z
    .nullable(text(254))
    .register(docs, { description: 'The address for questions about the statement' }),
  payment_details: z
    .nullable(text(500))
    .register(docs, { description: 'The way to pay, such as a bank account, with line breaks' }),
});

const Addressee = object('StatementAddressee', 'The recipient of a statement', party);

const Minutes = z
  .string()
  .check(z.regex(/^\d{1,12}(\.\d{1,4})?$/))
  .register(docs, { description: 'Minutes, as a decimal number', examples: ['412.5'], maxLength: 17 });

export const Statement = object('Statement', 'The amount that an organization owes for a period', {
  ...entity('stmt'),
  client_id: id('client', 'The organization that is billed'),
  subscription_id: id('sub', 'The subscription whose terms apply'),
  period_start: described(
    Timestamp,
    'When the period begins. The first period of a subscription that follows another one begins when that one ends, even if the time zone has changed',
  ),
  period_end: described(Timestamp, 'The end of the period, exclusive'),
  timezone: z.string().register(docs, {
    description: 'The time zone of the period',
    examples: ['America/New_York'],
    maxLength: 64,
  }),
  status: StatementStatus,
  lines: z.array(Line).check(z.maxLength(2000)).register(docs, { description: 'The lines of the statement' }),
  total: described(Amount, 'The sum of all lines, without tax'),
  tax: z.nullable(Tax).register(docs, {
    description: 'The tax on the total; null if none is set, or if the statement is older than taxes',
  }),
  amount_due: described(Amount, 'The total and the tax'),
  number: z.nullable(text(60)).register(docs, {
    description:
      'The number that the statement got when it became final. The numbers of an issuer have no gaps. Null for drafts, and for statements that became final before numbers existed',
  }),
  issuer_id: z.nullable(id('client')).register(docs, {
    description: 'The organization that issues the statement, which owned the plan; null for the platform',
  }),
  issuer: z.nullable(Issuer).register(docs, {
    description: 'The issuer as it was when the statement became final; null for the platform',
  }),
  addressee: z.nullable(Addressee).register(docs, {
    description:
      'The organization that is billed, as it was when the statement became final. Null if it was erased and the statement is older than this field',
  }),
  due_date: z.nullable(CalendarDate).register(docs, {
    description: 'The date by which to pay; null for drafts, and if the issuer has set no `payment_days`',
  }),
  plan_id: described(id('plan'), 'The plan whose terms were copied. It may have been removed since'),
  plan_name: described(text(200), 'The name of the plan'),
  minutes_used: described(Minutes, 'The minutes of the period, each call rounded up'),
  minutes_included: described(Minutes, 'The minutes that the plan includes in the period'),
  messages_used: z.int().check(z.minimum(0)).register(docs, {
    description: 'The messages of the period in chats of this platform that are billed',
  }),
  messages_included: z.int().check(z.minimum(0)).register(docs, {
    description: 'The messages that the plan includes in the period',
  }),
  costs: z.optional(z.array(Amount).check(z.maxLength(200))).register(docs, {
    description:
      'The costs of the conversations, including costs of earlier periods that became known after their statements. Visible only to keys of organizations above, without costs that are not shown to the API key (`settings.costs_shown`)',
  }),
  margin: z.optional(z.nullable(Amount)).register(docs, {
    description:
      'The total minus the costs that are shown. Null if there are costs in another currency, or hidden ones that were counted before their reporters were stored. Visible only to keys of organizations above',
  }),
  external_reference: z.nullable(text(255)).register(docs, {
    description: 'Your own reference, such as the invoice number in your accounting system',
  }),
  finalized_at: z
    .nullable(Timestamp)
    .register(docs, { description: 'When the statement became final; null for drafts' }),
  sent_at: z
    .nullable(Timestamp)
    .register(docs, { description: 'When the statement was sent; null if it was not' }),
});
export type Statement = z.output<typeof Statement>;

export const StatementItem = z
  .omit(Statement, { lines: true, metadata: true })
  .register(docs, { id: 'StatementItem', description: 'A statement as it appears in the list of all' });
export type StatementItem = z.output<typeof StatementItem>;

export const StatementPatch = z
  .partial(
    z.strictObject({
      status: enumeration(
        'StatementPatchStatus',
        ['final', 'paid', 'void'],
        'The settlement of a final statement. `final` takes a payment back, for example one that bounced; `void` is for good, and gives up all that the statement bills, with what it corrects of earlier ones',
      ),
      external_reference: z.nullable(text(255)).register(docs, {
        description:
          'Your own reference, such as the invoice number in your accounting system. Null removes it',
      }),
      sent_at: z
        .nullable(TimestampInput)
        .register(docs, { description: 'When the statement was sent; null if it was not' }),
      metadata: z
        .nullable(MetadataPatch)
        .register(docs, { description: 'The keys to set. Null removes all metadata' }),
    }),
  )
  .register(docs, { id: 'StatementPatch', description: 'A merge patch (RFC 7396)' });

/** The fields into which a patch is merged. */
export const StatementAdditions = z.object({
  external_reference: z._default(z.nullable(text(255)), null),
  sent_at: z._default(z.nullable(Timestamp), null),
  metadata: z._default(Metadata, {}),
});
export type StatementAdditions = z.output<typeof StatementAdditions>;

export const listAll = route('GET /v1/statements', {
  summary: 'List the statements of all organizations',
  description:
    'The statements of the key’s organization, or of another one, and of its descendants, drafts included: organization by organization, the newest first, and the newest statement of each first. Organizations for tests are left out, except in the list of one. A page reads at most 100 organizations that are billed, so it can have fewer statements than `limit`, or none, although another page follows. `costs` and `margin` are shown to keys of organizations above.',
  scope: 'billing:read',
  query: z.strictObject({
    ...pageQuery,
    client_id: ofOrganization('statements'),
    period: z
      .optional(z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-10')))
      .register(docs, {
        description: 'Only statements of this month, in the time zone of each, such as `2026-10`',
        maxLength: 7,
      }),
    status: anyOf(StatementStatus, 'Only statements with one of these statuses'),
    sent: described(z.optional(Flag), 'Only statements that were sent, or were not'),
  }),
  ...pagesOf('StatementItemList', StatementItem),
  errors: ['client_not_found'],
});

export const list = route('GET /v1/clients/{client_id}/statements', {
  summary: 'List the statements of an organization',
  description:
    'Newest first, drafts included. `costs` and `margin` are shown to keys of organizations above. After the erasure of an organization, its final statements remain for these keys.',
  scope: 'billing:read',
  query: z.strictObject(pageQuery),
  ...pagesOf('StatementList', Statement),
});

export const get = route('GET /v1/clients/{client_id}/statements/{statement_id}', {
  summary: 'Get a statement',
  description:
    'A draft shows the usage up to now. `costs` and `margin` are shown to keys of organizations above.',
  scope: 'billing:read',
  ...entityOf(Statement),
  csv: true,
});

export const update = route('PATCH /v1/clients/{client_id}/statements/{statement_id}', {
  summary: 'Mark a final statement as sent, paid or void, or set its reference',
  description:
    'A statement that is paid becomes `final` again if its payment is taken back, and the audit log records both. The lines of the statement never change. Requires a key of its issuer, or of an organization above the issuer.',
  scope: 'billing:write',
  audit: 'statement.updated',
  body: StatementPatch,
  ...entityOf(Statement),
  errors: ['ancestor_key_required', 'statement_not_final'],
});
