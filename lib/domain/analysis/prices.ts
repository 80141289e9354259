import type { Money } from '#lib/contract/fields.ts';

/** The price of a million tokens of a model. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  readonly currency: string;
}

/** The cost of tokens with up to nine decimal places, exact in millionths of a price. */
export const costOf = (
  price: ModelPrice | null,
  { input, output }: { readonly input: number; readonly output: number },
): Money | null => {
  if (!price) return null;
  const amount = (input * price.input + output * price.output) / 1_000_000;
  return { amount: amount.toFixed(9).replace(/\.?0+$/, ''), currency: price.currency };
};
