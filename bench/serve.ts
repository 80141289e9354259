import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { startPlatform } from '#lib/local/platform.ts';

/* Runs a platform for bench/serving.ts. It prints its description, and ends with its standard input. */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { following: { type: 'boolean', default: false } },
});
const { following } = values;
const [directory = ''] = positionals;

console.info = () => {};
const platform = await startPlatform({ directory, port: 0, following, scheduled: following });
process.stdout.write(`${JSON.stringify(platform.description)}\n`);
await text(process.stdin);
await platform.close();
