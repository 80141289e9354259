import { createHash } from 'node:crypto';
import { pricesIn, withoutPrices } from '../conversations/cost.ts';
import { bytesAsJson } from '../fitted.ts';
import type { CallFacts, CallReport } from './call-report.ts';
import { stages } from './call-report.ts';

/*
 * Merges the reports of one call. They arrive repeatedly, late, out of order and concurrently. Each field
 * takes its value from the report with the highest rank, regardless of arrival: stage first, then the
 * provider's time, then a hash to break ties. The maximum of a set does not depend on its order, so every
 * order leads to the same conversation.
 */

/** The order of reports: stage, the provider's time in milliseconds since 1970, and a hash of the content. */
export type ReportRank = readonly [stage: number, at: number, hash: string];

/**
 * The report from which each field of a conversation comes. Stored with the conversation, not part of the
 * API.
 */
export interface ReportedFields {
  readonly ranks: readonly ReportRank[];
  /** An index into `ranks`, by field, or by `provider.<name>` for each of the provider's metadata. */
  readonly fields: Readonly<Record<string, number>>;
}

export const nothingReported: ReportedFields = { ranks: [], fields: {} };

const rankOf = ({ stage, at, facts }: CallReport): ReportRank => [
  stages[stage],
  at,
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 8),
];

const isAbove = (one: ReportRank, other: ReportRank): boolean => {
  if (one[0] !== other[0]) return one[0] > other[0];
  if (one[1] !== other[1]) return one[1] > other[1];
  return one[2] > other[2];
};

const metadataPrefix = 'provider.';

/** The name of one of the provider's metadata by its field; undefined if it is another field. */
export const metadataName = (field: string): string | undefined =>
  field.startsWith(metadataPrefix) ? field.slice(metadataPrefix.length) : undefined;

/** The metrics of a report as two fields, because others may decide the prices among them. */
const fieldsOfMetrics = (metrics: NonNullable<CallFacts['metrics']>): [string, unknown][] => {
  const prices = pricesIn(metrics);
  const others: [string, unknown] = ['metrics', withoutPrices(metrics)];
  return Object.keys(prices).length > 0 ? [others, ['prices', prices]] : [others];
};

/** The facts of a report by field. Each of the provider's metadata is a separate field. */
const fieldsOf = ({ provider_metadata = {}, metrics, ...facts }: CallFacts): [string, unknown][] =>
  [
    ...Object.entries(facts),
    ...(metrics ? fieldsOfMetrics(metrics) : []),
    ...Object.entries(provider_metadata).map(
      ([name, value]) => [`${metadataPrefix}${name}`, value] as [string, unknown],
    ),
  ].filter(([, value]) => value !== undefined);

/** Facts of which the prices among the metrics are a field of their own. */
type MergedFacts = CallFacts & { readonly prices?: CallFacts['metrics'] };
export type MergedField = keyof MergedFacts;

/** Facts without undefined values. */
type Changes = { readonly [F in MergedField]?: Exclude<MergedFacts[F], undefined> };

export interface MergedReport {
  /** The changed fields only. */
  readonly facts: Changes;
  readonly reported: ReportedFields;
}

/**
 * Determines the changes that a report makes to a conversation. A field whose value no report has set belongs
 * to the integrator (`isOwn`) and keeps its value. If `authority` says that the report's organization has
 * more or less authority over a field than the one that wrote it, that alone decides.
 */
export const mergeReport = (
  reported: ReportedFields,
  report: CallReport,
  isOwn: (field: MergedField) => boolean,
  authority: (field: string, value: unknown) => -1 | 0 | 1 = () => 0,
): MergedReport => {
  const rank = rankOf(report);
  const taken = fieldsOf(report.facts).filter(([field, value]) => {
    const more = authority(field, value);
    if (more !== 0) return more > 0;
    const known = reported.ranks[reported.fields[field] ?? -1];
    if (known) return isAbove(rank, known);
    return field.startsWith(metadataPrefix) || !isOwn(field as MergedField);
  });
  if (taken.length === 0) return { facts: {}, reported };

  const ranks = [...reported.ranks, rank];
  const fields = {
    ...reported.fields,
    ...Object.fromEntries(taken.map(([field]) => [field, ranks.length - 1])),
  };
  const metadata = taken.filter(([field]) => field.startsWith(metadataPrefix));
  return {
    facts: {
      ...Object.fromEntries(taken.filter(([field]) => !field.startsWith(metadataPrefix))),
      ...(metadata.length > 0 && {
        provider_metadata: Object.fromEntries(
          metadata.map(([field, value]) => [field.slice(metadataPrefix.length), value]),
        ),
      }),
    },
    reported: compacted({ ranks, fields }),
  };
};

/** Without reports that no longer determine any field. */
const compacted = ({ ranks, fields }: ReportedFields): ReportedFields => {
  const used = [...new Set(Object.values(fields))].sort((one, other) => one - other);
  return {
    ranks: used.flatMap((at) => (ranks[at] ? [ranks[at]] : [])),
    fields: Object.fromEntries(Object.entries(fields).map(([field, at]) => [field, used.indexOf(at)])),
  };
};

/**
 * The maximum size of the stored ranks. A call can have any number of metadata, so above this size the names
 * of removed metadata are dropped.
 */
const reportedBytes = 16_000;

/** The ranks to store for a conversation with this metadata. */
export const noted = (
  reported: ReportedFields,
  metadata: Readonly<Record<string, unknown>>,
): ReportedFields => {
  if (bytesAsJson(reported) <= reportedBytes) return reported;
  const gone = Object.keys(reported.fields).filter(
    (field) =>
      field.startsWith(metadataPrefix) && !Object.hasOwn(metadata, field.slice(metadataPrefix.length)),
  );
  return withoutFields(reported, gone);
};

/** Below the stage of every report. */
const derivedStage = -1;

/**
 * Records the lowest rank for fields whose values are only defaults, so that any report that contains them
 * replaces them.
 */
export const withDerived = (
  { ranks, fields }: ReportedFields,
  ...defaults: readonly (keyof CallFacts)[]
): ReportedFields => {
  const unranked = defaults.filter((field) => !(field in fields));
  if (unranked.length === 0) return { ranks, fields };
  const derived = Object.fromEntries(unranked.map((field) => [field, ranks.length]));
  return { ranks: [...ranks, [derivedStage, 0, '']], fields: { ...fields, ...derived } };
};

const fieldsOfEnd = ['status', 'end_time', 'end_reason'] as const;

/**
 * The ranks of a conversation that the clock has ended after hours without a report: its end is a default
 * that later reports replace, and so is a start that none has reported.
 */
export const withDefaultEnd = (reported: ReportedFields | null): ReportedFields =>
  withDerived(withoutFields(reported ?? nothingReported, fieldsOfEnd), 'start_time', ...fieldsOfEnd);

/** Whether a conversation has the end that the clock gave it. */
export const hasDefaultEnd = ({ ranks, fields }: ReportedFields): boolean =>
  ranks[fields.status ?? -1]?.[0] === derivedStage;

/** Whether a field has its value from a report, and not by default. */
export const isReported = (reported: ReportedFields | null | undefined, field: keyof CallFacts): boolean => {
  const [stage] = reported?.ranks[reported.fields[field] ?? -1] ?? [derivedStage];
  return stage !== derivedStage;
};

/** Removes fields that an integrator has changed, which then no longer come from a report. */
export const withoutFields = (
  { ranks, fields }: ReportedFields,
  changed: readonly string[],
): ReportedFields => {
  const gone = new Set(changed);
  return compacted({
    ranks,
    fields: Object.fromEntries(Object.entries(fields).filter(([field]) => !gone.has(field))),
  });
};
