import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

export const folder = resolve(process.env.LAST_RELEASE ?? import.meta.dirname);

/** An answer of the last release to a GET with the platform's key. */
export interface RecordedAnswer {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The shape of the stacks that the next version updates. */
export interface RecordedStacks {
  readonly commit: string;
  readonly version: string;
  readonly data: {
    /** The logical ids of its resources, with their types. */
    readonly resources: Readonly<Record<string, string>>;
    readonly table: Readonly<Record<string, unknown>>;
    readonly outputs: readonly string[];
  };
  /** The outputs of the data stack that the platform stack reads. */
  readonly reads: readonly string[];
  /** The routes of the API, each with the stack that has it. */
  readonly routes: Readonly<Record<string, string>>;
}

export const tableFile = join(folder, 'dynamodb.sqlite.br');
export const answersFile = join(folder, 'answers.json.br');
export const stacksFile = join(folder, 'stacks.json');

/** The table of `npm start -- --demo` of the last release, as a file of the embedded DynamoDB. */
export const recordedTable = (): Buffer => brotliDecompressSync(readFileSync(tableFile));

export const recordedAnswers = (): readonly RecordedAnswer[] =>
  JSON.parse(brotliDecompressSync(readFileSync(answersFile)).toString()) as RecordedAnswer[];

export const recordedStacks = (): RecordedStacks =>
  JSON.parse(readFileSync(stacksFile, 'utf8')) as RecordedStacks;
