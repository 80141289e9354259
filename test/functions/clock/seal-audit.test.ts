import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { auditRecordKey } from '#lib/data/audit/audit-records.ts';
import { rootFrom } from '#lib/domain/audit/merkle.ts';
import { digestName, fileName, hourMs, hourOf } from '#lib/domain/audit/seal.ts';
import { refusalOf } from '../../fixtures.ts';
import type { OwnPlatform } from '../../support/own-platform.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';
import { s3ClientFor } from '../../support/s3.ts';
import { tableOf } from '../../support/table.ts';
import type { Users } from '../../support/users.ts';
import { usersOf } from '../../support/users.ts';

let platform: OwnPlatform;
let users: Users;
let directory: string;
/** The beginning of the hour in which the test has begun. It may end during the test. */
const began = Date.parse(hourOf(new Date().toISOString()));
const hourAt = (hours: number): string => new Date(began + hours * hourMs).toISOString();

beforeAll(async () => {
  platform = await startOwnPlatform();
  users = usersOf(platform.description);
  directory = await mkdtemp(join(tmpdir(), 'seals-'));
  await writeFile(join(directory, 'platform.json'), JSON.stringify(platform.description));
});
afterAll(async () => {
  await platform.close();
  await rm(directory, { recursive: true, force: true });
});

/** Seals what is over when so many hours, and the ten minutes that late records have, have passed. */
const seal = async (hours: number): Promise<number> => {
  const { sealHours } = await import('#lib/data/audit/seal-hours.ts');
  return (await sealHours(() => true, began + hours * hourMs + 10 * 60_000)).done;
};

/** The output of the program, and how it ended. */
const verified = (): Promise<string> =>
  new Promise((resolve) => {
    const options = ['--local', '--directory', directory];
    execFile(process.execPath, [join(root, 'bin/verify-audit.ts'), ...options], (error, stdout) =>
      resolve(`${stdout}${error ? 'failed' : 'passed'}`),
    );
  });

/** The objects of the bucket, past their lock. */
const bucket = () => {
  const {
    s3_endpoint,
    audit_bucket: Bucket,
    access_key_id,
    secret_access_key,
    region,
  } = platform.description;
  const credentials = { accessKeyId: access_key_id, secretAccessKey: secret_access_key };
  const s3 = s3ClientFor(s3_endpoint, { region, credentials });
  return {
    get: async (Key: string) => {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    },
    put: (Key: string, Body: Buffer) => s3.send(new PutObjectCommand({ Bucket, Key, Body })),
    remove: (Key: string) => s3.send(new DeleteObjectCommand({ Bucket, Key })),
  };
};

// The second one continues the chain of the first.
describe('The audit log', { concurrent: false }, () => {
  test('hours are sealed once, proofs lead to them, and whatever was touched is named', async () => {
    const [one, other] = [await users.organization(), await users.organization()];
    // The clock seals the hour before, in which nothing has happened.
    await platform.run('clock.sealAudit');
    expect(await seal(1)).toBeGreaterThanOrEqual(0);
    const [, ...again] = await Promise.all([seal(2), seal(2)]);
    expect(again).toHaveLength(1);
    expect(await seal(2)).toBe(0);
    expect(await verified()).toMatch(/everything agrees\.\npassed$/);

    // A tenant can check the proof with nothing but SHA-256.
    const { data } = await one.api.auditRecords.list();
    const record = data.at(-1);
    const params = { audit_record_id: record?.id ?? '' };
    const proof = await one.api.auditRecords.prove({ params });
    expect(proof.leaf_hash).toBe(hash('sha256', `\0${JSON.stringify(record)}`));
    const { leaf_hash, leaf_index, tree_size, inclusion_path } = proof;
    expect(rootFrom(leaf_hash, leaf_index, tree_size, inclusion_path)).toBe(proof.root);
    const digest = await bucket().get(digestName(proof.hour));
    expect(hash('sha256', digest)).toBe(proof.digest_sha256);
    expect(await refusalOf(other.api.auditRecords.prove({ params }))).toBe('404 audit_record_not_found');

    // An hour that was sealed before it was over: what comes later is as good as inserted.
    const { id } = await users.operator.apiKeys.create({
      body: { name: 'Late', client_id: one.client.id, scopes: ['keys:read'] },
    });
    const [late] = (await users.operator.auditRecords.list({ query: { target: id } })).data;
    const ofLate = { audit_record_id: late?.id ?? '' };
    expect(await refusalOf(one.api.auditRecords.prove({ params: ofLate }))).toBe(
      '409 audit_record_not_sealed',
    );
    expect(await verified()).toContain(`${late?.id}: was inserted into the table after the hour was sealed`);
    const table = tableOf(platform.description);
    await table.remove(auditRecordKey(ofLate.audit_record_id));
    expect(await verified()).toMatch(/passed$/);

    const key = auditRecordKey(params.audit_record_id);
    const item = (await table.get(key)) as object;
    await table.put({ ...item, ip: '198.51.100.9' });
    expect(await verified()).toContain(`${params.audit_record_id}: was changed in the table`);
    await table.remove(key);
    expect(await verified()).toContain(`${params.audit_record_id}: was deleted from the table`);
    await table.put(item);

    const file = await bucket().get(fileName(proof.hour));
    await bucket().put(fileName(proof.hour), await bucket().get(fileName(hourAt(1))));
    expect(await verified()).toContain(`${params.audit_record_id}: was deleted from the file`);
    await bucket().put(fileName(proof.hour), file);

    const sealed = await bucket().get(digestName(hourAt(0)));
    await bucket().remove(digestName(hourAt(0)));
    expect(await verified()).toMatch(`${hourAt(0)} -: the digest is missing`);
    await bucket().put(digestName(hourAt(0)), sealed);
    expect(await verified()).toMatch(/passed$/);
  });

  test('a run that was interrupted between a file and its digest is continued', async () => {
    await seal(2);
    expect(await seal(3)).toBe(1);
    await bucket().remove(digestName(hourAt(2)));
    expect(await seal(3)).toBe(1);
    expect(await seal(4)).toBe(1);
    expect(await verified()).toMatch(/everything agrees\.\npassed$/);
  });
});
