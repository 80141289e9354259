import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { periodKey } from '#lib/domain/billing/account.ts';
import { answersPerMinute } from '#lib/domain/billing/paid-answers.ts';
import { periodAt, termsInForce } from '#lib/domain/billing/periods.ts';
import { includedMessages, includedSeconds } from '#lib/domain/billing/statement.ts';
import { billedMessages } from '#lib/domain/billing/subscription.ts';
import { dayMs } from '#lib/domain/durations.ts';
import type { Depth } from '#lib/domain/organizations/depth.ts';
import { depthOf } from '#lib/domain/organizations/depth.ts';
import type { MessageUnits } from '#lib/domain/usage/fact.ts';
import { noChatUsage } from '#lib/domain/usage/fact.ts';
import { startOfDay } from '#lib/domain/usage/time-zones.ts';
import { recallBilling, usageLimitReached } from '#lib/organizations/stopped.ts';
import { keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { update, updateIf } from '#lib/store/operations/update.ts';
import type { Item, Key } from '#lib/store/table.ts';
import { tableName } from '#lib/store/table.ts';
import { billingFromItem, meterFromItem, meterKey } from './accounts.ts';

/*
 * A message counts in the meter of its period when its chat ends, and an answer in a call that nobody reports
 * after a day. A plan with `at_limit: stop` could be exceeded by all that are open until then. Each period of
 * such a plan therefore has a count of the messages that were answered, to which an answer adds before its
 * model is asked (docs/decisions/billing.md).
 */

/** An answer that is about to be made. */
export interface PlannedAnswer {
  readonly path: readonly string[];
  /** The depth of the highest organization for tests, above which nothing counts. Absent: there is none. */
  readonly test_from?: Depth | undefined;
  readonly units: MessageUnits;
  /** The depth of the organization whose provider holds the call. Absent: no provider does. */
  readonly asked_by?: Depth | undefined;
  /** The instant whose period bills it. Milliseconds since 1970. */
  readonly at: number;
}

/** The count of a period, and what an answer adds to it. */
interface PlanCount {
  readonly client_id: string;
  readonly key: Key;
  readonly meter: Key;
  readonly attribute: 'messages' | 'in_calls';
  readonly amount: number;
  readonly most: number;
  readonly expires: number;
}

/** Chats are open for a day, and a statement becomes final a day after its period. */
const keptMs = 3 * dayMs;

const countIn = (client_id: string, item: Item, answer: PlannedAnswer): PlanCount[] => {
  const { path, units, asked_by, at } = answer;
  const { subscriptions, watch } = billingFromItem(item);
  const found = periodAt(termsInForce(subscriptions), at);
  if (found?.subscription.terms.at_limit !== 'stop') return [];
  const { subscription, period } = found;
  const { terms, issuer_id, id, timezone } = subscription;
  const answers = units.messages + units.further;
  const chat =
    asked_by === undefined ? { ...noChatUsage, ...units } : { ...noChatUsage, further: answers, asked_by };
  const amount = billedMessages({ chat }, { ...found, issuer: depthOf(issuer_id, path) });
  if (amount === 0) return [];
  const key = periodKey(id, period.start);
  const paid = (watch?.key === key && watch.paid_seconds) || includedSeconds(terms, period);
  const included = includedMessages(terms, period);
  return [
    {
      client_id,
      key: keyOf('plan_messages', client_id, id, period.start),
      meter: meterKey(client_id, key),
      amount,
      ...(asked_by === undefined
        ? { attribute: 'messages', most: included }
        : { attribute: 'in_calls', most: included + Math.ceil(paid / 60) * answersPerMinute }),
      expires: Math.ceil((startOfDay(timezone, period.end) + keptMs) / 1000),
    },
  ];
};

const countsOf = async (answer: PlannedAnswer): Promise<PlanCount[]> => {
  const { path, units, test_from = 0 } = answer;
  if (units.messages + units.further === 0) return [];
  const billing = await recallBilling(path);
  return billing.flatMap((item, at) =>
    item && at + 1 >= test_from ? countIn(path[at] ?? '', item, answer) : [],
  );
};

/** Begins a count with what its period has already been billed for. */
const begin = async ({ key, meter, expires }: PlanCount): Promise<void> => {
  const { messages } = meterFromItem('', await get(meter));
  await update(key, {
    UpdateExpression:
      'SET messages = if_not_exists(messages, :messages), in_calls = if_not_exists(in_calls, :none), expires = :expires',
    ExpressionAttributeValues: { ':messages': messages, ':none': 0, ':expires': expires },
  });
};

/** Adds an answer while there is room, so that the last one may exceed it. Returns whether there was. */
const add = async (count: PlanCount): Promise<boolean> => {
  const { key, attribute, amount, most } = count;
  try {
    await update(key, {
      UpdateExpression: `ADD ${attribute} :amount`,
      ConditionExpression: `${attribute} < :most`,
      ExpressionAttributeValues: { ':amount': amount, ':most': most },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    if (error.Item) return false;
    await begin(count);
    return add(count);
  }
};

/** Takes an answer back from a count. Without the count, its period is over. */
const less = ({ attribute, amount }: PlanCount) => ({
  UpdateExpression: `ADD ${attribute} :less`,
  ConditionExpression: `attribute_exists(${attribute})`,
  ExpressionAttributeValues: { ':less': -amount },
});

const takeBack = async (counts: readonly PlanCount[]): Promise<void> => {
  for (const count of counts) await updateIf(count.key, less(count));
};

/** The messages of one answer in the counts of all plans that stop with them. */
export interface PlanReservation {
  /** Adds the answer, once, or throws because a plan has none left. */
  readonly reserve: () => Promise<void>;
  /** Takes an answer back that is not billed. */
  readonly giveBack: () => Promise<void>;
}

export const planReservation = (answer: PlannedAnswer): PlanReservation => {
  let reserved: PlanCount[] | undefined;
  const giveBack = async () => {
    const given = reserved ?? [];
    reserved = [];
    await takeBack(given);
  };
  return {
    reserve: async () => {
      if (reserved) return;
      const counts = await countsOf(answer);
      reserved = [];
      for (const count of counts) {
        if (await add(count)) reserved.push(count);
        else {
          await giveBack();
          throw usageLimitReached(count.client_id);
        }
      }
    },
    giveBack,
  };
};

/** The writes that take back answers in a call for which its minutes pay, together with what says so. */
export const givingBack = async (answer: PlannedAnswer): Promise<Operation<Stale>[]> => {
  const counts = await countsOf(answer);
  const items = await batchGet(counts.map(({ key }) => key));
  return counts
    .filter((_, at) => items[at])
    .map((count) => ({
      request: { Update: { TableName: tableName(), Key: count.key, ...less(count) } },
      otherwise: () => new Stale(),
    }));
};
