import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PlatformDescription } from '#lib/local/platform.ts';

/** A platform in a process of its own, as it is beside `npm start`: the load is not generated in its time. */
export interface Served {
  readonly description: PlatformDescription;
  readonly pid: number;
  readonly close: () => Promise<void>;
}

/** Starts a platform that keeps its data in a directory. */
export const startServing = async (directory: string, following: boolean): Promise<Served> => {
  const program = join(import.meta.dirname, 'serve.ts');
  const child = spawn(process.execPath, [program, directory, ...(following ? ['--following'] : [])], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    description: JSON.parse(line.toString()) as PlatformDescription,
    pid: child.pid ?? 0,
    close: async () => {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
};
