import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '#lib/build/bundles.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';

const run = promisify(execFile);

/** The drill's output for the platform on this machine, and its exit code. */
export const drill = async (description: PlatformDescription, ...options: string[]) => {
  const directory = await mkdtemp(join(tmpdir(), 'drill-'));
  await writeFile(join(directory, 'platform.json'), JSON.stringify(description));
  const program = join(root, 'bin/restore-drill.ts');
  try {
    return await run(process.execPath, [program, '--local', '--directory', directory, ...options]).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );
  } finally {
    await rm(directory, { recursive: true });
  }
};

/** The lines of the changes that the restore undoes. */
export const undoneBy = ({ stdout }: { readonly stdout: string }): string[] => {
  const [, again = ''] = /Undone by the restore.*\n((?:\S.*\n)+)/.exec(stdout) ?? [];
  return again.trimEnd().split('\n');
};
