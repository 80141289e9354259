import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeGeneratedFiles } from '#lib/build/generated-files.ts';

/* All that CI checks beside the tests. Side by side: each keeps little more than one core busy. */

const checks = ['lint', 'typecheck', 'unused', 'synth', 'licenses'] as const;

const run = async (check: string): Promise<boolean> => {
  const began = performance.now();
  const child = spawn(`npm run --silent ${check}`, { shell: true });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  const seconds = Math.round((performance.now() - began) / 1000);
  // The output of a check that fails is in one piece.
  if (code !== 0) process.stdout.write(Buffer.concat(output));
  console.log(`${code === 0 ? 'ok    ' : 'failed'} npm run ${check} (${seconds} s)`);
  return code === 0;
};

await writeGeneratedFiles();
const passed = await Promise.all(checks.map(run));
process.exitCode = passed.every(Boolean) ? 0 : 1;
