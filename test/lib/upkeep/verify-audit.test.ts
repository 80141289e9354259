import { afterAll, beforeAll, expect, test } from 'vitest';
import { digestName, fileName } from '#lib/domain/audit/seal.ts';
import type { OwnPlatform } from '../../support/own-platform.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';
import { sealsOf } from '../../support/seals.ts';

let platform: OwnPlatform;
let seals: Awaited<ReturnType<typeof sealsOf>>;

beforeAll(async () => {
  platform = await startOwnPlatform();
  seals = await sealsOf(platform.description);
});
afterAll(async () => {
  await platform.close();
  await seals.close();
});

test('seals that have expired are told from those that somebody has dropped', async () => {
  const { objects, hourAt, seal, verified } = seals;
  // The first run seals one hour, and the next one all hours since.
  expect(await seal(-30)).toBe(1);
  expect(await seal(0)).toBe(30);
  expect(await verified('--days', '400')).toMatch(/everything agrees\.\npassed$/);

  // S3 removes the objects of an hour one by one.
  await objects.remove(digestName(hourAt(-31)));
  await objects.remove(fileName(hourAt(-29)));
  await objects.remove(digestName(hourAt(-27)));
  expect(await verified('--days', '1')).toMatch(
    /^The chain starts at .*Earlier hours have expired\.\n.*everything agrees\.\npassed$/,
  );
  const strictly = await verified();
  expect(strictly).toContain(`${hourAt(-30)} -: the digest continues one that is missing`);
  expect(strictly).toContain(`${hourAt(-29)} -: the file is missing`);
  expect(strictly).toContain(`${hourAt(-27)} -: the digest is missing`);
  expect(strictly).toMatch(
    /If they may have expired, pass the setting audit\.days: --days <number>\.\n.*\nfailed$/,
  );

  // Somebody drops hours that are younger.
  for (let hour = -31; hour < -20; hour += 1) await objects.remove(digestName(hourAt(hour)));
  expect(await verified('--days', '1')).toMatch(
    new RegExp(`^${hourAt(-20)} -: the digest continues one that is missing\n.*\n.*\nfailed$`),
  );
  expect(await verified('--days', 'all')).toMatch(/^--days <number>.*\nfailed$/);

  // Without any digest, the chain begins again, and its first hour continues none.
  for (let hour = -20; hour < 0; hour += 1) await objects.remove(digestName(hourAt(hour)));
  expect(await seal(2)).toBe(1);
  expect(await verified('--days', '1')).toMatch(/aud_\w+: is older than the first sealed hour\n.*\nfailed$/);
});
