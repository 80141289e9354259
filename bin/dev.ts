import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { root } from '#lib/build/bundles.ts';

/*
 * The platform while its code changes: the functions are built again and the platform is restarted with the
 * same data, and the console is served from its sources, which a browser reloads by itself.
 */

/** Those of `npm start`. */
const options = process.argv.slice(2);
const port = /--port[= ](\d+)/.exec(options.join(' '))?.[1] ?? process.env.PORT ?? '3000';

const start = (program: string, given: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess =>
  spawn(process.execPath, [join(root, program), ...given], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });

const build = async (): Promise<boolean> => {
  const [code] = (await once(start('bin/build.ts', ['--together']), 'exit')) as [number | null];
  return code === 0;
};

let platform: ChildProcess | undefined;
const stop = async (): Promise<void> => {
  const running = platform;
  platform = undefined;
  if (!running || running.exitCode !== null) return;
  const ended = once(running, 'exit');
  running.kill('SIGTERM');
  await ended;
};

if (!(await build())) process.exit(1);
platform = start('bin/local.ts', options);
const vite = start('node_modules/vite/bin/vite.js', ['console'], {
  PLATFORM_URL: `http://127.0.0.1:${port}`,
});

let changed = false;
let isBusy = false;
/** Changes during a build are built afterwards. The last version runs on until another one is built. */
const rebuild = async (): Promise<void> => {
  if (isBusy) return;
  isBusy = true;
  while (changed) {
    changed = false;
    const isBuilt = await build();
    if (!isBuilt || changed) continue;
    await stop();
    platform = start('bin/local.ts', options);
  }
  isBusy = false;
};

let timer: NodeJS.Timeout | undefined;
for (const folder of ['functions', 'lib']) {
  watch(join(root, folder), { recursive: true }, (_, name) => {
    if (!name || !/\.(ts|json)$/.test(name)) return;
    changed = true;
    clearTimeout(timer);
    timer = setTimeout(() => void rebuild(), 100);
  });
}

await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
vite.kill();
await stop();
process.exit();
