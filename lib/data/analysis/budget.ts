import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { platform } from '#lib/domain/caller.ts';
import { eventWrite } from '../events/events.ts';
import { analysisBudgetKey } from '../keys.ts';
import { commit } from '../operations/commit.ts';
import { get } from '../operations/get.ts';
import { settingsOf } from '../organizations/clients.ts';
import type { Item, Key } from '../table.ts';
import { dynamodb, tableName } from '../table.ts';
import type { AnalyzerRecord } from './analyzer-record.ts';
import { ownerOfAnalyzer } from './standing.ts';

/*
 * The tokens of an organization's analyzers are added up in one item for each month: all of them in `tokens`, and those of each analyzer
 * under its id. They are reserved by a conditional write before a model is asked, and corrected afterwards. A function that ends
 * in between leaves them reserved, so that a budget is never exceeded.
 */

/** Tokens from the budgets of an analyzer and of its organization. */
export interface Purse {
  /** Returns false if there is no room for so many tokens. */
  readonly reserve: (tokens: number) => Promise<boolean>;
  readonly settle: (reserved: number, used: number) => Promise<void>;
}

/** A limit of tokens, and the attribute that counts them. */
interface Limit {
  readonly attribute: string;
  readonly tokens: number;
  readonly analyzer_id: string | null;
}

export const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7);

/** Reports of usage look back for a year. */
const keptMs = 400 * 24 * 60 * 60 * 1000;

const limitsOf = async (analyzer: AnalyzerRecord): Promise<Limit[]> => {
  const { analysis } = analyzer.client_id === null ? {} : await settingsOf(analyzer.path);
  const ofOwner = analysis?.tokens_per_month;
  return [
    ...(ofOwner === undefined ? [] : [{ attribute: 'tokens', tokens: ofOwner, analyzer_id: null }]),
    ...(analyzer.tokens_per_month === null
      ? []
      : [{ attribute: analyzer.id, tokens: analyzer.tokens_per_month, analyzer_id: analyzer.id }]),
  ];
};

/** Adds tokens, if that leaves every limit unexceeded. */
const add = async (
  { id }: AnalyzerRecord,
  key: Key,
  tokens: number,
  limits: readonly Limit[],
  now: number,
): Promise<boolean> => {
  // Without a count there is room, unless the tokens exceed the limit alone.
  if (limits.some((limit) => tokens > limit.tokens)) return false;
  const conditions = limits.map((_, at) => `(attribute_not_exists(#l${at}) OR #l${at} <= :l${at})`);
  try {
    await dynamodb.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        UpdateExpression: 'ADD #all :tokens, #own :tokens SET expires = :expires',
        ...(conditions.length > 0 && { ConditionExpression: conditions.join(' AND ') }),
        ExpressionAttributeNames: {
          '#all': 'tokens',
          '#own': id,
          ...Object.fromEntries(limits.map(({ attribute }, at) => [`#l${at}`, attribute])),
        },
        ExpressionAttributeValues: {
          ':tokens': tokens,
          ':expires': Math.floor((now + keptMs) / 1000),
          ...Object.fromEntries(limits.map((limit, at) => [`:l${at}`, limit.tokens - tokens])),
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};

/** The limit that has no room for so many tokens. */
const reachedOf = (limits: readonly Limit[], item: Item | undefined, tokens: number): Limit | undefined =>
  limits.find((limit) => Number(item?.[limit.attribute] ?? 0) + tokens > limit.tokens);

/** Notes that a limit was reached. Returns false if that is noted already. */
const noteReached = async (key: Key, { attribute }: Limit, now: number): Promise<boolean> => {
  try {
    await dynamodb.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        UpdateExpression: 'SET #reached = :true, expires = :expires',
        ConditionExpression: 'attribute_not_exists(#reached)',
        ExpressionAttributeNames: { '#reached': `reached_${attribute}` },
        ExpressionAttributeValues: { ':true': true, ':expires': Math.floor((now + keptMs) / 1000) },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};

/** Reports, once a month, that a limit was reached. */
const reportReached = async (
  analyzer: AnalyzerRecord,
  key: Key,
  limits: readonly Limit[],
  tokens: number,
  now: number,
): Promise<void> => {
  const item = await get(key);
  const reached = reachedOf(limits, item, tokens);
  if (!reached || !(await noteReached(key, reached, now))) return;
  const { client_id, path, version } = analyzer;
  const subject = { id: reached.analyzer_id ?? client_id ?? platform, path, version };
  await commit([
    eventWrite('analysis.budget_reached', subject, {
      client_id,
      analyzer_id: reached.analyzer_id,
      month: monthOf(now),
      tokens_per_month: reached.tokens,
      tokens: Number(item?.[reached.attribute] ?? 0),
    }),
  ]);
};

/** The purse of an analyzer in the current month. */
export const purseOf = (analyzer: AnalyzerRecord, now = Date.now()): Purse => {
  const key = analysisBudgetKey(ownerOfAnalyzer(analyzer), monthOf(now));
  let known: Promise<Limit[]> | undefined;
  // Read only if a model is asked.
  const limits = () => {
    known ??= limitsOf(analyzer);
    return known;
  };
  return {
    reserve: async (tokens) => {
      if (await add(analyzer, key, tokens, await limits(), now)) return true;
      await reportReached(analyzer, key, await limits(), tokens, now);
      return false;
    },
    settle: async (reserved, used) => {
      if (used !== reserved) await add(analyzer, key, used - reserved, [], now);
    },
  };
};
