import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Conversation } from '#lib/contract/conversations.ts';
import { scopes } from '#lib/contract/route.ts';
import type { Organization } from '../../fixtures.ts';
import {
  clientFor,
  makeKey,
  operator,
  organization,
  platform,
  refusalOf,
  unknownId,
} from '../../fixtures.ts';
import { Browser } from '../../support/browsing.ts';
import { eventually } from '../../support/eventually.ts';
import { completed, download, fileOf } from '../../support/exports.ts';
import { inject, overtaken } from '../../support/fault-proxy.ts';
import { chatWithPeople } from '../../support/handed-over.ts';
import { peopleOf } from '../../support/people.ts';
import { allItems } from '../../support/table.ts';

const { connect, invite, personIn } = peopleOf(platform.base_url, { operator });

test('a member leaves, and the list no longer has them', async () => {
  const org = await organization();
  const { api, memberId } = await personIn(org, 'admin');
  const params = { member_id: memberId };
  expect(await api.members.remove({ params })).toEqual({
    member_id: memberId,
    api_keys: [],
    rotated_api_keys: [],
    access: [],
  });
  expect(await refusalOf(org.api.members.get({ params }))).toBe('404 member_not_found');
  const unknown = { member_id: unknownId('mem') };
  expect(await refusalOf(org.api.members.remove({ params: unknown }))).toBe('404 member_not_found');
});

test('the keys of a member of the platform end, except the one that removes the member', async () => {
  const connected = await connect(null);
  const owner = await invite(connected, null, { role: 'admin' });
  const { key, id } = await owner.api.apiKeys.create({
    body: { name: 'Own', scopes: ['members:write', 'members:read', 'keys:write'] },
  });
  expect(id).toMatch(/^key_/);
  const params = { member_id: owner.memberId };
  // A key that lacks what the member may do cannot remove the member at all.
  const query = { revoke_keys: 'true' as const };
  expect(await refusalOf(clientFor(key).members.remove({ params, query }))).toBe('403 insufficient_scope');
  const { data } = await operator.apiKeys.list();
  const own = data.find((one) => one.id === id);
  expect(own?.created_by).toBe(owner.memberId);
  const removed = await operator.members.remove({ params, query });
  expect(removed.api_keys.map((one) => one.id)).toEqual([id]);
});

test('a key that would revoke itself with its creator is refused at the platform', async () => {
  const connected = await connect(null);
  const admin = await invite(connected, null, { role: 'admin' });
  const me = await admin.api.me.get();
  const made = await admin.api.apiKeys.create({ body: { name: 'Own', scopes: me.scopes } });
  const params = { member_id: admin.memberId };
  const query = { revoke_keys: 'true' as const };
  const refused = clientFor(made.key).members.remove({ params, query });
  expect(await refusalOf(refused)).toBe('409 platform_key_needed');
  await operator.members.remove({ params, query });
});

test('each key that ends with a membership has a record in the audit log', async () => {
  const org = await organization();
  const { api, memberId } = await personIn(org, 'admin');
  const body = { name: 'Made', scopes: ['agents:read' as const] };
  const made = [await api.apiKeys.create({ body }), await api.apiKeys.create({ body })];
  await org.api.members.remove({ params: { member_id: memberId }, query: { revoke_keys: 'true' } });
  const { data } = await org.api.auditRecords.list({ query: { action: 'api_key.revoked' } });
  expect(data.map(({ target }) => target.id).sort()).toEqual(made.map(({ id }) => id).sort());
  const { key } = await org.api.me.get();
  expect(data.map(({ actor }) => actor.id)).toEqual([key?.id, key?.id]);
});

test('a removal that is refused revokes no key', async () => {
  const org = await organization();
  const query = { revoke_keys: 'true' as const };
  for (const { role, ifMatch, refused } of [
    { role: 'owner', ifMatch: '*', refused: '409 last_owner' },
    { role: 'admin', ifMatch: '"outdated"', refused: '412 precondition_failed' },
  ] as const) {
    const { api, memberId } = await personIn(org, role);
    const { id } = await api.apiKeys.create({ body: { name: 'Made', scopes: ['agents:read'] } });
    const params = { member_id: memberId };
    expect(await refusalOf(org.api.members.remove({ params, query, ifMatch }))).toBe(refused);
    expect((await org.api.apiKeys.get({ params: { api_key_id: id } })).id).toBe(id);
    expect((await org.api.members.get({ params })).id).toBe(memberId);
  }
});

test('a key that was revoked a second ago removes no member and revokes no key', async () => {
  const org = await organization();
  const { api, memberId } = await personIn(org, 'admin');
  const { id } = await api.apiKeys.create({ body: { name: 'Made', scopes: ['agents:read'] } });
  const revoked = await operator.apiKeys.create({
    body: { name: 'Revoked', client_id: org.client.id, scopes: [...scopes] },
  });
  const query = { revoke_keys: 'true' as const };
  // The function remembers the key.
  const unknown = { member_id: unknownId('mem') };
  expect(await refusalOf(clientFor(revoked.key).members.remove({ params: unknown, query }))).toBe(
    '404 member_not_found',
  );
  await operator.apiKeys.revoke({ params: { api_key_id: revoked.id } });
  const params = { member_id: memberId };
  expect(await refusalOf(clientFor(revoked.key).members.remove({ params, query }))).toBe(
    '401 unauthenticated',
  );
  expect((await org.api.apiKeys.get({ params: { api_key_id: id } })).id).toBe(id);
});

const idsOf = (keys: readonly { readonly id: string }[]) => keys.map(({ id }) => id).sort();

const query = { revoke_keys: 'true' as const };

test('a removal whose keys cannot be revoked is not answered as if they were', async () => {
  const org = await organization();
  const { api, memberId } = await personIn(org, 'admin');
  const { id } = await api.apiKeys.create({ body: { name: 'Made', scopes: ['agents:read'] } });
  const busy = { contains: id, operation: 'TransactWriteItems', kind: 'conflict' } as const;
  const fault = await inject(platform.dynamodb_endpoint, busy);
  const removal = { params: { member_id: memberId }, query, idempotencyKey: randomUUID() };
  expect(await refusalOf(org.api.members.remove(removal))).toBe('503 unavailable');
  await fault.end();
  await org.api.members.remove({ params: { member_id: memberId }, query });
  expect(await refusalOf(org.api.apiKeys.get({ params: { api_key_id: id } }))).toBe('404 api_key_not_found');
});

test('a key that a key of the member created ends as well, also if the first one is gone', async () => {
  const org = await organization();
  const { api, memberId } = await personIn(org, 'admin');
  const makes = { name: 'Makes', scopes: ['agents:read' as const, 'keys:write' as const] };
  const first = await api.apiKeys.create({ body: makes });
  const second = await clientFor(first.key).apiKeys.create({ body: makes });
  const third = await clientFor(second.key).apiKeys.create({ body: makes });
  await org.api.apiKeys.revoke({ params: { api_key_id: first.id } });
  const other = await clientFor(org.key).apiKeys.create({ body: makes });
  const { api_keys } = await org.api.members.remove({ params: { member_id: memberId }, query });
  expect(idsOf(api_keys)).toEqual(idsOf([second, third]));
  const kept = idsOf((await org.api.apiKeys.list()).data);
  expect(kept).toContain(other.id);
  expect(kept.filter((id) => id === second.id || id === third.id)).toEqual([]);
});

test('a key of others that the member rotated is named and stays, and one that others rotated is their own', async () => {
  const org = await organization();
  const { api, memberId } = await personIn(org, 'admin');
  const body = { name: 'Made', scopes: ['agents:read' as const, 'keys:write' as const] };
  const [byMember, byKey, theirs] = [
    await org.api.apiKeys.create({ body }),
    await org.api.apiKeys.create({ body }),
    await org.api.apiKeys.create({ body }),
  ];
  const rotating = (client: typeof api, { id }: typeof byMember, overlap_seconds = 0) =>
    client.apiKeys.rotate({ params: { api_key_id: id }, body: { overlap_seconds } });
  const rotated = await rotating(api, byMember);
  const own = await api.apiKeys.create({ body });
  await rotating(clientFor(own.key), byKey);
  // The previous secret of a key still works for a day.
  await rotating(api, theirs);
  await rotating(org.api, theirs, 86_400);
  const before = await api.apiKeys.create({ body });
  const taken = await rotating(org.api, before);
  const removed = await org.api.members.remove({ params: { member_id: memberId }, query });
  expect(idsOf(removed.api_keys)).toEqual([own.id]);
  expect(idsOf(removed.rotated_api_keys)).toEqual(idsOf([byMember, byKey, theirs]));
  for (const { key, id } of [rotated, taken]) expect((await clientFor(key).me.get()).key?.id).toBe(id);
});

test('a key that creates another one while it ends takes that one along, or creates none', async () => {
  const org = await organization();
  const makes = { name: 'Makes', scopes: ['agents:read' as const, 'keys:write' as const] };
  const withKey = async () => {
    const { api, memberId } = await personIn(org, 'admin');
    const { id, key } = await api.apiKeys.create({ body: makes });
    return {
      id,
      api: clientFor(key),
      removing: () => org.api.members.remove({ params: { member_id: memberId }, query }),
    };
  };
  const first = await withKey();
  let made = '';
  await overtaken(
    platform.dynamodb_endpoint,
    { operation: 'TransactWriteItems', contains: `api_key#${first.id}` },
    first.removing,
    async () => {
      made = (await first.api.apiKeys.create({ body: makes })).id;
    },
  );
  expect(await refusalOf(org.api.apiKeys.get({ params: { api_key_id: made } }))).toBe(
    '404 api_key_not_found',
  );
  const second = await withKey();
  const name = crypto.randomUUID();
  const creating = overtaken(
    platform.dynamodb_endpoint,
    { operation: 'TransactWriteItems', contains: name },
    () => refusalOf(second.api.apiKeys.create({ body: { ...makes, name } })),
    second.removing,
  );
  expect(await creating).toBe('401 unauthenticated');
});

test('the keys of a former member end by the same request, and only for those who reach them', async () => {
  const org = await organization();
  const { api, memberId } = await personIn(org, 'admin');
  const { id } = await api.apiKeys.create({ body: { name: 'Made', scopes: ['agents:read'] } });
  const params = { member_id: memberId };
  await org.api.members.remove({ params });
  const missing = '404 member_not_found';
  expect(await refusalOf((await organization()).api.members.remove({ params, query }))).toBe(missing);
  expect(await refusalOf(org.api.members.remove({ params }))).toBe(missing);
  const weak = await operator.apiKeys.create({
    body: { name: 'Weak', client_id: org.client.id, scopes: ['members:write'] },
  });
  expect(await refusalOf(clientFor(weak.key).members.remove({ params, query }))).toBe(
    '403 insufficient_scope',
  );
  expect(idsOf((await org.api.members.remove({ params, query })).api_keys)).toEqual([id]);
  expect(await refusalOf(org.api.members.remove({ params, query }))).toBe(missing);
});

/**
 * Events, the audit log, the keys of answers, which are encrypted, and chats in which they answered have the
 * ids of people.
 */
const hasIds = ({ pk }: { readonly pk: string }): boolean =>
  /audit|^events#|^idempotency#|^conversation#/.test(pk);

/**
 * An operator of an organization who signs in with a browser that nobody else has, and with an address as the
 * name unless there is another.
 */
const operatorOf = async (org: Organization, named?: string) => {
  const { issuer, connection } = await connect(org.client.id);
  const email = `${crypto.randomUUID()}@example.com`;
  const [program, idempotencyKey] = [crypto.randomUUID(), crypto.randomUUID()];
  const invitation = await org.api.invitations.create({
    body: { email, connection_id: connection.id, role: 'operator' },
  });
  const signIn = async () => {
    const browser = new Browser(platform.base_url, { 'user-agent': program });
    issuer.person = { sub: email, email, name: named ?? email };
    await browser.signIn({ connection_id: connection.id });
    return browser;
  };
  const browser = await signIn();
  const accepting = (by: Browser) =>
    by.api('none').invitations.accept({
      params: { invitation_id: invitation.id },
      body: { token: invitation.token },
      idempotencyKey,
    });
  const { id, person } = await accepting(browser);
  /**
   * The items that have anything of the person, without the audit log, which has the address and the program
   * of requests.
   */
  const left = async () => {
    const [ids = [], ...others] = await Promise.all(
      [person.id, email, program, ...(named === undefined ? [] : [named])].map(allItems),
    );
    const isLogged = ({ pk }: { readonly pk: string }): boolean => /audit|^events#|^idempotency#/.test(pk);
    return [...ids.filter((item) => !hasIds(item)), ...others.flat().filter((item) => !isLogged(item))];
  };
  return { browser, program, signIn, accepting, left, params: { member_id: id } };
};

test('nothing of a person remains after the last membership, but ids in the audit log', async () => {
  const { org, api, params: chat } = await chatWithPeople([{ text: 'Never asked' }]);
  const { browser, signIn, accepting, left, params } = await operatorOf(org);
  await signIn();
  const turn = await browser.api(org.client.id).handovers.reply({ params: chat, body: { text: 'Hello' } });
  expect(turn.author).toBe('Staff');
  // An answer that has the person is stored so that only its receiver can read it.
  const patch = { params, body: { metadata: { desk: '4' } }, idempotencyKey: crypto.randomUUID() };
  const patched = await api.members.update(patch);
  expect(await api.members.update(patch)).toEqual(patched);
  const other = clientFor(await makeKey(org.client.id));
  expect(await refusalOf(other.members.update(patch))).toBe('422 idempotency_key_reused');
  expect((await accepting(browser)).id).toBe(params.member_id);
  expect(await refusalOf(accepting(await signIn()))).toBe('422 idempotency_key_reused');
  expect(await left()).not.toEqual([]);
  await api.members.remove({ params });
  expect(await left()).toEqual([]);
});

test('the name of a person who answered in a chat is gone with the person, wherever it was shown', async () => {
  const name = `Ada ${crypto.randomUUID()}`;
  const { org, api, chat, params } = await chatWithPeople([{ text: 'Never asked' }]);
  const { id: webhook_id } = await api.webhooks.create({ body: { url: null, events: ['*'] } });
  const member = await operatorOf(org, name);
  const reply = { params, body: { text: 'Good morning' }, idempotencyKey: crypto.randomUUID() };
  const ada = member.browser.api(org.client.id);
  const turn = await ada.handovers.reply(reply);
  expect(turn.author).toBe(name);
  expect(await ada.handovers.reply(reply)).toEqual(turn);

  const url = `${platform.base_url}/v1/conversations/${params.conversation_id}`;
  const authorization = `Bearer ${org.key}`;
  const exported = async () => {
    const made = await completed(api, { format: 'ndjson', resources: ['conversations', 'turns'] });
    const files = await Promise.all(['conversations', 'turns'].map((one) => download(fileOf(made, one))));
    return files.map((file) => JSON.parse(file.toString()));
  };
  /** Every answer that shows who answered. */
  const shown = async () => {
    const found = await fetch(url, { headers: { authorization } });
    const conversation = (await found.json()) as Conversation;
    const expanded = await api.conversations.get({ params, query: { expand: ['transcript'] } });
    const { data: turns } = await api.transcripts.get({ params });
    const { data: messages } = await clientFor(chat.session_token).chats.messages({ params });
    const { data: listed } = await api.conversations.list({ query: { expand: ['details'] } });
    const [inFile, turnInFile] = await exported();
    // The answer of a change names what it replaces by the same `ETag`.
    const changed = await api.conversations.update({
      params,
      body: { tags: [crypto.randomUUID().slice(0, 8)] },
      ifMatch: found.headers.get('etag') ?? '',
    });
    return [
      ...[conversation, expanded, listed[0], inFile, changed].map((one) => one?.handover?.author),
      ...[expanded.transcript.data?.[0], turns[0], messages[0], turnInFile].map((one) => one?.author),
    ];
  };
  expect(await shown()).toEqual(Array(9).fill(name));
  await api.members.remove({ params: member.params });
  expect(await shown()).toEqual(Array(9).fill('Staff'));
  expect(await member.left()).toEqual([]);
  // A message cannot be taken back once it is sent, so webhook messages never have the name.
  const sent = await eventually(async () => {
    const { data } = await api.webhookMessages.list({ params: { webhook_id } });
    const one = data.find(({ event }) => event === 'transcript.appended');
    expect(one?.payload).toBeTruthy();
    return one?.payload;
  });
  expect(sent).toMatchObject({ data: { handover: { author: 'Staff' } } });
});

test('no session outlives a person who is removed while the session begins', async () => {
  const org = await organization();
  const first = await operatorOf(org);
  const signingIn = overtaken(
    platform.dynamodb_endpoint,
    { operation: 'TransactWriteItems', contains: first.program },
    first.signIn,
    () => org.api.members.remove({ params: first.params }),
  );
  // The person is a stranger now.
  expect((await (await signingIn).api('none').me.get()).memberships).toEqual([]);
  const [old] = (await org.api.auditRecords.list({ query: { action: 'invitation.accepted' } })).data;
  const ofOld = await allItems(old?.actor.id ?? '');
  expect(ofOld.filter((item) => !hasIds(item))).toEqual([]);
  const second = await operatorOf(org);
  await overtaken(
    platform.dynamodb_endpoint,
    { operation: 'TransactWriteItems', contains: `member#${second.params.member_id}` },
    () => org.api.members.remove({ params: second.params }),
    second.signIn,
  );
  expect(await second.left()).toEqual([]);
});
