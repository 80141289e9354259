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

const guides = globSync('docs/guides/*.md', { cwd: root }).sort();

test.skipIf(!canRun).for(guides)('the commands of %s print what it says', async (guide) => {
  const directory = await mkdtemp(join(tmpdir(), 'guide-'));
  await mkdir(join(directory, '.local'));
  await writeFile(join(directory, '.local/platform.json'), JSON.stringify({ api_key: platform.api_key }));
  await cp(join(root, 'lib/local/demo'), join(directory, 'lib/local/demo'), { recursive: true });
  const blocks = blocksOf(guide);
  const commands = blocks.filter(({ kind }) => kind === 'sh').map(({ content }) => content);
  const script = commands.join('\n').replaceAll('http://127.0.0.1:3000', platform.base_url);
  const child = spawn('sh', ['-eu'], { cwd: directory });
  child.stdin.end(script);
  const [printed, complained] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  const said = blocks.filter(({ kind }) => kind === 'text').map(({ content }) => content);
  expect(`${printed}${complained}`).toBe(said.join(''));
  expect(child.exitCode).toBe(0);
  await rm(directory, { recursive: true });
});

test('there are guides', () => {
  expect(guides.length).toBeGreaterThanOrEqual(3);
});
