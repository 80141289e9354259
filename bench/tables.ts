import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dialogue } from '../test/support/dialogues.ts';
import { loadTable } from './load.ts';
import { createWorld } from './world.ts';

export const tableName = 'voice-agent-platform';

/** Makes a directory in which a platform of so many conversations can be started. */
export const makeTable = async (
  directory: string,
  conversations: number,
  search: boolean,
  dialogues: readonly Dialogue[],
): Promise<void> => {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  const { items, landmarks, recorded } = createWorld({ conversations, dialogues, search });
  await loadTable(tableName, directory, items);
  await writeFile(join(directory, 'world.json'), JSON.stringify({ landmarks, recorded }));
};
