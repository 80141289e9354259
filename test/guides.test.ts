import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { guides, guideText } from '#lib/build/guides.ts';
import { platform } from './fixtures.ts';
import type { Arrival, Failure } from './support/failing-gateway.ts';
import { startFailingGateway } from './support/failing-gateway.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const tours = ['README.md', 'docs/guides/tour.md'];

/** `curl --json` is of 2022; Windows has no shell of this kind. */
const canRun = spawnSync('sh', ['-c', 'curl --help all | grep -q -- --json']).status === 0;

/**
 * Runs a script as a reader would, in a directory with the platform's key, the samples of the guides and the
 * recording of the demonstration.
 */
const run = async (
  script: string,
  baseUrl = platform.base_url,
): Promise<{ printed: string; code: number | null }> => {
  const directory = await mkdtemp(join(tmpdir(), 'guide-'));
  await mkdir(join(directory, '.local'));
  await writeFile(join(directory, '.local/platform.json'), JSON.stringify({ api_key: platform.api_key }));
  const samples = 'docs/guides/samples';
  for (const folder of ['lib/local/demo', samples]) {
    await cp(join(root, folder), join(directory, folder), { recursive: true });
  }
  const here = (commands: string) => commands.replaceAll('http://127.0.0.1:3000', baseUrl);
  await writeFile(join(directory, samples, 'api.sh'), here(read(`${samples}/api.sh`)));
  const child = spawn('sh', ['-eu'], { cwd: directory });
  child.stdin.end(here(script));
  const [printed, complained] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  await rm(directory, { recursive: true });
  return { printed: child.exitCode === 0 ? printed : `${printed}${complained}`, code: child.exitCode };
};

test.for(guides)('%s shows its samples as they are: npm run openapi', (guide) => {
  expect(read(guide)).toBe(guideText(guide));
});

test.for(guides)('all code of %s is in samples', (guide) => {
  const fences = [...read(guide).matchAll(/^```(\w.*)$/gm)].map(([, info = '']) => info);
  expect(fences.filter((info) => !/^text$|^console$|^sh skip$|\.\w+(#\w+)?$/.test(info))).toEqual([]);
});

/** Commands without what is in quotes, but with what `"$(…)"` runs. */
const unquoted = (script: string): string =>
  script.replaceAll(/"\$\(((?:[^()"]|"[^"]*")*)\)"/g, '$1').replaceAll(/'[^']*'|"[^"]*"/g, '');

test('zsh finds no patterns of file names in the commands of the guides', () => {
  const files = globSync(['docs/guides/samples/**/*.sh', ...tours], { cwd: root });
  const scripts = files.map((file) => (file.endsWith('.md') ? tourOf(file).script : read(file)));
  const words = scripts.flatMap((script) => unquoted(script).split(/\s+/));
  expect(words.length).toBeGreaterThan(500);
  expect(words.filter((word) => /[?*[\]]/.test(word) && word !== '[' && !/^\];?$/.test(word))).toEqual([]);
});

/** Every fourth request of `api` fails, each time in another way. Webhooks are the provider’s to repeat. */
const failsSometimes = ({ request, nth, repeats }: Arrival): Failure | undefined => {
  if (!request.headers['idempotency-key'] || repeats > 0 || nth % 4 !== 1) return undefined;
  return (['unavailable', 'lost-answer', 'refused'] as const)[((nth - 1) / 4) % 3];
};

test.skipIf(!canRun).for(guides.filter((guide) => read(guide).includes('/commands.sh')))(
  'the commands of %s print what it says, even if requests fail',
  async (guide) => {
    await using gateway = await startFailingGateway(platform.base_url, failsSometimes);
    const script = `docs/guides/samples/${basename(guide, '.md')}/commands.sh`;
    const { printed, code } = await run(`. ./${script}`, gateway.baseUrl);
    const said = [...read(guide).matchAll(/^```text\n([\s\S]*?)^```$/gm)].map(([, content]) => content);
    expect(printed).toBe(said.join(''));
    expect(code).toBe(0);
    expect(gateway.failures.unavailable).toBeGreaterThan(0);
  },
);

test.skipIf(!canRun)('a request of a guide that is refused is sent once, and shows its problem', async () => {
  const requests: (string | undefined)[] = [];
  await using gateway = await startFailingGateway(platform.base_url, ({ request }) => {
    requests.push(request.url);
    return undefined;
  });
  const script = `. docs/guides/samples/api.sh\napi $BASE/v1/clients --json '{"name": 1}' | field id`;
  const { printed, code } = await run(script, gateway.baseUrl);
  expect(requests).toEqual(['/v1/clients']);
  expect(printed).toContain("pointer: '/name'");
  expect(code).toBe(1);
});

test('guides and code samples call the same things by the same names', () => {
  const others =
    /\$\{?(URL|HOST|API|TOKEN|CONVERSATION|CONV|ORG|ORGANIZATION|HOOK)\b|\bBASE_URL\b|\bAPI_KEY\b/;
  const files = [...guides, 'docs/webhooks.md', 'openapi.json', 'README.md'];
  for (const file of files) {
    const lines = read(file).split('\n');
    // Settings of the platform have names of their own.
    expect(
      lines.filter((line) => others.test(line.replaceAll('MODEL_API_KEY', ''))),
      file,
    ).toEqual([]);
  }
});

test('there are guides', () => {
  expect(guides.length).toBeGreaterThanOrEqual(3);
});

/** Commands follow a `$`, and go on in lines that are indented; everything else is printed. */
const tourOf = (file: string) => {
  const blocks = read(file).matchAll(/^```console\n([\s\S]*?)^```$/gm);
  const commands: string[] = [];
  const printed: string[] = [];
  for (const [, block = ''] of blocks) {
    let inCommand = false;
    for (const line of block.split('\n')) {
      if (line.startsWith('$ ')) commands.push(line.slice(2));
      else if (inCommand && line.startsWith('  ')) commands.push(line);
      else if (line !== '') printed.push(line);
      inCommand = line.startsWith('$ ') || (inCommand && line.startsWith('  '));
    }
  }
  return { script: commands.join('\n'), printed: printed.join('\n') };
};

/** Replaces everything that differs in each run: ids, times, cursors, and the owner of a file. */
const withoutChance = (output: string): string =>
  output
    .trim()
    .replaceAll(platform.base_url, 'http://127.0.0.1:3000')
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

test.skipIf(!canRun || !haveOpenSsl).for(tours)('the tour of %s prints what it says', async (file) => {
  const { script, printed: said } = tourOf(file);
  expect(script).toContain('/audio');
  const { printed, code } = await run(script);
  expect(withoutChance(printed)).toBe(withoutChance(said));
  expect(code).toBe(0);
});
