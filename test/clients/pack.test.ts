import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';

const run = promisify(execFile);

/** Files that git does not keep. */
const unkept = /[\\/](openapi\.json|generated\.(ts|py)|__pycache__)$/;

test('npm run pack packs a fresh clone, which has no generated files', async () => {
  const clone = await mkdtemp(join(tmpdir(), 'clone-'));
  try {
    for (const kept of ['bin', 'clients', 'docs', 'lib', 'LICENSE', 'package.json', 'tsconfig.json'])
      await cp(join(root, kept), join(clone, kept), {
        recursive: true,
        filter: (path) => !unkept.test(path),
      });
    await symlink(join(root, 'node_modules'), join(clone, 'node_modules'), 'junction');
    const { stdout } = await run(process.execPath, ['bin/pack.ts'], { cwd: clone });
    const packed = [...stdout.matchAll(/^Packed (.+)$/gm)].map(([, path = '']) => path);
    expect(packed).toHaveLength(2);
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(packed[0]).toBe(join(clone, `dist/voice-agent-platform-client-${version}.tgz`));
    // A release publishes these beside the packages.
    const written = [
      'openapi.json',
      'clients/typescript/src/generated.ts',
      'clients/python/src/voice_agent_platform/generated.py',
    ];
    for (const file of written)
      expect(await readFile(join(clone, file), 'utf8'), file).toBe(await readFile(join(root, file), 'utf8'));
  } finally {
    await rm(clone, { recursive: true, force: true });
  }
});
