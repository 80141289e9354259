import { hash } from 'node:crypto';
import type { Use } from '#lib/billing/counting.ts';
import { recountUse } from '#lib/billing/counting.ts';
import { giveBackAnswers } from '#lib/billing/plan-messages.ts';
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
import { putNew } from '#lib/store/operations/put.ts';
import { update, updateIf } from '#lib/store/operations/update.ts';
import type { Key } from '#lib/store/table.ts';
import { taskWrite } from '#lib/store/tasks/tasks.ts';

/*
 * A call that a provider holds is billed by its minutes, once the provider reports it. The answers in one
 * that nobody reports are billed as messages, a day after the first: otherwise the token of a deployment
 * would be a key to answers that no plan bills.
 */

/** A call that a provider holds, and in which the platform answers. */
export interface HeldCall {
  readonly integration_id: string;
  /** Undefined: the provider does not say which call it is, so that no report can belong to it. */
  readonly call_id: string | undefined;
  /** The depth of the organization whose account at the provider it is. */
  readonly asked_by: Depth;
}

/** The answers in a call, as they are stored until nothing can report it any more. */
interface LiveAnswers {
  readonly answers: number;
  readonly call_id: string | null;
  readonly asked_by: Depth;
  readonly path: readonly string[];
  readonly test_from?: Depth;
  readonly fact: string;
}

/** The days after the first answer on which the call is looked for. */
const looksAfterDays = [1, 2, 4, 8, 16, 32];

const keptDays = 40;

/** Answers in calls without an id count together, by day. */
const hashOf = ({ call_id }: HeldCall, now: number): string =>
  hash('sha256', call_id ?? `\n${Math.floor(now / dayMs)}`, 'base64url');

const separator = '/answers/';

/** The organizations above that of a call, and the organization itself, that still exist. */
const existing = async (path: readonly string[]): Promise<number> => {
  const there = new Set((await readAll(path)).map(({ id }) => id));
  return path.findIndex((id) => !there.has(id));
};

class AlreadyBegun extends Error {
  override readonly name = 'AlreadyBegun';
}

/** Adds an answer to those in its call. The first one creates the task that looks for the report. */
export const noteAnswer = async (
  call: HeldCall,
  { path, test_from, fact }: Use,
  answers: number,
  now = Date.now(),
): Promise<void> => {
  const { integration_id, call_id = null, asked_by } = call;
  const of = hashOf(call, now);
  const key = keyOf('live_answers', integration_id, of);
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
  const expires = Math.ceil((now + keptDays * dayMs) / 1000);
  try {
    await commit([
      putNew({ ...key, ...first, expires }, () => new AlreadyBegun()),
      taskWrite({
        kind: 'bill_usage',
        id: [integration_id, of].join(separator),
        group: path.at(-1) ?? integration_id,
        due: new Date(now + dayMs).toISOString(),
      }),
    ]);
  } catch (error) {
    if (!(error instanceof AlreadyBegun)) throw error;
    await update(key, addition);
  }
};

/** The call of a task; undefined: the task has another subject. */
export const answersTaskOf = (
  id: string,
): { readonly integration_id: string; readonly hash: string } | undefined => {
  const [integration_id = '', of] = id.split(separator);
  return of === undefined ? undefined : { integration_id, hash: of };
};

/** The id under which the answers of a call are counted. */
const idOf = (pk: string): string => `conv_${encodeUuid(hash('sha256', pk, 'buffer').subarray(0, 16))}`;

/** Gives the answers in a call that was reported back to the plans that they were reserved from, once. */
const giveBack = async (
  key: Key,
  { answers, asked_by, path, test_from }: LiveAnswers,
  { quarter }: Fact,
): Promise<void> => {
  const isFirst = await updateIf(key, {
    UpdateExpression: 'SET given_back = :answers',
    ConditionExpression: 'attribute_not_exists(given_back)',
    ExpressionAttributeValues: { ':answers': answers },
  });
  if (!isFirst) return;
  const units = { messages: answers, further: 0 } as const;
  await giveBackAnswers({ path, test_from, units, asked_by, at: quarter * quarterMs });
};

/**
 * Bills the answers in a call that was not reported, and takes them back if it is reported late. Returns when
 * to look again.
 */
export const billUnreported = async (
  { integration_id, hash: of }: { readonly integration_id: string; readonly hash: string },
  looks: number,
  now = Date.now(),
): Promise<{ readonly again: Date; readonly state: number } | undefined> => {
  const key = keyOf('live_answers', integration_id, of);
  const item = (await get(key)) as unknown as LiveAnswers | undefined;
  if (!item) return undefined;
  const { answers, call_id, asked_by, path, test_from, fact: text } = item;
  const reported =
    call_id !== null && (await readCall({ integration_id, provider_conversation_id: call_id }));
  const isReported = Boolean(reported && reported.conversation_id !== null);
  const fact = JSON.parse(text) as Fact;
  if (isReported) await giveBack(key, item, fact);
  if (isReported && looks === 0) return undefined;
  const further = isReported ? 0 : answers;
  const missing = await existing(path);
  const chat = { messages: 0, input_tokens: 0, output_tokens: 0, further, asked_by };
  await recountUse(idOf(key.pk), {
    ...{ path, test_from },
    ...(missing >= 0 && { counted_to: missing }),
    fact: { ...fact, chat },
  });
  const days = (looksAfterDays[looks + 1] ?? 0) - (looksAfterDays[looks] ?? 0);
  return isReported || days <= 0 ? undefined : { again: new Date(now + days * dayMs), state: looks + 1 };
};
