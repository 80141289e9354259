import { currencies } from '#lib/contract/currencies.ts';
import type { Money } from '#lib/contract/fields.ts';
import { sumOfCosts } from '#lib/domain/usage/figures.ts';
import { moneyOf } from '../bounds.ts';
import { ask } from '../http.ts';
import type { Json } from '../reading.ts';
import { listOf, numberOf, objectOf, textOf } from '../reading.ts';
import { accountPath, service } from './api.ts';

/** The price of one call, which Twilio writes as a change of the account's balance: `-0.0085`. */
const priceOf = ({ price, price_unit }: Json): Money | null => {
  const amount = numberOf(price);
  const currency = textOf(price_unit, 3)?.toUpperCase() ?? '';
  return (amount !== undefined && currencies.has(currency) && moneyOf(Math.abs(amount), currency)) || null;
};

/** Twilio charges nothing for calls that end so, and may write no price. */
const uncharged = ['busy', 'canceled', 'failed', 'no-answer'];

/**
 * The price of a call, with the calls to which it was transferred; null while one of them has none. Twilio
 * writes prices some minutes after a call has ended (twilio.com/docs/voice/api/call-resource).
 */
export const callPrice = async (credential: string, callId: string): Promise<Money | null> => {
  const calls = `${accountPath(credential)}/Calls`;
  const read = async (path: string) => objectOf(await ask(service, credential, { method: 'GET', path }));
  const own = priceOf(await read(`${calls}/${encodeURIComponent(callId)}.json`));
  if (!own) return null;
  const { calls: children } = await read(`${calls}.json?${new URLSearchParams({ ParentCallSid: callId })}`);
  const charged = listOf(children)
    .map(objectOf)
    .filter((child) => priceOf(child) || !uncharged.includes(String(child.status)));
  const prices = [own, ...charged.map(priceOf)];
  const isWhole = prices.every((price) => price?.currency === own.currency);
  return isWhole ? prices.reduce(sumOfCosts, null) : null;
};
