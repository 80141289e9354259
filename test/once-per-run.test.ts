import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { oncePerRun } from './support/once-per-run.ts';

const failing = (): never => {
  throw new Error('Failed');
};

test('a value is computed once in a run, and an error is not kept', () => {
  const key = crypto.randomUUID();
  expect(() => oncePerRun(key, failing)).toThrow('Failed');
  expect(oncePerRun(key, () => [1, { a: 'b' }])).toEqual([1, { a: 'b' }]);
  expect(oncePerRun(key, failing)).toEqual([1, { a: 'b' }]);
  expect(oncePerRun(`${key} `, () => 2)).toBe(2);
});

test('a process that is killed while it computes a value leaves it to the next one', () => {
  const key = crypto.randomUUID();
  const program = `
    import { oncePerRun } from './test/support/once-per-run.ts';
    oncePerRun('${key}', () => process.kill(process.pid, 'SIGKILL'));
  `;
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', program]);
  expect(signal).toBe('SIGKILL');
  expect(oncePerRun(key, () => 2)).toBe(2);
  expect(oncePerRun(key, failing)).toBe(2);
});
