import { platform } from '#lib/domain/caller.ts';
import { dayMs } from '#lib/domain/durations.ts';
import type { ClientRecord } from '#lib/organizations/clients.ts';
import { readAll } from '#lib/organizations/clients.ts';
import { eventWrite } from '#lib/store/events/events.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { Count, CountLimit } from '#lib/store/limits/reservations.ts';
import { reserveIn, settleIn } from '#lib/store/limits/reservations.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { get } from '#lib/store/operations/get.ts';
import { updateIf } from '#lib/store/operations/update.ts';
import type { Item, Key } from '#lib/store/table.ts';
import type { AnalyzerRecord } from './analyzer-record.ts';
import { ownerOfAnalyzer } from './standing.ts';

/*
 * The tokens of analyzers are added up in one item for each month and organization: in `tokens` those of its
 * analyzers and, if it has a limit, of those below; and those of each of its analyzers under its id. They are
 * reserved by conditional writes before a model is asked, and corrected afterwards. A function that ends in
 * between leaves them reserved, so that a budget is never exceeded.
 */

/** Tokens from the budgets of an analyzer, of its organization and of those above. */
export interface Purse {
  /** Returns false if there is no room for so many tokens. */
  readonly reserve: (tokens: number) => Promise<boolean>;
  readonly settle: (reserved: number, used: number) => Promise<void>;
}

/** A limit of tokens, and the attribute that counts them. */
interface Limit extends CountLimit {
  readonly analyzer_id: string | null;
}

export const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7);

/** Reports of usage look back for a year. */
const keptMs = 400 * dayMs;

/** The counts of an organization, the attributes to which tokens are added, and their limits. */
interface Account extends Count {
  /** The ids of the organizations from the top down to the one that counts. */
  readonly path: readonly string[];
  readonly limits: readonly Limit[];
}

const ofOrganization = ({ settings: { analysis } }: Pick<ClientRecord, 'settings'>): Limit[] =>
  analysis?.tokens_per_month === undefined
    ? []
    : [{ attribute: 'tokens', limit: analysis.tokens_per_month, analyzer_id: null }];

/**
 * The account of the organization that owns an analyzer, and then those above that have a limit for all below
 * them together.
 */
const accountsOf = async (analyzer: AnalyzerRecord, now: number): Promise<Account[]> => {
  const { id, client_id, path, tokens_per_month } = analyzer;
  const members = client_id === null ? [] : await readAll(path);
  const month = monthOf(now);
  const expires = Math.floor((now + keptMs) / 1000);
  const own = members.at(-1);
  const above = members.slice(0, -1).flatMap((member, at): Account[] => {
    const limits = ofOrganization(member);
    const key = keyOf('analysis_budget', member.id, month);
    return limits.length === 0
      ? []
      : [{ path: path.slice(0, at + 1), key, attributes: ['tokens'], limits, expires }];
  });
  return [
    {
      path,
      key: keyOf('analysis_budget', ownerOfAnalyzer(analyzer), month),
      attributes: ['tokens', id],
      expires,
      limits: [
        ...(own ? ofOrganization(own) : []),
        ...(tokens_per_month === null ? [] : [{ attribute: id, limit: tokens_per_month, analyzer_id: id }]),
      ],
    },
    ...above.reverse(),
  ];
};

/** The limit that has no room for so many tokens. */
const reachedOf = (limits: readonly Limit[], item: Item | undefined, tokens: number): Limit | undefined =>
  limits.find((limit) => Number(item?.[limit.attribute] ?? 0) + tokens > limit.limit);

/** Notes that a limit was reached. Returns false if that is noted already. */
const noteReached = async (key: Key, { attribute }: Limit, now: number): Promise<boolean> => {
  return Boolean(
    await updateIf(key, {
      UpdateExpression: 'SET #reached = :true, expires = :expires',
      ConditionExpression: 'attribute_not_exists(#reached)',
      ExpressionAttributeNames: { '#reached': `reached_${attribute}` },
      ExpressionAttributeValues: { ':true': true, ':expires': Math.floor((now + keptMs) / 1000) },
    }),
  );
};

/** Reports, once a month, that a limit was reached. */
const reportReached = async (
  { version }: AnalyzerRecord,
  { path, key, limits }: Account,
  tokens: number,
  now: number,
): Promise<void> => {
  const item = await get(key);
  const reached = reachedOf(limits, item, tokens);
  if (!reached || !(await noteReached(key, reached, now))) return;
  const client_id = path.at(-1) ?? null;
  const subject = { id: reached.analyzer_id ?? client_id ?? platform, path, version };
  await commit([
    eventWrite('analysis.budget_reached', subject, {
      client_id,
      analyzer_id: reached.analyzer_id,
      month: monthOf(now),
      tokens_per_month: reached.limit,
      tokens: Number(item?.[reached.attribute] ?? 0),
    }),
  ]);
};

/** The purse of an analyzer in the current month. */
export const purseOf = (analyzer: AnalyzerRecord, now = Date.now()): Purse => {
  let known: Promise<Account[]> | undefined;
  // Read only if a model is asked.
  const accounts = () => {
    known ??= accountsOf(analyzer, now);
    return known;
  };
  return {
    reserve: async (tokens) => {
      const full = await reserveIn(await accounts(), tokens, 'whole');
      if (full) await reportReached(analyzer, full, tokens, now);
      return full === undefined;
    },
    settle: async (reserved, used) => {
      if (used === reserved) return;
      await settleIn(await accounts(), used - reserved);
    },
  };
};
