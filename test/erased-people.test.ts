import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fileName } from '#lib/domain/audit/seal.ts';
import { eventually } from './support/eventually.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { peopleOf } from './support/people.ts';
import { sealsOf } from './support/seals.ts';
import { tableOf } from './support/table.ts';
import { usersOf } from './support/users.ts';

let platform: OwnPlatform;
let seals: Awaited<ReturnType<typeof sealsOf>>;

beforeAll(async () => {
  platform = await startOwnPlatform();
  seals = await sealsOf(platform.description);
});
afterAll(async () => {
  vi.useRealTimers();
  await platform.close();
  await seals.close();
});

/** People are called Pia, and everything that is said or written is a canary. */
const isPersonal = (text: string): boolean => /canary|"Pia"|4930123456/i.test(text);

test('the chain still verifies after people and what they touched were erased, and names nobody', async () => {
  const { objects, hourAt, seal, verified } = seals;
  const { description } = platform;
  const inHour = (hour: number) =>
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(hourAt(hour)) + 60_000 });
  // The time is faked, so the hour does not end before the test seals it.
  inHour(0);
  const users = usersOf(description);
  const org = await users.organization();
  const person = await peopleOf(description.base_url, users).personIn(org, 'admin');
  const { person: known } = await person.api.me.get();
  const actor = known?.id ?? '';
  const caller = { number: '+4930123456', name: 'Canary Caller' };
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Reception' } });
  const { id: conversation_id } = await org.api.conversations.create({
    body: { agent_id, status: 'completed', caller, turns: [{ role: 'user', text: 'canary words' }] },
  });
  const params = { conversation_id };
  await person.api.transcripts.get({ params });
  await person.api.notes.create({ params, body: { text: 'canary note' } });
  await org.api.notes.create({ params, body: { text: 'canary note', author: 'Canary Author' } });
  await person.api.preferences.replace({ body: { view: 'canary view' } });

  // A list of the log is in the log, so there is none of an hour that is sealed.
  const listed = async () => (await org.api.auditRecords.list({ query: { actor } })).data;
  const before = await listed();
  expect(before.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['invitation.accepted', 'transcript.read', 'note.created']),
  );
  // The bucket accepts only requests of the present.
  vi.useRealTimers();
  await platform.run('clock.sealAudit');
  await seal(1);
  expect(await verified()).toMatch(/everything agrees\.\npassed$/);
  const ofRecord = { audit_record_id: before[0]?.id ?? '' };
  const proof = await org.api.auditRecords.prove({ params: ofRecord });

  // This hour is sealed, so later records belong to the next one.
  inHour(1);
  await org.api.members.remove({ params: { member_id: person.memberId } });
  await org.api.conversations.erase({ params });
  const table = tableOf(description);
  await eventually(async () => {
    const items = (await table.all()).map((item) => JSON.stringify(item));
    expect(items.filter((item) => isPersonal(item) || item.includes(person.email))).toEqual([]);
  });
  expect(await listed()).toEqual(before);
  vi.useRealTimers();

  expect(await seal(2)).toBe(1);
  expect(await verified()).toMatch(/everything agrees\.\npassed$/);
  expect(await org.api.auditRecords.prove({ params: ofRecord })).toEqual(proof);
  for (const hour of [hourAt(0), hourAt(1)]) {
    const file = gunzipSync(await objects.get(fileName(hour))).toString();
    expect(file).toContain('"id":"aud_');
    expect(isPersonal(file) || file.includes(person.email)).toBe(false);
  }
});
