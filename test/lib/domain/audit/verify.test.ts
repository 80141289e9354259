import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { AuditDigest, Seal, SealedRecord } from '#lib/domain/audit/seal.ts';
import { digestName, fileName, hourOf, lineOf, sealHour } from '#lib/domain/audit/seal.ts';
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
const contents: readonly SealedRecord[][] = [[two, one], [], [three], []];

/** Four hours, of which the second and the fourth have no records. */
const chain = (): [Seal, Seal, Seal, Seal] => {
  const seals: Seal[] = [];
  for (const [at, hour] of hours.entries()) {
    seals.push(sealHour(hour, contents[at] ?? [], seals.at(-1)?.text ?? null));
  }
  return seals as [Seal, Seal, Seal, Seal];
};

const stored = ({ text, bytes }: Seal): StoredHour => ({ text, file: bytes });
const fileOf = (...records: readonly object[]) =>
  gzipSync(records.map((each) => `${lineOf(each as SealedRecord)}\n`).join(''));

const tampered = (change: (all: StoredHour[], seals: [Seal, Seal, Seal, Seal]) => StoredHour[]) => {
  const seals = chain();
  return verifyHours(change(seals.map(stored), seals));
};

const withFile = (file: Uint8Array | undefined) =>
  tampered((all) => all.map((hour, at) => (at === 0 ? { ...hour, file } : hour)));

test('unchanged hours verify, also those without records', () => {
  expect(tampered((all) => all)).toEqual([]);
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
])('a record of the file that was %s is named with its hour', (_change, records, faults) => {
  expect(withFile(fileOf(...records))).toEqual(faults.map((fault) => ({ hour: hours[0], ...fault })));
});

test('a file that is missing, or is no longer compressed, is named', () => {
  expect(withFile(undefined)).toMatchObject([{ hour: hours[0], record: null, fault: 'the file is missing' }]);
  expect(withFile(Buffer.from(lineOf(one)))).toMatchObject([{ hour: hours[0], record: null }]);
});

test('a digest that was dropped, moved or rewritten is named', () => {
  expect(tampered((all) => all.toSpliced(1, 1))).toEqual([
    { hour: hours[1], record: null, fault: 'the digest is missing' },
    { hour: hours[2], record: null, fault: 'the digest does not continue the one before it' },
  ]);
  expect(tampered((all) => all.slice(1))).toMatchObject([{ hour: hours[1], record: null }]);
  const moved = tampered(([a, b, c, d]) => [a, c, b, d] as StoredHour[]);
  expect(moved.map(({ hour }) => hour)).toContain(hours[1]);
  const rewritten = tampered((all, [, , third]) => {
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

test('an hour that was sealed again with other records breaks the chain', () => {
  const again = tampered((all, [first]) => all.with(1, stored(sealHour(hours[1], [three], first.text))));
  expect(again).toEqual([
    { hour: hours[2], record: null, fault: 'the digest does not continue the one before it' },
  ]);
});

test('a record of the table that was changed, deleted or inserted is named', () => {
  const [{ digest }] = chain();
  expect(verifyRecords(digest, [two, one])).toEqual([]);
  expect(verifyRecords(digest, [record('aud_1', 'x'), record('aud_9')])).toEqual([
    { hour: hours[0], record: 'aud_1', fault: 'was changed in the table' },
    { hour: hours[0], record: 'aud_2', fault: 'was deleted from the table' },
    { hour: hours[0], record: 'aud_9', fault: 'was inserted into the table after the hour was sealed' },
  ]);
});
