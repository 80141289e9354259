import type { Occasion } from '#lib/chats/spending.ts';
import { allCounted, newSpending } from '#lib/chats/spending.ts';
import type { ModelMeter } from '#lib/model/meter.ts';

/**
 * Asks a model that plays a caller, or judges: tokens are reserved before, and what was used is counted
 * afterwards, whatever came of it.
 */
export const askBeside = async <T>(
  occasion: Occasion,
  estimate: number,
  ask: (spent: ModelMeter['spent']) => Promise<T>,
): Promise<T> => {
  const spending = newSpending(occasion);
  await spending.meter.reserve(estimate);
  try {
    return await ask(spending.meter.spent);
  } finally {
    await allCounted([spending.settle(), spending.count(false)]);
  }
};
