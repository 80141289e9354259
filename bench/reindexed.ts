import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#lib/bundles.ts';
import type { Reindexed } from './figures.ts';
import { startServing } from './serving.ts';
import type { RecordedConversation } from './world.ts';

/*
 * Measures how long it takes to rebuild the search index of a loaded table: `node bench/reindexed.ts <directory>`. The figures are
 * written to standard output as JSON.
 */

const [directory = ''] = process.argv.slice(2);
const { recorded } = JSON.parse(await readFile(join(directory, 'world.json'), 'utf8')) as {
  recorded: readonly RecordedConversation[];
};
const { close } = await startServing(directory, false);
const began = performance.now();
const program = join(root, 'bin/reindex.ts');
execFileSync(process.execPath, [program, '--rebuild', '--local', '--directory', directory], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
const seconds = (performance.now() - began) / 1000;
await close();

const result: Reindexed = {
  conversations: recorded.length,
  per_second: Math.round(recorded.length / seconds),
};
process.stdout.write(JSON.stringify(result));
