import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { startLocal } from '../support/local-process.ts';

const run = (...options: string[]): Promise<{ readonly code: number; readonly printed: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [join(root, 'bin/smoke.ts'), ...options], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, printed: stdout + stderr }),
    );
  });

test('the tour passes, leaves no organization, and its exit code says what failed', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'smoke-'));
  const { description, end } = await startLocal(directory, ['--memory']);
  const { base_url: url, api_key: key } = description;
  try {
    const [passed, failed, refused, unused] = await Promise.all([
      run('--url', url, '--key', key),
      // There is no console.
      run('--url', `${url}/`, '--key', key, '--console', `${url}/v1/health`, '--skip', 'search,usage,export'),
      run('--url', url, '--key', 'vap_unknown'),
      run('--url', url),
    ]);
    expect(passed.printed).not.toContain('FAILED');
    expect(passed).toMatchObject({ code: 0, printed: expect.stringContaining('\npassed\n') });
    expect(failed).toMatchObject({ code: 1, printed: expect.stringMatching(/FAILED {2}console/) });
    expect(failed.printed).not.toMatch(/search|export/);
    expect(refused).toMatchObject({ code: 3, printed: expect.stringContaining('unauthenticated') });
    expect(unused).toMatchObject({ code: 3, printed: expect.stringContaining('--url and --key are needed') });

    const response = await fetch(`${url}/v1/clients`, { headers: { authorization: `Bearer ${key}` } });
    expect(await response.json()).toMatchObject({ data: [] });
  } finally {
    await end('SIGTERM');
    await rm(directory, { recursive: true });
  }
});
