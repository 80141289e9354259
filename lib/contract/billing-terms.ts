import * as z from 'zod/mini';
import { described, docs, label, patched, removable, strictObject, text } from './fields.ts';

/** A name, an address and a tax id: who issues a statement, and who receives it. */
export const Party = strictObject('Party', 'An organization as statements name it', {
  name: described(z.optional(label(200)), 'The legal name; by default the organization’s name'),
  address: described(z.optional(text(500)), 'The postal address, with line breaks'),
  tax_id: described(z.optional(label(50)), 'The id for taxes, such as a VAT number'),
});

export const PartyPatch = strictObject('PartyPatch', 'The names to change; null removes one', {
  name: removable(Party.shape.name),
  address: removable(Party.shape.address),
  tax_id: removable(Party.shape.tax_id),
});

const Percent = z
  .string()
  .check(
    z.regex(
      /^(100|\d{1,2}(\.\d{1,4})?)$/,
      'must be a decimal number from 0 to 100, with at most four decimals',
    ),
  )
  .register(docs, { description: 'Percent, as a decimal number', examples: ['20'], maxLength: 7 });

/** The fields of every tax. */
export const taxFields = {
  name: described(label(50), 'The name of the tax, such as `VAT`'),
  rate: described(Percent, 'The rate in percent. `0`: the tax is shown, and nothing is added'),
};

export const TaxTerms = strictObject('TaxTerms', 'A tax, as it is added to statements', {
  ...taxFields,
  note: described(
    z.optional(text(300)),
    'A sentence that statements show with the tax, such as the reason why it is not charged',
  ),
});
export type TaxTerms = z.output<typeof TaxTerms>;

export const TaxTermsPatch = strictObject(
  'TaxTermsPatch',
  'The parts of a tax to change. A tax that is not set yet needs its name and its rate',
  {
    name: z.optional(taxFields.name),
    rate: z.optional(taxFields.rate),
    note: removable(TaxTerms.shape.note),
  },
);

export const IssuingTerms = strictObject(
  'IssuingTerms',
  'The terms of the statements that an organization issues',
  {
    tax: described(z.optional(TaxTerms), 'The tax that is added; by default none'),
    payment_days: z.optional(z.int().check(z.minimum(0), z.maximum(365))).register(docs, {
      description:
        'The number of days from the date of a statement to its due date; by default, there is no due date',
    }),
    payment_details: described(
      z.optional(text(500)),
      'The way to pay, such as a bank account, with line breaks',
    ),
    email: described(
      z.optional(z.email().check(z.maxLength(254))),
      'The address for questions about statements. Those who receive them see it',
    ),
    number_prefix: described(
      z.optional(z.string().check(z.maxLength(20), z.regex(/^[A-Za-z0-9/._-]+$/))),
      'The beginning of each number, such as `BV-`; by default there is none',
    ),
  },
);
export type IssuingTerms = z.output<typeof IssuingTerms>;

export const IssuingTermsPatch = strictObject('IssuingTermsPatch', 'The terms to change; null removes one', {
  tax: described(patched(TaxTermsPatch), 'The tax to change; null removes it'),
  payment_days: removable(IssuingTerms.shape.payment_days),
  payment_details: removable(IssuingTerms.shape.payment_details),
  email: removable(IssuingTerms.shape.email),
  number_prefix: removable(IssuingTerms.shape.number_prefix),
});
