import * as z from 'zod/mini';
import {
  Currency,
  described,
  docs,
  entity,
  enumeration,
  id,
  Metadata,
  MetadataPatch,
  Timestamp,
  text,
} from './fields.ts';
import { pageOf, pageQuery } from './page.ts';
import { route } from './route.ts';

export const StatementStatus = enumeration(
  'StatementStatus',
  ['draft', 'final', 'paid', 'void'],
  'A draft is updated as usage grows. One day after its period ends, the statement becomes final and does not change any more; conversations that are counted later are settled by the next statement. `paid` and `void` are set by an organization above',
);
export type StatementStatus = z.output<typeof StatementStatus>;

/** An amount that can be negative. */
export const Amount = z
  .object({
    amount: z
      .string()
      .check(z.regex(/^-?\d{1,30}(\.\d{1,9})?$/))
      .register(docs, {
        description: 'A decimal number as a string, so that it stays exact',
        examples: ['49.00'],
        maxLength: 41,
      }),
    currency: Currency,
  })
  .register(docs, { id: 'Amount', description: 'An exact amount of money, which can be negative' });

const Line = z
  .object({
    description: text(300).register(docs, { description: 'The item that the line bills' }),
    quantity: z
      .string()
      .check(z.regex(/^-?\d{1,15}(\.\d{1,4})?$/))
      .register(docs, { description: 'The quantity, as a decimal number', examples: ['70'], maxLength: 21 }),
    unit: enumeration('StatementUnit', ['period', 'pack', 'minute'], 'The unit of the quantity'),
    unit_price: described(Amount, 'The price of one unit'),
    amount: described(Amount, 'Quantity times price, rounded to the currency’s smallest unit'),
  })
  .register(docs, { id: 'StatementLine', description: 'A line of a statement' });

export const Statement = z
  .object({
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
    lines: z
      .array(Line)
      .check(z.maxLength(2000))
      .register(docs, { description: 'The lines of the statement' }),
    total: described(Amount, 'The sum of all lines'),
    costs: z.optional(z.array(Amount).check(z.maxLength(200))).register(docs, {
      description:
        'The costs of the conversations, including costs of earlier periods that became known after their statements. Visible only to keys of organizations above',
    }),
    margin: z.optional(z.nullable(Amount)).register(docs, {
      description:
        'The total minus the costs. Null if there are costs in another currency. Visible only to keys of organizations above',
    }),
    external_reference: z.nullable(text(255)).register(docs, {
      description: 'Your own reference, such as the invoice number in your accounting system',
    }),
    finalized_at: z
      .nullable(Timestamp)
      .register(docs, { description: 'When the statement became final; null for drafts' }),
  })
  .register(docs, { id: 'Statement', description: 'The amount that an organization owes for a period' });
export type Statement = z.output<typeof Statement>;

export const StatementPatch = z
  .partial(
    z.strictObject({
      status: enumeration('StatementPatchStatus', ['paid', 'void'], 'The settlement of a final statement'),
      external_reference: z.nullable(text(255)).register(docs, {
        description:
          'Your own reference, such as the invoice number in your accounting system. Null removes it',
      }),
      metadata: z
        .nullable(MetadataPatch)
        .register(docs, { description: 'The keys to set. Null removes all metadata' }),
    }),
  )
  .register(docs, { id: 'StatementPatch', description: 'A merge patch (RFC 7396)' });

/** The fields into which a patch is merged. */
export const StatementAdditions = z.object({
  external_reference: z._default(z.nullable(text(255)), null),
  metadata: z._default(Metadata, {}),
});
export type StatementAdditions = z.output<typeof StatementAdditions>;

const client = { client_id: id('client', 'The organization’s id') };
const params = z.strictObject({ ...client, statement_id: id('stmt', 'The statement’s id') });

export const list = route('GET /v1/clients/{client_id}/statements', {
  summary: 'List the statements of an organization',
  description:
    'Newest first, drafts included. `costs` and `margin` are shown to keys of organizations above.',
  scope: 'billing:read',
  params: z.strictObject(client),
  query: z.strictObject(pageQuery),
  status: 200,
  response: pageOf('StatementList', Statement),
  paged: true,
  errors: ['client_not_found'],
});

export const get = route('GET /v1/clients/{client_id}/statements/{statement_id}', {
  summary: 'Get a statement',
  description:
    'A draft shows the usage up to now. `costs` and `margin` are shown to keys of organizations above.',
  scope: 'billing:read',
  params,
  status: 200,
  response: Statement,
  csv: true,
  errors: ['client_not_found', 'statement_not_found'],
});

export const update = route('PATCH /v1/clients/{client_id}/statements/{statement_id}', {
  summary: 'Mark a final statement as paid or void, or set its reference',
  description: 'The lines of the statement never change. Requires a key of an organization above.',
  scope: 'billing:write',
  params,
  body: StatementPatch,
  status: 200,
  response: Statement,
  errors: ['client_not_found', 'statement_not_found', 'ancestor_key_required', 'statement_not_final'],
});
