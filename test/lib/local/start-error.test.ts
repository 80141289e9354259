import { expect, test } from 'vitest';
import { whereWritable } from '#lib/local/start-error.ts';

test.for([
  ['EROFS', '/data cannot be written'],
  ['EACCES', '/data cannot be written'],
  ['ENOTDIR', '/data is not a folder'],
  ['ENOSPC', 'There is no space left for /data'],
] as const)('a folder that ends in %s is explained in a sentence', async ([code, sentence]) => {
  const task = () => Promise.reject(Object.assign(new Error('Failed'), { code }));
  await expect(whereWritable('/data', task)).rejects.toThrow(sentence);
});

test('any other error is not changed', async () => {
  const error = new Error('Another');
  await expect(whereWritable('/data', () => Promise.reject(error))).rejects.toBe(error);
});
