import type Big from 'big.js';

/*
 * All arithmetic with money is decimal. No amount is ever a floating-point number.
 */

/** The number of decimals of the currency's amounts on invoices (ISO 4217, from ECMA-402). */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

const halfUp = 1;

/** An amount as it is billed: rounded to the currency's smallest unit, with halves away from zero. */
export const rounded = (amount: Big, currency: string): Big => amount.round(decimalsOf(currency), halfUp);

/** An amount as it is shown, with at least as many decimals as the currency has. */
export const shown = (amount: Big, currency: string): string => {
  const decimals = decimalsOf(currency);
  const exact = amount.toFixed();
  const own = exact.includes('.') ? exact.length - exact.indexOf('.') - 1 : 0;
  return own < decimals ? amount.toFixed(decimals) : exact;
};

/** An amount of money, which may be negative. */
export interface Amount {
  readonly amount: string;
  readonly currency: string;
}

export const amountOf = (value: Big, currency: string): Amount => ({
  amount: shown(value, currency),
  currency,
});
