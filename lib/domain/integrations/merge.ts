import { createHash } from 'node:crypto';
import { bytesAsJson } from '../fitted.ts';
import type { CallFacts, CallReport } from './call-report.ts';
import { stages } from './call-report.ts';

/*
 * Reports of one call arrive twice, late, out of order and at the same time. For each field the report that is latest in
 * the call's own course has the word, whenever it arrives: stage first, then the provider's time, then a hash to settle
 * ties. The greatest of a set is the same in whatever order one looks, so the conversation is always the same one.
 */

/** What orders reports: stage, the provider's time in milliseconds, and a hash of what was said. */
export type ReportRank = readonly [stage: number, at: number, hash: string];

/** Which report each field of a conversation is from. Stored beside the conversation, not part of the API. */
export interface Reported {
  readonly ranks: readonly ReportRank[];
  /** By field, or `provider.<name>` for one of the provider's metadata: the place in `ranks`. */
  readonly fields: Readonly<Record<string, number>>;
}

export const nothingReported: Reported = { ranks: [], fields: {} };

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

/** The facts of a report by field, with each of the provider's metadata as a field. */
const fieldsOf = ({ provider_metadata = {}, ...facts }: CallFacts): [string, unknown][] =>
  [
    ...Object.entries(facts),
    ...Object.entries(provider_metadata).map(
      ([name, value]) => [`${metadataPrefix}${name}`, value] as [string, unknown],
    ),
  ].filter(([, value]) => value !== undefined);

/** Facts of which none is undefined. */
type Changes = { readonly [F in keyof CallFacts]?: Exclude<CallFacts[F], undefined> };

export interface Merged {
  /** What changes; fields that stay are absent. */
  readonly facts: Changes;
  readonly reported: Reported;
}

/**
 * What a report changes of a conversation, given which report each field is from. A field that has a value nobody
 * reported is the integrator's, and stays: `isOwn` tells. `authority` tells whether the report has more of it over a
 * field than whoever wrote the field, or less: then nothing else counts.
 */
export const mergeReport = (
  reported: Reported,
  report: CallReport,
  isOwn: (field: keyof CallFacts) => boolean,
  authority: (field: string) => -1 | 0 | 1 = () => 0,
): Merged => {
  const rank = rankOf(report);
  const taken = fieldsOf(report.facts).filter(([field]) => {
    const more = authority(field);
    if (more !== 0) return more > 0;
    const known = reported.ranks[reported.fields[field] ?? -1];
    if (known) return isAbove(rank, known);
    return field.startsWith(metadataPrefix) || !isOwn(field as keyof CallFacts);
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

/** Without the reports that no field is from any more. */
const compacted = ({ ranks, fields }: Reported): Reported => {
  const used = [...new Set(Object.values(fields))].sort((one, other) => one - other);
  return {
    ranks: used.flatMap((at) => (ranks[at] ? [ranks[at]] : [])),
    fields: Object.fromEntries(Object.entries(fields).map(([field, at]) => [field, used.indexOf(at)])),
  };
};

/** So much is noted of every field. Then names go that the metadata does not have any more: a call can have any number of them. */
const reportedBytes = 16_000;

/** What is known of a conversation with this metadata. */
export const noted = (reported: Reported, metadata: Readonly<Record<string, unknown>>): Reported => {
  if (bytesAsJson(reported) <= reportedBytes) return reported;
  const gone = Object.keys(reported.fields).filter(
    (field) =>
      field.startsWith(metadataPrefix) && !Object.hasOwn(metadata, field.slice(metadataPrefix.length)),
  );
  return withoutFields(reported, gone);
};

/** What is known where a field has a value that is derived from a report that did not mention it: any report that does is above. */
export const withDerived = ({ ranks, fields }: Reported, field: keyof CallFacts): Reported =>
  field in fields
    ? { ranks, fields }
    : { ranks: [...ranks, [-1, 0, '']], fields: { ...fields, [field]: ranks.length } };

/** What is known once fields have been changed by somebody else: they are nobody's report any more. */
export const withoutFields = ({ ranks, fields }: Reported, changed: readonly string[]): Reported => {
  const gone = new Set(changed);
  return compacted({
    ranks,
    fields: Object.fromEntries(Object.entries(fields).filter(([field]) => !gone.has(field))),
  });
};
