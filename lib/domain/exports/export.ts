import type { Export, ExportFormat, ExportResource } from '#lib/contract/exports.ts';
import { scopesOfExports } from '#lib/contract/exports.ts';
import type { Scope } from '#lib/contract/route.ts';

/** Where the files of exports are in the bucket. */
export const exportsFolder = 'exports/';

/** Whether an export has ended, with or without all its files. */
export const hasEnded = (status: Export['status']): status is 'completed' | 'failed' =>
  status === 'completed' || status === 'failed';

/** What is written one after the other: the resources, and the recordings last, which take longest. */
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

/** A file's name: its part is counted from 1 within its step. */
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
  stepsOf(exported).map((step) => scopesOfExports[step]);
