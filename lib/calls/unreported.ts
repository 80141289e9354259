import { hash } from 'node:crypto';
import type { PayingCall, Use } from '#lib/billing/counting.ts';
import { readPayingCall, readUse, recountUse } from '#lib/billing/counting.ts';
import { givingBack } from '#lib/billing/plan-messages.ts';
import { paidAnswers } from '#lib/domain/billing/paid-answers.ts';
import { dayMs } from '#lib/domain/durations.ts';
import { encodeUuid } from '#lib/domain/ids.ts';
import type { Depth } from '#lib/domain/organizations/depth.ts';
import type { Fact } from '#lib/domain/usage/fact.ts';
import { quarterMs } from '#lib/domain/usage/time-zones.ts';
import { readCall } from '#lib/integrations/calls.ts';
import { readAll } from '#lib/organizations/clients.ts';
import { keyOf } from '#lib/store/keys.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { get } from '#lib/store/operations/get.ts';
import { putNew, putUnchanged } from '#lib/store/operations/put.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { update, updateIf } from '#lib/store/operations/update.ts';
import type { Key } from '#lib/store/table.ts';
import { taskWrite } from '#lib/store/tasks/tasks.ts';

/*
 * A call that a provider holds is billed by its minutes, once the provider reports it, and these pay for a
 * number of answers. All other answers are billed as messages, a day after the first of their day: otherwise
 * the token of a deployment would be a key to answers that no plan bills. Each day of a call has an item and
 * a task of its own, so that a client which names the call again later does not add to what was billed.
 */

/** A call that a provider holds, and in which the platform answers. */
export interface HeldCall {
  readonly integration_id: string;
  /** Undefined: the provider does not say which call it is, so that no report can belong to it. */
  readonly call_id: string | undefined;
  /** The depth of the organization whose account at the provider it is. */
  readonly asked_by: Depth;
}

/** The answers of a day in a call, as they are stored until nothing can report it any more. */
interface LiveAnswers {
  readonly answers: number;
  readonly call_id: string | null;
  readonly asked_by: Depth;
  readonly path: readonly string[];
  readonly test_from?: Depth;
  readonly fact: string;
  /** Those for which the minutes of the call pay. Absent: none. */
  readonly paid?: number;
}

/** The days after the first answer of a day on which the call is looked for. */
const looksAfterDays = [1, 2, 4, 8, 16, 32];

const lastLook = looksAfterDays.length - 1;

const keptDays = 40;

const expiryAt = (now: number): number => Math.ceil((now + keptDays * dayMs) / 1000);

/** The answers of an organization in a call. Those in calls without an id count together. */
const hashOf = ({ call_id }: HeldCall, { path }: Use): string =>
  hash('sha256', JSON.stringify([path.at(-1), call_id ?? null]), 'base64url');

const separator = '/answers/';

/** The organizations above that of a call, and the organization itself, that still exist. */
const existing = async (path: readonly string[]): Promise<number> => {
  const there = new Set((await readAll(path)).map(({ id }) => id));
  return path.findIndex((id) => !there.has(id));
};

class AlreadyBegun extends Error {
  override readonly name = 'AlreadyBegun';
}

/** Adds an answer to those of the day in its call. The first creates the task that looks for the report. */
export const noteAnswer = async (
  call: HeldCall,
  use: Use,
  answers: number,
  now = Date.now(),
): Promise<void> => {
  const { path, test_from, fact } = use;
  const { integration_id, call_id = null, asked_by } = call;
  const [of, day] = [hashOf(call, use), Math.floor(now / dayMs)];
  const key = keyOf('live_answers', integration_id, of, day);
  const addition = {
    UpdateExpression: 'ADD answers :answers',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':answers': answers },
  };
  if (await updateIf(key, addition)) return;
  const first: LiveAnswers = {
    ...{ answers, call_id, asked_by, path },
    ...(test_from !== undefined && { test_from }),
    fact: JSON.stringify({ ...fact, cost: null }),
  };
  try {
    await commit([
      putNew({ ...key, ...first, expires: expiryAt(now) }, () => new AlreadyBegun()),
      taskWrite({
        kind: 'bill_usage',
        id: [integration_id, of, day].join(separator),
        group: path.at(-1) ?? integration_id,
        due: new Date(now + dayMs).toISOString(),
      }),
    ]);
  } catch (error) {
    if (!(error instanceof AlreadyBegun)) throw error;
    await update(key, addition);
  }
};

/** The answers that a task is about. */
interface AnswersTask {
  readonly integration_id: string;
  readonly hash: string;
  readonly day: number;
}

/** Undefined: the task has another subject. */
export const answersTaskOf = (id: string): AnswersTask | undefined => {
  const [integration_id = '', of, day] = id.split(separator);
  return of === undefined ? undefined : { integration_id, hash: of, day: Number(day) };
};

/** The id under which the answers of a day in a call are counted. */
const idOf = ({ pk, sk }: Key): string =>
  `conv_${encodeUuid(hash('sha256', JSON.stringify([pk, sk]), 'buffer').subarray(0, 16))}`;

/** The call of a day's answers, if it was reported and is over. Its figures outlive its erasure. */
const readReport = async (
  { integration_id }: AnswersTask,
  provider_conversation_id: string,
): Promise<PayingCall | undefined> => {
  const call = await readCall({ integration_id, provider_conversation_id });
  return call?.conversation_id ? readPayingCall(call.conversation_id) : undefined;
};

/**
 * Notes for how many of the answers the minutes of the call pay, which also gives these back to the plans
 * that they were reserved from. The minutes of a call pay once, whichever days, integrations or tokens the
 * answers are of, and stay in its bill. Returns how many are left.
 */
const payFrom = (
  key: Key,
  task: AnswersTask,
): Promise<(LiveAnswers & { readonly left: number }) | undefined> =>
  retryStale(async () => {
    const found = await get(key);
    if (!found) return undefined;
    const item = found as unknown as LiveAnswers;
    const { answers, call_id, paid = 0, asked_by, path, test_from, fact } = item;
    const left = answers - paid;
    const call = call_id === null ? undefined : await readReport(task, call_id);
    const more = call ? Math.min(left, paidAnswers(call.fact, task.day) - call.paid) : 0;
    if (!call || more <= 0) return { ...item, left };
    const { quarter } = JSON.parse(fact) as Fact;
    const units = { messages: more, further: 0 } as const;
    await commit([
      putUnchanged({ ...found, paid: paid + more }, { answers, paid: item.paid }),
      call.pay(more),
      ...(await givingBack({ path, test_from, units, asked_by, at: quarter * quarterMs })),
    ]);
    return { ...item, left: left - more };
  });

/** Bills answers in a call for which no minutes pay, as far as that is known. Returns when to look again. */
export const billUnreported = async (
  task: AnswersTask,
  looks: number,
  now = Date.now(),
): Promise<{ readonly again: Date; readonly state: number } | undefined> => {
  const key = keyOf('live_answers', task.integration_id, task.hash, task.day);
  const item = await payFrom(key, task);
  if (!item) return undefined;
  const { left: further, asked_by, path, test_from, fact: text } = item;
  if (further > 0 || (await readUse(idOf(key)))) {
    const missing = await existing(path);
    const chat = { messages: 0, input_tokens: 0, output_tokens: 0, further, asked_by };
    await recountUse(idOf(key), {
      ...{ path, test_from },
      ...(missing >= 0 && { counted_to: missing }),
      fact: { ...(JSON.parse(text) as Fact), chat },
    });
  }
  if (further === 0 || looks >= lastLook) return undefined;
  const next = looks + 1;
  const days = (looksAfterDays[next] ?? 0) - (looksAfterDays[looks] ?? 0);
  return { again: new Date(now + days * dayMs), state: next };
};
