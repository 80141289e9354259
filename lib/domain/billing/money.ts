import type Big from 'big.js';

/*
 * Money is decimal arithmetic throughout: no amount is ever a floating-point number.
 */

/** How many decimals an amount of the currency has on a bill (ISO 4217, as ECMA-402 knows it). */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

const halfUp = 1;

/** An amount as it is billed: rounded to the currency's smallest unit, halves away from zero. */
export const rounded = (amount: Big, currency: string): Big => amount.round(decimalsOf(currency), halfUp);

/** An amount as it is shown, with all decimals of the currency and any further ones that it has. */
export const shown = (amount: Big, currency: string): string => {
  const decimals = decimalsOf(currency);
  const exact = amount.toFixed();
  const own = exact.includes('.') ? exact.length - exact.indexOf('.') - 1 : 0;
  return own < decimals ? amount.toFixed(decimals) : exact;
};

/** An amount of money, which may be below zero. */
export interface Amount {
  readonly amount: string;
  readonly currency: string;
}

export const amountOf = (value: Big, currency: string): Amount => ({
  amount: shown(value, currency),
  currency,
});
