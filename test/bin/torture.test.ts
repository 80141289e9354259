import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Round } from '../support/torture.ts';
import { torture } from '../support/torture.ts';

test('killed twice under load, it loses no acknowledged write and repeats none', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'torture-'));
  const rounds: Round[] = [];
  try {
    for await (const round of torture({ directory, rounds: 2, seed: 2 })) rounds.push(round);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  expect(rounds.map(({ findings }) => findings)).toEqual([[], []]);
  // Alone, and together with its DynamoDB.
  expect(new Set(rounds.map(({ withDynamoDb }) => withDynamoDb))).toEqual(new Set([true, false]));
});
