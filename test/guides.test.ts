import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { root } from '#lib/bundles.ts';
import { platform } from './fixtures.ts';

interface Block {
  readonly kind: string;
  readonly content: string;
}

const blocksOf = (guide: string): Block[] =>
  [...readFileSync(join(root, guide), 'utf8').matchAll(/^```(sh|text)\n([\s\S]*?)^```$/gm)].map(
    ([, kind = '', content = '']) => ({ kind, content }),
  );

/** `curl --json` is of 2022; Windows has no shell of this kind. */
const canRun = spawnSync('sh', ['-c', 'curl --help all | grep -q -- --json']).status === 0;

/** Runs a script as a reader would, in a directory with the platform's key and the recording of the demonstration. */
const run = async (script: string): Promise<{ readonly printed: string; readonly code: number | null }> => {
  const directory = await mkdtemp(join(tmpdir(), 'guide-'));
  await mkdir(join(directory, '.local'));
  await writeFile(join(directory, '.local/platform.json'), JSON.stringify({ api_key: platform.api_key }));
  await cp(join(root, 'lib/local/demo'), join(directory, 'lib/local/demo'), { recursive: true });
  const child = spawn('sh', ['-eu'], { cwd: directory });
  child.stdin.end(script.replaceAll('http://127.0.0.1:3000', platform.base_url));
  const [printed, complained] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  await rm(directory, { recursive: true });
  return { printed: `${printed}${complained}`, code: child.exitCode };
};

const guides = globSync('docs/guides/*.md', { cwd: root }).sort();

test.skipIf(!canRun).for(guides)('the commands of %s print what it says', async (guide) => {
  const blocks = blocksOf(guide);
  const commands = blocks.filter(({ kind }) => kind === 'sh').map(({ content }) => content);
  const { printed, code } = await run(commands.join('\n'));
  const said = blocks.filter(({ kind }) => kind === 'text').map(({ content }) => content);
  expect(printed).toBe(said.join(''));
  expect(code).toBe(0);
});

test('there are guides', () => {
  expect(guides.length).toBeGreaterThanOrEqual(3);
});

/** Commands follow a `$`, and go on in lines that are indented; everything else is printed. */
const tour = () => {
  const [, block = ''] = /## A tour[\s\S]*?^```console\n([\s\S]*?)^```$/m.exec(
    readFileSync(join(root, 'README.md'), 'utf8'),
  ) ?? [''];
  const commands: string[] = [];
  const printed: string[] = [];
  let inCommand = false;
  for (const line of block.split('\n')) {
    if (line.startsWith('$ ')) commands.push(line.slice(2));
    else if (inCommand && line.startsWith('  ')) commands.push(line);
    else if (line !== '') printed.push(line);
    inCommand = line.startsWith('$ ') || (inCommand && line.startsWith('  '));
  }
  return { script: commands.join('\n'), printed: printed.join('\n') };
};

/** What is different each time: ids, times, cursors, and who owns a file. */
const withoutChance = (output: string): string =>
  output
    .trim()
    .replaceAll('\r', '')
    .split('\n')
    .filter((line) => line !== '')
    .join('\n')
    .replace(/\b([a-z]+)_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g, '$1_…')
    .replace(/^(etag|x-request-id|server-timing): .*$/gm, '$1: …')
    .replace(/"latency_ms":\d+/g, '"latency_ms":…')
    .replace(/"next_cursor":"[\w-]+"/g, '"next_cursor":"…"')
    .replace(/^-r.* (\d+) \w+ +\d+ [\d:]+ (\S+)$/gm, '$1 $2')
    // Answers do not end with one.
    .replaceAll('\n', '');

const haveOpenSsl = spawnSync('openssl', ['version']).status === 0;

test.skipIf(!canRun || !haveOpenSsl)('the commands of the README’s tour print what it says', async () => {
  const { script, printed: said } = tour();
  const { printed, code } = await run(script);
  expect(withoutChance(printed)).toBe(withoutChance(said));
  expect(code).toBe(0);
});
