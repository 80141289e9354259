import Big from 'big.js';
import type { IssuingTerms, TaxTerms } from '#lib/contract/billing-terms.ts';
import type { Client } from '#lib/contract/clients.ts';
import type { Statement } from '#lib/contract/statements.ts';
import type { LocalDate } from '../usage/time-zones.ts';
import { addDays, dateOf } from '../usage/time-zones.ts';
import type { Amount } from './money.ts';
import { amountOf, rounded } from './money.ts';

/*
 * A statement as a document for accountants: who issues it to whom, its number, its tax and its due date. A
 * final statement keeps these as they were, whatever becomes of the organizations.
 */

/** The parts that follow from the organizations. */
export type Document = Pick<
  Statement,
  'number' | 'issuer_id' | 'issuer' | 'addressee' | 'tax' | 'amount_due' | 'due_date'
>;

/** An organization's name and billing information, as its statements show them. */
export interface BilledClient extends Pick<Client, 'id' | 'name' | 'billing_info'> {
  /** Present: it is for tests. */
  readonly test_from?: number;
}

/** The issuer and the customer of a statement. The platform as issuer has no details. */
export interface Parties {
  readonly issuer_id: string | null;
  readonly issuer: BilledClient | undefined;
  /** Undefined: it was erased. */
  readonly addressee: BilledClient | undefined;
}

const partyOf = ({ name, billing_info: { party = {}, email } }: BilledClient) => ({
  name: party.name ?? name,
  address: party.address ?? null,
  tax_id: party.tax_id ?? null,
  email: email ?? null,
});

const issuingOf = ({ issuer }: Parties): IssuingTerms => issuer?.billing_info.issuing ?? {};

/** The tax on a total, which is negative if the total is. */
const taxOn = ({ amount, currency }: Amount, { name, rate, note }: TaxTerms): Statement['tax'] => ({
  name,
  rate,
  note: note ?? null,
  amount: amountOf(rounded(new Big(amount).times(rate).div(100), currency), currency),
});

/** A statement that became final before statements were documents. */
export const untaxed = (total: Amount, { issuer_id, issuer, addressee }: Parties): Document => ({
  number: null,
  issuer_id,
  issuer: issuer
    ? {
        ...partyOf(issuer),
        // The address that the issuer's own bills are sent to is not for its customers.
        email: issuer.billing_info.issuing?.email ?? null,
        payment_details: issuer.billing_info.issuing?.payment_details ?? null,
      }
    : null,
  addressee: addressee ? partyOf(addressee) : null,
  tax: null,
  amount_due: total,
  due_date: null,
});

/** A draft, with the tax that applies now. */
export const drafted = (total: Amount, parties: Parties): Document => {
  const terms = parties.addressee?.billing_info.tax ?? issuingOf(parties).tax;
  const document = untaxed(total, parties);
  if (!terms) return document;
  const tax = taxOn(total, terms);
  const due = new Big(total.amount).plus(tax?.amount.amount ?? 0);
  return { ...document, tax, amount_due: amountOf(due, total.currency) };
};

/** Long enough for most issuers, so that numbers have the same length. */
const digits = 4;

/**
 * A statement that becomes final at an instant, as the next one of its issuer. Without a sequence, it gets no
 * number.
 */
export const finished = (
  total: Amount,
  parties: Parties,
  sequence: number | undefined,
  { timezone, now }: { readonly timezone: string; readonly now: number },
): Document => {
  const { number_prefix = '', payment_days } = issuingOf(parties);
  const date: LocalDate = dateOf(timezone, now);
  return {
    ...drafted(total, parties),
    number: sequence === undefined ? null : `${number_prefix}${String(sequence).padStart(digits, '0')}`,
    due_date: payment_days === undefined ? null : addDays(date, payment_days),
  };
};
