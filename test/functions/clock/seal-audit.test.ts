import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditRecordKey } from '#lib/audit/audit-records.ts';
import type { AuditRecord } from '#lib/contract/audit-records.ts';
import { rootFrom } from '#lib/domain/audit/merkle.ts';
import { digestName, fileName } from '#lib/domain/audit/seal.ts';
import type { Item } from '#lib/store/table.ts';
import { refusalOf } from '../../fixtures.ts';
import type { OwnPlatform } from '../../support/own-platform.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';
import { sealsOf } from '../../support/seals.ts';
import { tableOf } from '../../support/table.ts';
import type { Users } from '../../support/users.ts';
import { usersOf } from '../../support/users.ts';

let platform: OwnPlatform;
let users: Users;
let seals: Awaited<ReturnType<typeof sealsOf>>;

beforeAll(async () => {
  platform = await startOwnPlatform();
  users = usersOf(platform.description);
  seals = await sealsOf(platform.description);
});
afterAll(async () => {
  await platform.close();
  await seals.close();
});

// The second one continues the chain of the first.
describe('The audit log', { concurrent: false }, () => {
  test('hours are sealed once, proofs lead to them, and whatever was touched is named', async () => {
    const { objects, hourAt, seal, verified } = seals;
    const [one, other] = [await users.organization(), await users.organization()];
    const table = tableOf(platform.description);
    // A record from before records had a version.
    const earliest = (await one.api.auditRecords.list()).data.at(-1);
    const { version, ...unversioned } = (await table.get(auditRecordKey(earliest?.id ?? ''))) as Item;
    expect(version).toBe(1);
    await table.put(unversioned);
    // The clock seals the hour before, in which nothing has happened.
    await platform.run('clock.sealAudit');
    expect(await seal(1)).toBeGreaterThanOrEqual(0);
    const [, ...again] = await Promise.all([seal(2), seal(2)]);
    expect(again).toHaveLength(1);
    expect(await seal(2)).toBe(0);
    expect(await verified()).toMatch(/everything agrees\.\npassed$/);

    // A tenant can check the proof with nothing but SHA-256.
    const params = { audit_record_id: earliest?.id ?? '' };
    const record = await one.api.auditRecords.get({ params });
    expect(record).toEqual({ ...earliest, version: undefined });
    expect(record).not.toHaveProperty('version');
    const proof = await one.api.auditRecords.prove({ params });
    expect(proof.leaf_hash).toBe(hash('sha256', `\0${JSON.stringify(record)}`));
    const { leaf_hash, leaf_index, tree_size, inclusion_path } = proof;
    expect(rootFrom(leaf_hash, leaf_index, tree_size, inclusion_path)).toBe(proof.root);
    const digest = await objects.get(digestName(proof.hour));
    expect(hash('sha256', digest)).toBe(proof.digest_sha256);
    expect(proof.signature).toBeNull();
    expect(await refusalOf(other.api.auditRecords.prove({ params }))).toBe('404 audit_record_not_found');

    // An hour that was sealed before it was over: what comes later is as good as inserted. A list of the log
    // would come later, too.
    const { id } = await users.operator.apiKeys.create({
      body: { name: 'Late', client_id: one.client.id, scopes: ['keys:read'] },
    });
    const late = (await table.all()).find(
      (item) => (item.target as AuditRecord['target'] | undefined)?.id === id,
    );
    const ofLate = { audit_record_id: String(late?.id) };
    expect(await refusalOf(one.api.auditRecords.prove({ params: ofLate }))).toBe(
      '409 audit_record_not_sealed',
    );
    expect(await verified()).toContain(`${late?.id}: was inserted into the table after the hour was sealed`);
    await table.remove(auditRecordKey(ofLate.audit_record_id));
    expect(await verified()).toMatch(/passed$/);

    const key = auditRecordKey(params.audit_record_id);
    const item = (await table.get(key)) as object;
    await table.put({ ...item, ip: '198.51.100.9' });
    expect(await verified()).toContain(`${params.audit_record_id}: was changed in the table`);
    await table.remove(key);
    expect(await verified()).toContain(`${params.audit_record_id}: was deleted from the table`);
    await table.put(item);

    const file = await objects.get(fileName(proof.hour));
    await objects.put(fileName(proof.hour), await objects.get(fileName(hourAt(1))));
    expect(await verified()).toContain(`${params.audit_record_id}: was deleted from the file`);
    await objects.put(fileName(proof.hour), file);

    const sealed = await objects.get(digestName(hourAt(0)));
    await objects.remove(digestName(hourAt(0)));
    expect(await verified()).toMatch(`${hourAt(0)} -: the digest is missing`);
    await objects.put(digestName(hourAt(0)), sealed);
    expect(await verified()).toMatch(/passed$/);
  });

  test('a run that was interrupted between a file and its digest is continued', async () => {
    const { objects, hourAt, seal, verified } = seals;
    await seal(2);
    expect(await seal(3)).toBe(1);
    await objects.remove(digestName(hourAt(2)));
    expect(await seal(3)).toBe(1);
    expect(await seal(4)).toBe(1);
    expect(await verified()).toMatch(/everything agrees\.\npassed$/);
  });
});
