import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Real dialogues, kept beside the project rather than in it; see the README. */
const directory = join(import.meta.dirname, '../../../shared/data');
const file = join(directory, 'dialogues.jsonl.gz');

export interface Dialogue {
  readonly dialogue_id: string;
  readonly services: readonly string[];
  readonly outcome: 'success' | 'failure' | 'unknown';
  readonly turns: readonly {
    readonly role: 'user' | 'agent';
    readonly text: string;
    readonly start_ms?: number;
    readonly end_ms?: number;
    readonly tool_calls?: readonly {
      readonly service: string;
      readonly name: string;
      readonly arguments: Record<string, string>;
      readonly results: unknown[];
    }[];
  }[];
}

export interface RecordedDialogue extends Dialogue {
  readonly recording: {
    readonly file: string;
    readonly content_type: 'audio/mpeg';
    readonly channels: number;
    readonly duration_ms: number;
  };
}

export const haveDialogues = existsSync(file);

export const readDialogues = (): Dialogue[] =>
  gunzipSync(readFileSync(file))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Dialogue);

export const recordedIds = ['2_00042', '3_00032', '4_00108', '6_00043'];

export const readRecorded = (id: string): { readonly dialogue: RecordedDialogue; readonly bytes: Buffer } => {
  const dialogue = JSON.parse(
    readFileSync(join(directory, `recordings/${id}.json`), 'utf8'),
  ) as RecordedDialogue;
  return { dialogue, bytes: readFileSync(join(directory, `recordings/${dialogue.recording.file}`)) };
};

/** A dialogue's turns as the API takes them. */
export const turnsOf = ({ turns }: Dialogue) =>
  turns.map(({ role, text, start_ms = null, end_ms = null, tool_calls = [] }, index) => ({
    index,
    role,
    text,
    start_ms,
    end_ms,
    tool_calls: tool_calls.map((call) => ({
      id: null,
      name: call.name,
      arguments: call.arguments,
      result: call.results,
      error: null,
    })),
    metadata: {},
  }));

/** Does something with each, so many at a time. */
export const eachOf = async <T>(
  items: readonly T[],
  atOnce: number,
  task: (item: T, index: number) => Promise<void>,
): Promise<void> => {
  const queue = items.entries();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [index, item] of queue) await task(item, index);
    }),
  );
};
