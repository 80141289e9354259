import { expect, test } from 'vitest';
import type { AuditDigest, Seal, SealedRecord } from '#lib/domain/audit/seal.ts';
import { digestName, fileName, fileOf, hourOf, lineOf, sealFile } from '#lib/domain/audit/seal.ts';
import type { StoredHour } from '#lib/domain/audit/verify.ts';
import { verifyHours, verifyRecords } from '#lib/domain/audit/verify.ts';

const record = (id: string, action = 'recording.opened') => ({ id, action });
const [one, two, three] = [record('aud_1'), record('aud_2'), record('aud_3')] as const;
const hours = [
  '2026-11-24T10:00:00.000Z',
  '2026-11-24T11:00:00.000Z',
  '2026-11-24T12:00:00.000Z',
  '2026-11-24T13:00:00.000Z',
] as const;
const contents: readonly SealedRecord[][] = [[one, two], [], [three], []];

const sealHour = async (hour: string, records: readonly SealedRecord[], previous: string | null) =>
  sealFile(hour, await fileOf(records), previous);

/** Four hours, of which the second and the fourth have no records. */
const chain = async (): Promise<[Seal, Seal, Seal, Seal]> => {
  const seals: Seal[] = [];
  for (const [at, hour] of hours.entries()) {
    seals.push(await sealHour(hour, contents[at] ?? [], seals.at(-1)?.text ?? null));
  }
  return seals as [Seal, Seal, Seal, Seal];
};

const stored = ({ text, bytes }: Seal): StoredHour => ({ text, file: bytes });

type Change = (all: StoredHour[], seals: [Seal, Seal, Seal, Seal]) => StoredHour[] | Promise<StoredHour[]>;

const tampered = async (change: Change) => {
  const seals = await chain();
  return verifyHours(await change(seals.map(stored), seals));
};

const withFile = (file: Uint8Array | undefined) =>
  tampered((all) => all.map((hour, at) => (at === 0 ? { ...hour, file } : hour)));

test('unchanged hours verify, also those without records', async () => {
  expect(await tampered((all) => all)).toEqual([]);
  expect(hourOf('2026-11-24T10:59:59.999Z')).toBe(hours[0]);
  expect([fileName(hours[0]), digestName(hours[0])]).toEqual([
    'audit/2026/11/24/10.ndjson.gz',
    'audit/2026/11/24/10.digest.json',
  ]);
});

test.each([
  ['changed', [record('aud_1', 'agent.read'), two], [{ record: 'aud_1', fault: 'was changed in the file' }]],
  ['deleted', [one], [{ record: 'aud_2', fault: 'was deleted from the file' }]],
  [
    'inserted',
    [one, record('aud_15'), two],
    [{ record: 'aud_15', fault: expect.stringMatching('inserted') }],
  ],
  ['exchanged', [two, one], [{ record: null, fault: expect.stringMatching('order') }]],
  ['written twice', [one, two, two], [{ record: null, fault: expect.stringMatching('twice') }]],
])('a record of the file that was %s is named with its hour', async (_change, records, faults) => {
  expect(await withFile(await fileOf(records))).toEqual(
    faults.map((fault) => ({ hour: hours[0], ...fault })),
  );
});

test('a file that is missing, or is no longer compressed, is named', async () => {
  expect(await withFile(undefined)).toMatchObject([
    { hour: hours[0], record: null, fault: 'the file is missing' },
  ]);
  expect(await withFile(Buffer.from(lineOf(one)))).toMatchObject([{ hour: hours[0], record: null }]);
});

test('a digest that was dropped, moved or rewritten is named', async () => {
  expect(await tampered((all) => all.toSpliced(1, 1))).toEqual([
    { hour: hours[1], record: null, fault: 'the digest is missing' },
    { hour: hours[2], record: null, fault: 'the digest does not continue the one before it' },
  ]);
  expect(await tampered((all) => all.slice(1))).toMatchObject([{ hour: hours[1], record: null }]);
  const moved = await tampered(([a, b, c, d]) => [a, c, b, d] as StoredHour[]);
  expect(moved.map(({ hour }) => hour)).toContain(hours[1]);
  const rewritten = await tampered((all, [, , third]) => {
    const digest: AuditDigest = {
      ...third.digest,
      leaves: [['aud_3', third.digest.root.replace(/./g, '0')]],
    };
    return all.with(2, { text: JSON.stringify(digest), file: third.bytes });
  });
  expect(rewritten).toEqual([
    { hour: hours[2], record: null, fault: 'the root does not follow from the leaves' },
    { hour: hours[3], record: null, fault: 'the digest does not continue the one before it' },
  ]);
});

test('an hour that was sealed again with other records breaks the chain', async () => {
  const again = await tampered(async (all, [first]) =>
    all.with(1, stored(await sealHour(hours[1], [three], first.text))),
  );
  expect(again).toEqual([
    { hour: hours[2], record: null, fault: 'the digest does not continue the one before it' },
  ]);
});

test('a record of the table that was changed, deleted or inserted is named', async () => {
  const [{ digest }] = await chain();
  expect(await verifyRecords(digest, [two, one])).toEqual([]);
  expect(await verifyRecords(digest, [record('aud_1', 'x'), record('aud_9')])).toEqual([
    { hour: hours[0], record: 'aud_1', fault: 'was changed in the table' },
    { hour: hours[0], record: 'aud_2', fault: 'was deleted from the table' },
    { hour: hours[0], record: 'aud_9', fault: 'was inserted into the table after the hour was sealed' },
  ]);
});
