import type { Usage as UsageAnswer, UsageDimension } from '#lib/contract/usage.ts';
import type { Depth } from '#lib/domain/organizations/depth.ts';
import { addFact, noFigures } from '#lib/domain/usage/figures.ts';
import type { Dimension, Range, RangeQuery, UsageRow } from '#lib/domain/usage/report.ts';
import { dimensionOf, groupOf, Report, rangeOf } from '#lib/domain/usage/report.ts';
import type { LocalDate } from '#lib/domain/usage/time-zones.ts';
import { dateOf, quarterMs, startOfDay, startOfHour, startOfMonth } from '#lib/domain/usage/time-zones.ts';
import { partitionOf } from '#lib/store/keys.ts';
import { query } from '#lib/store/operations/query.ts';
import { queryAll } from '#lib/store/operations/query-pages.ts';
import type { Item } from '#lib/store/table.ts';
import type { Head, LogPage } from './log.ts';
import { lanesOf, readHeads, readPages } from './log.ts';
import type { Manifest } from './sums.ts';
import { daysSort, groupFromSpelled, hoursSort, readManifest, throughOf, total, unpackSums } from './sums.ts';

export interface UsageQuery extends RangeQuery {
  readonly group_by?: Dimension | undefined;
  /** The depth from which on costs are included. */
  readonly costsFrom: Depth;
  /** The maximum number of rows, above which the request is refused. Default: the maximum of an answer. */
  readonly maxRows?: number | undefined;
}

export interface Usage {
  /** The time zone of the intervals. */
  readonly timezone: string;
  readonly from: string;
  readonly to: string;
  readonly rows: UsageRow[];
}

interface LogPart extends LogPage {
  readonly lane: number;
}

/** The log entries that the sums do not contain yet: recent full pages and the heads. */
const readLogs = async (heads: readonly Head[], through: Manifest['through']): Promise<LogPart[]> => {
  const logs = await Promise.all(
    heads.map(async (head) => {
      const { lane, page, entries } = head;
      const parts: LogPart[] = [];
      for await (const full of readPages(head, through[lane] ?? 0, page - 1)) parts.push({ ...full, lane });
      return [...parts, { lane, page, entries }];
    }),
  );
  return logs.flat();
};

/** The items of sums that overlap with a range, from the partition of a dimension. */
const readSums = (pk: string, { interval, dates }: Range): Promise<Item[]> => {
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  const [low, high] =
    interval === 'hour'
      ? [`hours#${first}#`, `hours#${last}$`]
      : [`days#${first.slice(0, 7)}#`, `days#${last.slice(0, 7)}$`];
  return queryAll({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :low AND :high',
    ExpressionAttributeValues: { ':pk': pk, ':low': low, ':high': high },
    ConsistentRead: true,
  });
};

const groupFromSort = (sk: string): string | null => groupFromSpelled(sk.slice(sk.indexOf('#', 6) + 1));

const addSums = (report: Report, range: Range, items: readonly Item[]): void => {
  const dates = new Set(range.dates);
  for (const { sk, sums } of items) {
    for (const [at, figures] of unpackSums(sums as Uint8Array)) {
      if (range.interval === 'hour') report.addHour(groupFromSort(sk), Number(at), figures);
      else if (dates.has(at)) report.addDay(groupFromSort(sk), at, figures);
    }
  }
};

/** Adds the entries that the sums do not contain. */
const addLogs = (
  report: Report,
  range: Range,
  dimension: Dimension | undefined,
  logs: readonly LogPart[],
  items: readonly Item[],
  through: Manifest['through'],
): void => {
  const dates = new Set(range.dates);
  const bySort = new Map(items.map((item) => [item.sk, throughOf(item)]));
  for (const { lane, page, entries } of logs) {
    for (const { sign, fact } of entries) {
      const instant = fact.quarter * quarterMs;
      if (instant < range.from || instant >= range.until) continue;
      const date = dateOf(range.zone, instant);
      const group = groupOf(fact, dimension);
      const sk = range.interval === 'hour' ? hoursSort(date, group) : daysSort(date.slice(0, 7), group);
      const summed = Math.max(bySort.get(sk)?.[lane] ?? 0, through[lane] ?? 0);
      if (page <= summed || !dates.has(date)) continue;
      const figures = noFigures();
      addFact(figures, fact, sign);
      if (range.interval === 'hour') report.addHour(group, startOfHour(range.zone, instant), figures);
      else report.addDay(group, date, figures);
    }
  }
};

/** The newest entries of an owner’s logs, and the progress of its sums. */
const readNewest = async (owner: string): Promise<[Head[], Manifest | undefined]> => {
  const lanes = Array.from({ length: lanesOf(owner) }, (_, lane) => ({ owner, lane }));
  return Promise.all([readHeads(lanes), readManifest(owner)]);
};

/** Whether rebuilt sums for another time zone have replaced these, whose items are then removed. */
const areReplaced = async (owner: string, manifest: Manifest | undefined): Promise<boolean> =>
  manifest !== undefined && (await readManifest(owner))?.generation !== manifest.generation;

const readOnce = async (
  owner: string,
  zone: string,
  asked: UsageQuery,
  now: number,
): Promise<Usage | undefined> => {
  const [heads, manifest] = await readNewest(owner);
  const range = rangeOf(asked, manifest?.zone ?? zone, now);
  const report = new Report(range, asked.group_by);
  const [logs, items] = await Promise.all([
    readLogs(heads, manifest?.through ?? {}),
    manifest
      ? readSums(partitionOf('usage_days', owner, manifest.generation, asked.group_by ?? total), range)
      : [],
  ]);
  if (await areReplaced(owner, manifest)) return undefined;
  addSums(report, range, items);
  addLogs(report, range, asked.group_by, logs, items, manifest?.through ?? {});
  return {
    timezone: range.zone,
    from: new Date(range.from).toISOString(),
    to: new Date(range.until).toISOString(),
    rows: report.rows(asked.costsFrom, asked.maxRows),
  };
};

/**
 * The usage of an owner, which is an organization with its descendants or the platform. It is exact at the
 * time of the call.
 */
export const readUsage = async (
  owner: string,
  zone: string,
  asked: UsageQuery,
  now = Date.now(),
): Promise<Usage> => {
  for (;;) {
    const usage = await readOnce(owner, zone, asked, now);
    if (usage) return usage;
  }
};

interface UsageReportQuery extends RangeQuery {
  readonly group_by?: UsageDimension | undefined;
  readonly costsFrom: Depth;
}

/** The usage of an owner as the API shows it, each group under its name. */
export const reportUsage = async (
  owner: string,
  zone: string,
  { group_by, ...asked }: UsageReportQuery,
): Promise<UsageAnswer> => {
  const usage = await readUsage(owner, zone, { ...asked, group_by: group_by && dimensionOf[group_by] });
  const rows = usage.rows.map((row) => ({ ...row, group: group_by ? { [group_by]: row.group } : {} }));
  return { ...usage, rows };
};

/** The first month in a range (both ends inclusive) for which there are sums. */
const firstSummed = async (
  owner: string,
  { generation }: Manifest,
  from: LocalDate,
  to: LocalDate,
): Promise<LocalDate | undefined> => {
  const { items } = await query({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :low AND :high',
    ExpressionAttributeValues: {
      ':pk': partitionOf('usage_days', owner, generation, total),
      ':low': `days#${from.slice(0, 7)}#`,
      ':high': `days#${to.slice(0, 7)}$`,
    },
    ProjectionExpression: 'sk',
    ConsistentRead: true,
    Limit: 1,
  });
  return items[0] && `${items[0].sk.split('#')[1]}-01`;
};

/** The month of the earliest entry from one instant to another (exclusive). */
const firstLogged = (
  zone: string,
  logs: readonly LogPart[],
  from: number,
  until: number,
): LocalDate | undefined => {
  let first = until;
  for (const { entries } of logs) {
    for (const { fact } of entries) {
      const instant = fact.quarter * quarterMs;
      if (instant >= from && instant < first) first = instant;
    }
  }
  return first === until ? undefined : startOfMonth(dateOf(zone, first));
};

/**
 * The first day, from one to another (exclusive), of a month in which something may have been counted;
 * undefined if there is none. It costs the same for any two days, because conversations may start centuries
 * apart.
 */
export const nextCounted = async (
  owner: string,
  ownZone: string,
  from: LocalDate,
  until: LocalDate,
): Promise<LocalDate | undefined> => {
  if (from >= until) return undefined;
  for (;;) {
    const [heads, manifest] = await readNewest(owner);
    const zone = manifest?.zone ?? ownZone;
    const [logs, summed] = await Promise.all([
      readLogs(heads, manifest?.through ?? {}),
      manifest && firstSummed(owner, manifest, from, until),
    ]);
    if (await areReplaced(owner, manifest)) continue;
    const logged = firstLogged(zone, logs, startOfDay(zone, from), startOfDay(zone, until));
    // The month of the first day begins before that day.
    const [first] = [summed, logged].sort();
    if (first === undefined || first >= until) return undefined;
    return first < from ? from : first;
  }
};
