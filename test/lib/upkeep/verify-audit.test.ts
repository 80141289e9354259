import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestName, fileName, fileOf, sealFile } from '#lib/domain/audit/seal.ts';
import { createTable } from '#lib/local/create-table.ts';
import { onTable } from '#lib/upkeep/restored.ts';
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

// Each one begins a chain after the one before has removed its own.
describe('The chain', { concurrent: false }, () => {
  test('a table without records begins no chain, so that one can be copied to its bucket', async () => {
    await createTable('unused');
    expect(await onTable('unused', () => seals.seal(-50))).toBe(0);
    expect(await seals.verified()).toMatch(/Nothing has been sealed yet\.\npassed$/);
  });

  test('a chain that was rebuilt over the locked one is named, and the locked one compared', async () => {
    const { objects, hourAt, seal, verified } = seals;
    expect(await seal(-40)).toBe(1);
    expect(await seal(-38)).toBe(2);
    let previous = (await objects.get(digestName(hourAt(-41)))).toString();
    for (const hour of [-40, -39].map(hourAt)) {
      const forged = await sealFile(hour, await fileOf([{ id: 'aud_forged' }]), previous);
      await objects.cover(fileName(hour), forged.bytes);
      await objects.cover(digestName(hour), forged.text);
      previous = forged.text;
    }
    await objects.hide(digestName(hourAt(-41)));
    expect(await objects.get(digestName(hourAt(-39)))).toEqual(Buffer.from(previous));
    const found = await verified();
    expect(found.split('\n').filter((line) => / -: /.test(line))).toEqual([
      `${hourAt(-41)} -: ${digestName(hourAt(-41))} has a delete marker`,
      ...[-40, -39]
        .map(hourAt)
        .flatMap((hour) =>
          [digestName(hour), fileName(hour)].map((name) => `${hour} -: ${name} has 2 versions`),
        ),
      expect.stringContaining('no later hour has been sealed'),
    ]);
    expect(found).toMatch(/failed$/);
    // They are older than what is kept.
    expect(await verified('--days', '1')).toMatch(/Nothing has been sealed yet\.\npassed$/);
    for (const hour of [-41, -40, -39].map(hourAt)) {
      await objects.remove(fileName(hour));
      await objects.remove(digestName(hour));
    }
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
    expect(await verified('--days', '1')).toMatch(
      /aud_\w+: is older than the first sealed hour\n.*\nfailed$/,
    );
  });
});
