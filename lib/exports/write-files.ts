import type { ExportFormat, ExportResource } from '#lib/contract/exports.ts';
import type { Position } from '#lib/contract/page.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { columns } from '#lib/domain/exports/columns.ts';
import { encodeCsv } from '#lib/domain/exports/csv.ts';
import type { ExportStep } from '#lib/domain/exports/export.ts';
import { contentTypeOf, fileNameOf, hasEnded, stepsOf } from '#lib/domain/exports/export.ts';
import { encodeNdjson } from '#lib/domain/exports/ndjson.ts';
import { encodeParquet } from '#lib/domain/exports/parquet.ts';
import type { ZipEntry } from '#lib/domain/exports/zip.ts';
import { encodeZip, zipDate } from '#lib/domain/exports/zip.ts';
import { fileNameOf as recordingNameOf } from '#lib/domain/recordings/recording.ts';
import { deleteObject } from '#lib/store/bucket/delete-object.ts';
import { openObject } from '#lib/store/bucket/open-object.ts';
import { uploadStream } from '#lib/store/bucket/upload-stream.ts';
import type { TimeLeft } from '#lib/store/lists/sweep.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import type { ExportRecord, Progress, StoredFile } from './exports.ts';
import { changeExport, exportRecords, objectKeyOf } from './exports.ts';
import type { ExportScope, Rows } from './sources.ts';
import { readConversations, sources } from './sources.ts';

/*
 * An export is written file by file. A file begins where the previous one ended and is streamed into the
 * bucket. The end position is written together with the file's item. After an interruption, the last file is
 * written again under the same name.
 */

/** The approximate sizes at which a file ends and the next one begins, in bytes. */
export interface FileSizes {
  readonly tableBytes: number;
  readonly zipBytes: number;
}

const fileSizes: FileSizes = { tableBytes: 256 * 1024 ** 2, zipBytes: 1024 ** 3 };
/** The maximum number of links in an answer. */
const maxFiles = 1000;

/** The rows of a file, read page by page until it is full. */
interface ReadingProgress {
  rows: number;
  bytes: number;
  /** The position at which the next file begins; undefined: the step is complete. */
  next: Position | undefined;
}

type ReadPage<Row> = (position: Position | undefined) => Promise<Rows<Row>>;

/** The first page with rows, or the last page; or the page at which time ran out. */
const firstPage = async <Row>(
  read: ReadPage<Row>,
  position: Position | undefined,
  timeLeft: TimeLeft,
): Promise<Rows<Row>> => {
  let page = await read(position);
  while (page.rows.length === 0 && page.next && timeLeft()) page = await read(page.next);
  return page;
};

async function* pagesOf<Row>(
  read: ReadPage<Row>,
  first: Rows<Row>,
  reading: ReadingProgress,
  goesOn: () => boolean,
): AsyncGenerator<readonly Row[]> {
  for (let page = first; ; page = await read(page.next)) {
    reading.rows += page.rows.length;
    reading.next = page.next;
    yield page.rows;
    if (!page.next || !goesOn()) return;
  }
}

async function* counted(
  content: AsyncIterable<Uint8Array>,
  reading: ReadingProgress,
): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    reading.bytes += chunk.byteLength;
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
}

const encodeTable = <R extends ExportResource>(
  resource: R,
  format: ExportFormat,
  pages: AsyncIterable<readonly unknown[]>,
): AsyncIterable<Uint8Array> => {
  type Row = Parameters<(typeof columns)[R][number]['of']>[0];
  const rows = pages as AsyncIterable<readonly Row[]>;
  if (format === 'ndjson') return encodeNdjson(rows);
  const encode = format === 'csv' ? encodeCsv : encodeParquet;
  return encode(columns[resource] as Parameters<typeof encode<Row>>[0], rows);
};

async function* recordingsOf(pages: AsyncIterable<readonly ConversationRecord[]>): AsyncGenerator<ZipEntry> {
  for await (const page of pages) {
    for (const { id, start_time, audio, recording_key } of page) {
      const input = recording_key === null ? undefined : await openObject(recording_key);
      if (!input || audio.content_type === null) continue;
      yield { name: recordingNameOf(id, audio.content_type), lastModified: zipDate(start_time), input };
    }
  }
}

/** The number of recordings to read concurrently. Each can have hundreds of megabytes. */
const recordingsAtOnce = 5;

const readRecordings =
  (exported: ExportScope): ReadPage<ConversationRecord> =>
  async (position) => {
    const { rows, next } = await readConversations(exported, position, recordingsAtOnce);
    return { rows: rows.filter(({ audio }) => audio.status === 'available'), next };
  };

const readerOf = (step: ExportStep, exported: ExportScope): ReadPage<unknown> =>
  step === 'recordings'
    ? readRecordings(exported)
    : (position) => sources[step](exported, position) as Promise<Rows<unknown>>;

const encode = (
  step: ExportStep,
  format: ExportFormat,
  pages: AsyncIterable<readonly unknown[]>,
): AsyncIterable<Uint8Array> =>
  step === 'recordings'
    ? encodeZip(recordingsOf(pages as AsyncIterable<readonly ConversationRecord[]>))
    : encodeTable(step, format, pages);

/**
 * Records the progress of an export. If the export has changed in the meantime, returns it as it is now.
 * Returns undefined if it was removed; the file then belongs to nothing and is deleted.
 */
const record = async (
  before: ExportRecord,
  change: Parameters<typeof changeExport>[1],
  file?: StoredFile,
): Promise<ExportRecord | undefined> => {
  const { operations, after } = changeExport(before, change, file);
  try {
    await commit(operations);
    return after;
  } catch (error) {
    if (!(error instanceof Stale)) throw error;
    const now = await exportRecords.read(before.id);
    if (file && !now) await deleteObject(objectKeyOf(before.id, file.name));
    return now;
  }
};

/** The progress of an export after a part of a step. */
const progressAfter = (
  { step, part, files }: Progress,
  next: Position | undefined,
  wrote: boolean,
): Progress =>
  next
    ? { step, part: wrote ? part + 1 : part, position: next, files: files + (wrote ? 1 : 0) }
    : { step: step + 1, part: 1, files: files + (wrote ? 1 : 0) };

/** Writes the next file of an export, until it is full, the step is complete or time runs out. */
const writeFile = async (
  before: ExportRecord,
  step: ExportStep,
  timeLeft: TimeLeft,
  sizes: FileSizes,
): Promise<ExportRecord | undefined> => {
  const { id, format, progress } = before;
  const { part, position } = progress;
  const read = readerOf(step, before);
  const first = await firstPage(read, position, timeLeft);
  // A resource without rows still gets a file with its header. An empty ZIP file would be useless.
  const isNeeded = first.rows.length > 0 || (!first.next && part === 1 && step !== 'recordings');
  if (!isNeeded) {
    return record(before, { status: 'running', progress: progressAfter(progress, first.next, false) });
  }
  const maxBytes = step === 'recordings' ? sizes.zipBytes : sizes.tableBytes;
  const reading: ReadingProgress = { rows: 0, bytes: 0, next: undefined };
  const pages = pagesOf(read, first, reading, () => timeLeft() && reading.bytes < maxBytes);
  const name = fileNameOf(step, format, part);
  const content = counted(encode(step, format, pages), reading);
  await uploadStream(objectKeyOf(id, name), content, contentTypeOf(step, format));
  const size_bytes = reading.bytes;
  return record(
    before,
    {
      status: 'running',
      rows: before.rows + reading.rows,
      size_bytes: before.size_bytes + size_bytes,
      progress: progressAfter(progress, reading.next, true),
    },
    { name, resource: step, rows: reading.rows, size_bytes },
  );
};

/** Writes the files of an export. Returns false if time ran out before all were written. */
export const writeExport = async (
  id: string,
  timeLeft: TimeLeft,
  sizes: FileSizes = fileSizes,
): Promise<boolean> => {
  for (let before = await exportRecords.read(id); before && !hasEnded(before.status); ) {
    if (!timeLeft()) return false;
    const step = stepsOf(before)[before.progress.step];
    if (step === undefined) before = await record(before, { status: 'completed' });
    else if (before.progress.files >= maxFiles) before = await record(before, tooLarge);
    else before = await writeFile(before, step, timeLeft, sizes);
  }
  return true;
};

const tooLarge = {
  status: 'failed',
  status_detail: `The export has more than ${maxFiles} files. Narrow it with filters, such as start_after and start_before`,
} as const;

/** Marks an export as failed. */
export const failExport = (id: string): Promise<void> =>
  retryStale(async () => {
    const before = await exportRecords.read(id);
    if (!before || hasEnded(before.status)) return;
    const status_detail =
      'Its files could not be written. The logs of the function tasks.writeExport say why';
    await commit(changeExport(before, { status: 'failed', status_detail }).operations);
  });
