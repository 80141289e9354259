import type { Export, ExportFormat, ExportResource } from '#lib/contract/exports.ts';
import { scopesOfExports } from '#lib/contract/exports.ts';
import type { Scope } from '#lib/contract/route.ts';

/** The folder of all exports' files in the bucket. */
export const exportsFolder = 'exports/';

/** Whether an export has ended, with or without all its files. */
export const hasEnded = (status: Export['status']): status is 'completed' | 'failed' =>
  status === 'completed' || status === 'failed';

/** The steps of an export, in order: the resources, then the recordings, which take longest. */
export type ExportStep = ExportResource | 'recordings';

export const stepsOf = ({
  resources,
  recordings,
}: {
  readonly resources: readonly ExportResource[];
  readonly recordings: boolean;
}): ExportStep[] => [...resources, ...(recordings ? (['recordings'] as const) : [])];

const extensionOf = (step: ExportStep, format: ExportFormat): string =>
  step === 'recordings' ? 'zip' : format;

/** The name of a file. Parts are counted from 1 within a step. */
export const fileNameOf = (step: ExportStep, format: ExportFormat, part: number): string =>
  `${step}-${String(part).padStart(4, '0')}.${extensionOf(step, format)}`;

const contentTypes: Readonly<Record<ExportFormat, string>> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8; header=present',
  parquet: 'application/vnd.apache.parquet',
};

export const contentTypeOf = (step: ExportStep, format: ExportFormat): string =>
  step === 'recordings' ? 'application/zip' : contentTypes[format];

/** The scopes that read what an export contains. */
export const scopesOfExport = (exported: Parameters<typeof stepsOf>[0]): Scope[] =>
  stepsOf(exported).flatMap((step) => scopesOfExports[step]);
