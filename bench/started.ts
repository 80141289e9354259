import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPlatform } from '#lib/local/platform.ts';

/*
 * A platform in a process of its own, as `npm start` runs it, with or without what follows a write. It tells
 * its parent where it is, and how much processor time it and its embedded DynamoDB have used.
 */

const [directory = '', following] = process.argv.slice(2);
console.info = () => {};

/** Processor time, in milliseconds. */
export interface ProcessorTime {
  readonly own: number;
  readonly database: number;
}

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;

/** The milliseconds of processor time of another process, of which Linux tells. */
const usedBy = (pid: string): number => {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) * tickMs;
};

const { description, close } = await startPlatform({
  directory,
  port: 0,
  following: following === 'true',
  scheduled: false,
});
const database = readFileSync(join(directory, 'dynamodb.sqlite.pid'), 'utf8');
process.on('message', async (order) => {
  if (order === 'close') {
    await close();
    process.exit();
  }
  const { user, system } = process.cpuUsage();
  process.send?.({ own: (user + system) / 1000, database: usedBy(database) } satisfies ProcessorTime);
});
process.send?.(description);
