import { createPublicKey, hash, verify } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditRecordKey } from '#lib/audit/audit-records.ts';
import { digestName, fileName, fileOf, linesOf, sealFile, signatureName } from '#lib/domain/audit/seal.ts';
import { newSigningKey, startSigningKms } from './support/kms.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { sealsOf } from './support/seals.ts';
import { tableOf } from './support/table.ts';
import { usersOf } from './support/users.ts';

const key = newSigningKey('one');
let kms: Awaited<ReturnType<typeof startSigningKms>>;
let platform: OwnPlatform;
let seals: Awaited<ReturnType<typeof sealsOf>>;

beforeAll(async () => {
  kms = await startSigningKms(key);
  process.env.AWS_ENDPOINT_URL_KMS = kms.endpoint;
  platform = await startOwnPlatform();
  seals = await sealsOf(platform.description);
});
afterAll(async () => {
  await platform.close();
  await seals.close();
  kms.close();
});

test('digests are signed from the day the operator wants it, and no later change escapes the signature', async () => {
  const { objects, hourAt, seal, verified, directory } = seals;
  const { api } = await usersOf(platform.description).organization();
  const { data } = await api.auditRecords.list();
  const checked = () => verified('--signing-key', key.arn);
  const unchecked = () => verified('--signing-key', '');
  const wrong = (hour: string) => `${hour} -: the signature is not that of the digest by this key`;

  await platform.run('clock.sealAudit');
  await seal(1);
  expect(await unchecked()).toMatch(/^\d+ records of \d+ hours from .* until .*everything agrees\.\npassed$/);
  expect(await checked()).toContain(`${hourAt(0)} -: neither this hour nor one before it is signed`);
  expect(kms.calls).not.toContain('Sign');

  // The newest hour is signed as well, as if its run had ended before it signed.
  process.env.AUDIT_SIGNING_KEY = key.arn;
  expect(await seal(2)).toBe(1);
  await kms.whileDisabled(() => expect(seal(3)).rejects.toThrow());
  expect(await checked()).toContain(`${hourAt(2)} -: the signature is missing`);
  expect(await seal(3)).toBe(0);
  expect(await seal(4)).toBe(1);
  const signed = await objects.get(signatureName(hourAt(3)));
  expect(await seal(4)).toBe(0);
  expect(await objects.get(signatureName(hourAt(3)))).toEqual(signed);
  expect(await checked()).toMatch(
    new RegExp(`^The hours since ${hourAt(0)} are signed\\.\n.*everything agrees\\.\npassed$`),
  );
  expect(await unchecked()).toMatch(/Their signatures were not checked.*\n.*everything agrees\.\npassed$/);
  const file = join(directory, 'key.pem');
  await writeFile(file, key.publicKey);
  const asked = kms.calls.length;
  expect(await verified('--public-key', file)).toMatch(/are signed\.\n.*everything agrees\.\npassed$/);
  expect(kms.calls).toHaveLength(asked);

  const id = data.at(-1)?.id ?? '';
  const proof = await api.auditRecords.prove({ params: { audit_record_id: id } });
  const digest = await objects.get(digestName(proof.hour));
  expect(proof.signature).toMatchObject({ key_id: key.arn, algorithm: 'ECDSA_SHA_256' });
  const value = Buffer.from(proof.signature?.value ?? '', 'base64');
  expect(verify('sha256', digest, createPublicKey(key.publicKey), value)).toBe(true);

  // The record is removed from the table and from the file, and all digests from its own on are made again.
  const hours = [0, 1, 2, 3].map(hourAt).filter((hour) => hour >= proof.hour);
  const names = hours.flatMap((hour) => [fileName(hour), digestName(hour)]);
  const before = await Promise.all(names.map(async (name) => [name, await objects.get(name)] as const));
  const table = tableOf(platform.description);
  const item = (await table.get(auditRecordKey(id))) as object;
  await table.remove(auditRecordKey(id));
  let previous = (await objects.get(digestName(hourAt(hours.length === 4 ? -1 : 0)))).toString();
  for (const hour of hours) {
    const records: { id: string }[] = [];
    for await (const line of linesOf(await objects.get(fileName(hour)))) records.push(JSON.parse(line));
    const others = await fileOf(records.filter((record) => record.id !== id));
    const forged = await sealFile(hour, others, previous);
    await objects.put(fileName(hour), forged.bytes);
    await objects.put(digestName(hour), forged.text);
    previous = forged.text;
  }
  expect(await unchecked()).toMatch(/everything agrees\.\npassed$/);
  const found = await checked();
  for (const hour of hours) expect(found).toContain(wrong(hour));
  expect(found).toMatch(/failed$/);
  for (const [name, body] of before) await objects.put(name, body);
  await table.put(item);
  expect(await checked()).toMatch(/passed$/);

  const other = newSigningKey('other');
  const hashed = hash('sha256', await objects.get(digestName(hourAt(3))), 'buffer');
  const forged = {
    version: 1,
    key_id: key.arn,
    algorithm: 'ECDSA_SHA_256',
    value: other.sign(hashed).toString('base64'),
  };
  await objects.put(signatureName(hourAt(3)), JSON.stringify(forged));
  expect(await checked()).toMatch(new RegExp(`${wrong(hourAt(3))}\n(.*\n)*.*: 1 do not agree\\.\nfailed$`));
  await objects.put(signatureName(hourAt(3)), 'no signature');
  expect(await checked()).toContain(wrong(hourAt(3)));
  await objects.remove(signatureName(hourAt(3)));
  expect(await checked()).toContain(`${hourAt(3)} -: the signature is missing`);

  for (const hour of [0, 1, 2].map(hourAt)) await objects.remove(signatureName(hour));
  expect(await checked()).toContain(`${hourAt(3)} -: neither this hour nor one before it is signed`);
});
