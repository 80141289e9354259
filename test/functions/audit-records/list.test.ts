import { expect, test } from 'vitest';
import {
  clientFor,
  injectFault,
  makeKey,
  newConversation,
  operator,
  organization,
  platform,
  problemOf,
  refusalOf,
} from '../../fixtures.ts';
import { connect, deliver, eventsOf, newCall } from '../../support/connected.ts';
import { eventually } from '../../support/eventually.ts';
import { peopleOf } from '../../support/people.ts';
import { repeatIfOneEnds } from '../../support/whole-periods.ts';

// Reads are counted by hours and, of people, by ten minutes.
repeatIfOneEnds('ten minutes');

const { personIn } = peopleOf(platform.base_url, { operator });

const recordsOf = async (target: string, api = operator) =>
  (await api.auditRecords.list({ query: { target } })).data;

test('a change is recorded with the names of its fields, in every list that it concerns', async () => {
  const top = await organization();
  const org = await organization(top);
  const params = { client_id: org.client.id };
  const { key } = await top.api.me.get();
  await top.api.clients.update({ params, body: { name: 'Another name', metadata: { secret: 'canary' } } });
  const [record, ...others] = await recordsOf(org.client.id);
  expect(record).toMatchObject({
    version: 1,
    action: 'client.updated',
    actor: { type: 'api_key', id: key?.id ?? '', via: 'api' },
    client_id: org.client.id,
    target: { type: 'client', id: org.client.id },
    changed: ['metadata', 'name'],
    count: 1,
  });
  expect(others).toMatchObject([{ action: 'client.created' }]);
  expect(JSON.stringify([record, ...others])).not.toMatch(/canary|Another name/);
  const listed = async (api: typeof operator, query = {}) =>
    (await api.auditRecords.list({ query })).data.map(({ id }) => id);
  for (const found of [
    await listed(org.api),
    await listed(top.api),
    await listed(operator, { actor: key?.id ?? '' }),
    await listed(top.api, { actor: key?.id ?? '', action: 'client.updated', from: record?.time }),
  ]) {
    expect(found).toContain(record?.id);
  }
  expect(await listed(top.api, { actor: key?.id ?? '', to: record?.time })).not.toContain(record?.id);
  const audit_record_id = record?.id ?? '';
  expect(await org.api.auditRecords.get({ params: { audit_record_id } })).toEqual(record);
});

test('an organization sees no records of organizations beside and above it', async () => {
  const [one, other] = [await organization(), await organization()];
  const [record] = await recordsOf(one.client.id);
  const params = { audit_record_id: record?.id ?? '' };
  expect(await refusalOf(other.api.auditRecords.get({ params }))).toBe('404 audit_record_not_found');
  expect(await recordsOf(one.client.id, other.api)).toEqual([]);
  const below = await organization(one);
  expect(await recordsOf(one.client.id, below.api)).toEqual([]);
});

test('a change that is refused, or changes nothing, has no record', async () => {
  const org = await organization();
  const params = { client_id: org.client.id };
  const before = await recordsOf(org.client.id);
  await operator.clients.update({ params, body: { name: org.client.name } });
  await refusalOf(operator.clients.update({ params, body: {}, ifMatch: '"other"' }));
  expect(await recordsOf(org.client.id)).toEqual(before);
});

test('whoever lists the log is in it, and looking at that again adds nothing', async () => {
  const org = await organization();
  const { api } = await personIn(org, 'auditor');
  const listed = async () => {
    const { data } = await api.auditRecords.list({ query: { action: 'audit_record.listed' } });
    return data.map(({ actor, target, parameters, count }) => [
      actor.type,
      target.id,
      parameters?.join(),
      count,
    ]);
  };
  const first = [['person', org.client.id, 'action', 1]];
  expect(await listed()).toEqual(first);
  expect(await listed()).toEqual(first);
  await api.auditRecords.list({ query: { target: org.client.id } });
  expect((await listed()).sort()).toEqual([...first, ['person', org.client.id, 'target', 1]]);
  await org.api.auditRecords.list();
  expect(await listed()).toContainEqual(['api_key', org.client.id, undefined, 1]);
});

test('reads of an API key are counted for each organization, action and hour', async () => {
  const org = await organization();
  const { id: conversation_id } = await newConversation(org);
  const { key } = await org.api.me.get();
  const params = { conversation_id };
  const recorded = async () => (await org.api.auditRecords.list({ query: { actor: key?.id ?? '' } })).data;
  await org.api.transcripts.get({ params });
  // The first read is in the log when it is answered, and the others are added later, with a further one.
  expect((await recorded()).filter(({ action }) => action === 'transcript.read')).toHaveLength(1);
  let reads = 1;
  const counted = await eventually(async () => {
    await org.api.transcripts.get({ params });
    reads += 1;
    const data = (await recorded()).filter(({ action }) => action === 'transcript.read');
    const sum = data.reduce((all, { count }) => all + count, 0);
    expect(sum).toBeGreaterThan(2);
    expect(sum).toBeLessThanOrEqual(reads);
    expect((data[0]?.last_time ?? '') > (data[0]?.time ?? '')).toBe(true);
    return data;
  });
  await org.api.conversations.get({ params });
  expect((await recorded()).map(({ action }) => action)).toContain('conversation.read');
  expect(counted[0]).toMatchObject({ client_id: org.client.id, target: { id: org.client.id }, changed: [] });
});

test('another program or address with the same key is another record, which `from` finds', async () => {
  const org = await organization();
  const { id } = await newConversation(org);
  const { key } = await org.api.me.get();
  const read = async (program: string) => {
    const headers = { authorization: `Bearer ${org.key}`, 'user-agent': program };
    const response = await fetch(`${platform.base_url}/v1/conversations/${id}/transcript`, { headers });
    expect(response.status).toBe(200);
  };
  const query = { actor: key?.id ?? '', action: 'transcript.read' };
  await read('nightly-job/1.0');
  const [job] = (await org.api.auditRecords.list({ query })).data;
  const from = new Date(Date.parse(job?.time ?? '') + 1).toISOString();
  await read('thief/6.6');
  const found = async (more = {}) => {
    const { data } = await org.api.auditRecords.list({ query: { ...query, ...more } });
    return data.map(({ user_agent }) => user_agent).sort();
  };
  expect(await found()).toEqual(['nightly-job/1.0', 'thief/6.6']);
  expect(await found({ from })).toEqual(['thief/6.6']);
  // Reads of before are found while they go on.
  await eventually(async () => {
    await read('nightly-job/1.0');
    expect(await found({ from })).toEqual(['nightly-job/1.0', 'thief/6.6']);
  });
  // Whoever always calls a program otherwise does not write a record with each read.
  for (let at = 0; at < 20; at += 1) await read(`other/${at}`);
  expect(await found()).toHaveLength(17);
  expect(await found()).toContain(null);
});

test('a key passes neither for an assistant nor for the sender of another request', async () => {
  const org = await organization();
  const { id } = await org.api.agents.create({ body: { name: 'Reception' } });
  const pretending = {
    authorization: `Bearer ${org.key}`,
    'content-type': 'application/json',
    'user-agent': 'voice-agent-platform-mcp (Claude)',
    'x-assistant-mark': 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'x-request-id': 'somebody-elses-request',
  };
  const response = await fetch(`${platform.base_url}/v1/agents/${id}`, {
    method: 'PATCH',
    headers: pretending,
    body: JSON.stringify({ name: 'Renamed' }),
  });
  expect([response.status, response.headers.get('x-request-id')]).toEqual([200, 'somebody-elses-request']);
  const { data } = await org.api.auditRecords.list({ query: { target: id, action: 'agent.updated' } });
  expect(data).toMatchObject([{ actor: { via: 'api' }, sent_request_id: 'somebody-elses-request' }]);
  expect(data[0]?.request_id).not.toBe('somebody-elses-request');
});

test('a change of a conversation that changes nothing is recorded as a read of it', async () => {
  const org = await organization();
  const { api } = await personIn(org, 'operator');
  const { id: conversation_id } = await newConversation(org);
  const params = { conversation_id };
  const recorded = async () => {
    const { data } = await org.api.auditRecords.list({ query: { target: conversation_id } });
    return data.map(({ action }) => action);
  };
  await api.conversations.update({ params, body: {} });
  expect(await recorded()).toEqual(['conversation.read']);
  await api.conversations.update({ params, body: { summary: 'Called back' } });
  expect(await recorded()).toEqual(['conversation.updated', 'conversation.read']);
});

test('`from` and `to` compare the time that records show, on every page and in both orders', async () => {
  const org = await organization();
  const { id: conversation_id } = await newConversation(org);
  const { api: listener } = await personIn(org, 'listener');
  const { key } = await org.api.me.get();
  const [actor, params] = [key?.id ?? '', { conversation_id }];
  await org.api.transcripts.get({ params });
  await listener.transcripts.get({ params });
  await org.api.agents.create({ body: { name: 'One' } });
  await org.api.conversations.get({ params });
  const all = (await org.api.auditRecords.list()).data;
  expect(all.map(({ id }) => id)).toEqual(
    all
      .map(({ id }) => id)
      .toSorted()
      .reverse(),
  );
  const within = async (query: { from?: string; to?: string; actor?: string; order?: 'asc' }) => {
    const found: string[] = [];
    for await (const { id } of org.api.auditRecords.list.all({ query: { limit: '3', ...query } }))
      found.push(id);
    return found;
  };
  const reads = all.filter(({ action }) => action === 'transcript.read');
  expect(reads.length).toBeGreaterThan(1);
  for (const { time } of reads) {
    const after = new Date(Date.parse(time) + 1).toISOString();
    for (const from of [time, after]) {
      const later = all.filter((record) => record.time >= from).map(({ id }) => id);
      const earlier = all.filter((record) => record.time < from).map(({ id }) => id);
      expect(await within({ from })).toEqual(later);
      expect(await within({ from, order: 'asc' })).toEqual(later.toReversed());
      expect(await within({ to: from })).toEqual(earlier);
    }
    const read = all
      .filter((record) => record.actor.id === actor && record.time === time)
      .map(({ id }) => id);
    expect(await within({ actor, from: time, to: after })).toEqual(read);
    expect((await problemOf(within({ from: after, to: time }))).errors).toMatchObject([
      { parameter: 'to', code: 'out_of_range' },
    ]);
  }
});

test('webhooks that name the event receive each record, and `*` does not include it', async () => {
  const org = await organization();
  const named = await org.api.webhooks.create({ body: { events: ['*', 'audit.recorded', 'agent.created'] } });
  const others = await org.api.webhooks.create({ body: { events: ['*'] } });
  expect([named.events, others.events]).toEqual([['*', 'audit.recorded'], ['*']]);
  const { key } = await org.api.me.get();
  const { id: conversation_id } = await newConversation(org);
  await org.api.transcripts.get({ params: { conversation_id } });
  const messagesOf = async (webhook_id: string) =>
    (await org.api.webhookMessages.list({ params: { webhook_id }, query: { wait: '20', limit: '100' } }))
      .data;
  const { data: records } = await org.api.auditRecords.list({ query: { actor: key?.id ?? '' } });
  const { id } = records.find(({ action }) => action === 'transcript.read') ?? { id: '' };
  await eventually(async () => {
    const found = await messagesOf(named.id);
    const [sent] = found.filter(({ entity_id }) => entity_id === id);
    expect(sent?.payload).toMatchObject({
      type: 'audit.recorded',
      client_id: org.client.id,
      data: { id, action: 'transcript.read', target: { id: org.client.id }, count: 1 },
    });
    expect(sent?.payload?.data).not.toHaveProperty('path');
    expect(found.map(({ event }) => event)).toContain('conversation.started');
  });
  expect((await messagesOf(others.id)).map(({ event }) => event)).not.toContain('audit.recorded');
  const blind = clientFor(await makeKey(org.client.id, ['webhooks:write']));
  const { code, problem } = await problemOf(blind.webhooks.create({ body: { events: ['audit.recorded'] } }));
  expect([code, problem.required_scope]).toEqual(['insufficient_scope', 'audit:read']);
});

test('nothing is shown while its record cannot be written, and the record is in every list afterwards', async () => {
  const org = await organization();
  const { api } = await personIn(org, 'listener');
  const { id: conversation_id } = await newConversation(org);
  const read = () => api.transcripts.get({ params: { conversation_id } });
  const of = { contains: `"${conversation_id}"` };
  for (const operation of ['BatchWriteItem', 'PutItem']) {
    await injectFault({ ...of, operation, kind: 'refused', times: 3 });
    expect(await refusalOf(read())).toMatch(/^50[03] /);
  }
  await read();
  await read();
  for (const lists of [{ target: conversation_id }, { action: 'transcript.read' }]) {
    const { data } = await org.api.auditRecords.list({ query: lists });
    expect(data.map(({ actor, target, count }) => [actor.type, actor.via, target.id, count])).toEqual([
      ['person', 'console', conversation_id, 1],
    ]);
  }
});

test('searches of a person are told apart by their parameters, and no record has their values', async () => {
  const org = await organization();
  for (let call = 0; call < 2; call += 1) await newConversation(org);
  const { api } = await personIn(org, 'listener');
  const searches = [
    { q: 'canary' },
    { q: 'canary', outcome: ['canary'] },
    { q: 'other' },
    { expand: ['details' as const] },
    { limit: '1' },
  ];
  const recorded = async () => {
    const { data } = await org.api.auditRecords.list({ query: { action: 'conversation.listed' } });
    return data.filter(({ actor }) => actor.type === 'person');
  };
  for (const query of searches) await api.conversations.list({ query });
  const records = await recorded();
  const asked = records.map(({ parameters }) => parameters?.join()).sort();
  expect(asked).toEqual(['', 'expand', 'outcome,q', 'q', 'q']);
  expect(JSON.stringify(records)).not.toMatch(/canary|other/);
  const [record] = records;
  expect(await org.api.auditRecords.get({ params: { audit_record_id: record?.id ?? '' } })).toEqual(record);
});

test('a payload is read as a part of its conversation', async () => {
  const org = await organization();
  const below = await organization(org);
  const agent = await below.api.agents.create({ body: { name: 'Reception' } });
  const call = newCall('retell');
  const integration = await connect(org, 'retell', { [call.agent_id]: agent.id });
  const { api } = await personIn(org, 'owner');
  const { id: webhook_id } = await org.api.webhooks.create({
    body: { events: ['conversation.ended'], payload: 'full' },
  });
  for (const event of call.events) await deliver(integration, event);
  await eventually(async () => {
    expect((await eventsOf(org, integration)).every(({ conversation_id }) => conversation_id)).toBe(true);
  });
  const [event] = await eventsOf(org, integration);
  const target = event?.conversation_id ?? '';
  const params = { integration_id: integration.id, event_id: event?.id ?? '' };
  await api.integrationEvents.get({ params });
  const { data } = await org.api.webhookMessages.list({ params: { webhook_id }, query: { wait: '20' } });
  await api.webhookMessages.get({ params: { webhook_id, message_id: data[0]?.id ?? '' } });
  // The conversation belongs to an organization below, which sees who has read it.
  const { data: seen } = await below.api.auditRecords.list({ query: { target } });
  expect(seen.map(({ action, client_id }) => `${action} ${client_id}`).sort()).toEqual([
    `message.read ${below.client.id}`,
    `payload.read ${below.client.id}`,
  ]);
});

test('a list of messages is recorded if it shows their bodies', async () => {
  const org = await organization();
  const { api } = await personIn(org, 'owner');
  const listOf = async (url: string | null) => {
    const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['agent.created'], url } });
    const list = () => api.webhookMessages.list({ params: { webhook_id } });
    await list();
    await org.api.webhooks.test({ params: { webhook_id } });
    await list();
    return (await recordsOf(webhook_id)).filter(({ action }) => action === 'message.read');
  };
  expect(await listOf(null)).toMatchObject([{ actor: { type: 'person' }, parameters: [] }]);
  expect(await listOf('https://crm.example/hooks')).toEqual([]);
});
