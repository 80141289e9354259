import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';

/** A benchmark is a program, so nothing that it shares with tests may need their runner. */
test('every group of the benchmark can be loaded by a program', async () => {
  const names = readdirSync(join(root, 'bench'))
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => readFileSync(join(root, 'bench', name), 'utf8').includes('export const measure ='));
  expect(names).toContain('units.ts');
  const program = `
    const loaded = await Promise.all(${JSON.stringify(names)}.map((name) => import('./bench/' + name)));
    process.stdout.write(loaded.map(({ measure }) => typeof measure).join(), () => process.exit());
  `;
  const options = ['--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: root });
  expect(stdout).toBe(names.map(() => 'function').join());
});
