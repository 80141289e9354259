import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import {
  clientFor,
  injectFault,
  operator,
  organization,
  platform,
  refusalOf,
  suspend,
  unknownId,
} from '../../fixtures.ts';
import { overtaken } from '../../support/fault-proxy.ts';
import { planAnswers } from '../../support/model-server.ts';
import { asVisitor, newWidget, say, shop, visit } from '../../support/widgets.ts';

test('a visitor chats without a key, and the widget’s conversations are found', async () => {
  const org = await organization();
  const { id: widget_id } = await newWidget(org);
  const { status, found, isReadable } = await visit(widget_id);
  expect([status, isReadable, found.message]).toEqual([201, true, 'Hello, this is Pia.']);
  const answer = await say(found);
  expect([answer.status, answer.isReadable]).toEqual([200, true]);
  expect(answer.text).toContain('event: done');
  const { data } = await org.api.conversations.list({ query: { 'metadata.widget_id': widget_id } as never });
  expect(data).toMatchObject([{ id: found.conversation_id, channel: 'web' }]);
});

test('only pages of the widget’s origins read what its chats answer', async () => {
  const { api } = await organization();
  const { id: widget_id } = await newWidget({ api });
  const evil = { origin: 'https://evil.example' };
  expect((await visit(widget_id, evil)).refusal).toBe('403 origin_not_allowed');
  const framed = { origin: platform.base_url };
  expect((await visit(widget_id, framed)).refusal).toBe('403 origin_not_allowed');
  await api.widgets.update({ params: { widget_id }, body: { frame: true } });
  expect(await visit(widget_id, framed)).toMatchObject({ status: 201, isReadable: true });
  const { found } = await visit(widget_id, { origin: null });
  expect(await say(found, 'Hello', evil)).toMatchObject({ status: 200, isReadable: false });
  expect(await say(found)).toMatchObject({ status: 200, isReadable: true });
});

test('a token is that of one chat', async () => {
  const { id: widget_id } = await newWidget(await organization());
  const [one, other] = [(await visit(widget_id)).found, (await visit(widget_id)).found];
  const mixed = { ...one, session_token: other.session_token };
  expect(await say(mixed)).toMatchObject({ refusal: '401 unauthenticated', isReadable: true });
});

test('pages set the variables that the widget lists, and none that a tool binds', async () => {
  const org = await organization();
  const find = {
    name: 'find_order',
    action: { type: 'http' as const, url: 'https://shop.example/orders', bind: { of: '{{customer}}' } },
  };
  const agent = { first_message: 'Hello {{name|there}}.', tools: [find] };
  const { id: widget_id } = await newWidget(org, { public_variables: ['name', 'customer'] }, agent);
  const refusal = async (variables: object) => {
    const { found, isReadable } = await visit(widget_id, { body: { variables } });
    expect(isReadable).toBe(true);
    return found.errors?.map(({ pointer }) => pointer) ?? found.message;
  };
  expect(await refusal({ name: 'Ada' })).toBe('Hello Ada.');
  expect(await refusal({ customer: 'cus_1' })).toEqual(['/variables/customer']);
  expect(await refusal({ plan: 'gold' })).toEqual(['/variables/plan']);
  expect(await refusal({ 'no name': 'Ada' })).toEqual(['/variables/no name']);
});

test('the agent of a widget has no tools that a page or a program would have to run', async () => {
  const marker = randomUUID();
  const asked = await planAnswers(inject('modelServer'), marker, [{ text: 'Hello' }]);
  const agent = {
    prompt: `You are Pia (${marker}).`,
    model: { id: 'test-model' },
    tools: [
      { name: 'ask_page', action: { type: 'page' as const } },
      { name: 'ask_program' },
      { name: 'get_person', action: { type: 'builtin' as const, name: 'hand_over' as const } },
    ],
  };
  const { id: widget_id } = await newWidget(await organization(), {}, agent);
  await say((await visit(widget_id)).found);
  const [first] = await asked();
  expect(first?.body.tools).toMatchObject([{ function: { name: 'get_person' } }]);
});

test('answers to visitors use no more tokens than the widget has for a day, and other chats go on', async () => {
  const marker = randomUUID();
  await planAnswers(inject('modelServer'), marker, [{ text: 'Hello' }]);
  const { api } = await organization();
  const agent = { prompt: `You are Pia (${marker}).`, model: { id: 'test-model' } };
  const limits = { model_tokens_per_day: 1 };
  const { id: widget_id, agent_id } = await newWidget({ api }, { limits }, agent);
  const { found } = await visit(widget_id);
  expect((await say(found)).text).toContain('event: done');
  expect((await say(found)).text).toContain('may use at most 1 tokens on a day');
  const { id: conversation_id } = await api.chats.create({ params: { agent_id }, body: {} });
  const answer = await api.chats.send({ params: { conversation_id }, body: { text: 'Hello' } });
  expect(answer.message).toBe('Hello');
});

test('in signed mode only the server begins chats, and its page continues them', async () => {
  const org = await organization();
  const { id: widget_id, agent_id } = await newWidget(org, { require_token: true });
  expect((await visit(widget_id)).refusal).toBe('403 token_required');
  const params = { agent_id };
  const { id, session_token } = await org.api.chats.create({ params, body: { widget_id } });
  const session = { conversation_id: id, session_token };
  expect(await say(session)).toMatchObject({ status: 200, isReadable: true });
  expect((await org.api.conversations.get({ params: { conversation_id: id } })).metadata).toEqual({
    widget_id,
  });
  const { id: other } = await newWidget(org);
  const refused = (body: { widget_id: string }) => refusalOf(org.api.chats.create({ params, body }));
  expect(await refused({ widget_id: other })).toBe('404 widget_not_found');
  const { client } = await organization(org);
  const body = { name: 'Below', agent_id, client_id: client.id };
  const below = await org.api.widgets.create({ body });
  expect(await refused({ widget_id: below.id })).toBe('404 widget_not_found');
  await org.api.widgets.update({ params: { widget_id }, body: { status: 'paused' } });
  expect(await refused({ widget_id })).toBe('409 widget_unavailable');
  expect((await say(session)).refusal).toBe('409 widget_unavailable');
});

test('strangers learn that a widget takes no chats, and not why', async () => {
  const org = await organization();
  const { id: widget_id } = await newWidget(org);
  const { found: session } = await visit(widget_id);
  await suspend(org);
  expect((await visit(widget_id)).refusal).toBe('409 widget_unavailable');
  expect((await say(session)).refusal).toBe('409 client_suspended');
  expect((await visit(unknownId('wdg'))).refusal).toBe('404 widget_not_found');
});

test('a visitor begins as many chats and sends as many messages as the limits allow', async () => {
  const org = await organization();
  const limits = { chats_per_visitor_hour: 2, messages_per_visitor_hour: 2 };
  const { id: widget_id } = await newWidget(org, { limits });
  const from = (address: string) => visit(widget_id, { address });
  // A line at home has the first 56 bits.
  const line = '2001:db8:1:2';
  const [one, other] = [await from(`${line}00::1`), await from(`${line}01::7`)];
  expect([one.status, other.status]).toEqual([201, 201]);
  const refused = await from(`${line}ff:1:2:3:4`);
  expect(refused).toMatchObject({ refusal: '429 rate_limited', isReadable: true });
  expect(Number(refused.retryAfter)).toBeGreaterThan(0);
  expect((await from('2001:db8:1:300::1')).status).toBe(201);

  const write = (session: typeof one.found, address: string) => say(session, 'Hello', { address });
  expect((await write(one.found, `${line}02::1`)).status).toBe(200);
  expect((await write(other.found, `${line}03::2`)).status).toBe(200);
  expect((await write(one.found, `${line}04::3`)).refusal).toBe('429 rate_limited');
  expect((await write(one.found, '203.0.113.7')).status).toBe(200);
});

test('a message that is not sent because its chat ends meanwhile is taken back once', async () => {
  const { api } = await organization();
  const { id: widget_id } = await newWidget({ api }, { limits: { messages_per_visitor_hour: 2 } });
  const [{ found: one }, { found: other }] = [await visit(widget_id), await visit(widget_id)];
  const { conversation_id, session_token: token } = one;
  const params = { conversation_id };
  await say(other);
  await asVisitor('POST', `/conversations/${conversation_id}/handover`, { token });
  const answered = await overtaken(
    platform.dynamodb_endpoint,
    { contains: conversation_id, operation: 'TransactWriteItems' },
    () => say(one),
    () => api.chats.end({ params }),
  );
  expect(answered.text).toContain('conversation_ended');
  expect([(await say(other)).status, (await say(other)).refusal]).toEqual([200, '429 rate_limited']);
});

test('a message that a limit of the organization refuses counts for no visitor', async () => {
  const { api, client } = await organization();
  const { id: widget_id } = await newWidget({ api }, { limits: { messages_per_visitor_hour: 1 } });
  const { found } = await visit(widget_id);
  const allow = (chat_messages_per_day: number | null) =>
    operator.clients.update({
      params: { client_id: client.id },
      body: { settings: { quotas: { chat_messages_per_day } } },
    });
  await allow(0);
  expect((await say(found)).found.detail).toContain('messages in chats a day');
  await allow(null);
  expect([(await say(found)).status, (await say(found)).refusal]).toEqual([200, '429 rate_limited']);
});

test('visitors begin and write while transactions hold the counts of their widget', async () => {
  const { id: widget_id } = await newWidget(await organization());
  const pk = `widget_use#${widget_id}`;
  await injectFault({ key: { pk }, operation: 'UpdateItem', kind: 'conflict', times: 2 });
  const { found } = await visit(widget_id);
  await injectFault({ key: { pk }, operation: 'UpdateItem', kind: 'conflict', times: 2 });
  const { conversation_id } = found;
  await injectFault({ contains: conversation_id, operation: 'PutItem', kind: 'conflict', times: 2 });
  expect(await say(found)).toMatchObject({ status: 200 });
});

test('all visitors together stay within the limits of the day and of open chats', async () => {
  const org = await organization();
  const { id: widget_id } = await newWidget(org, { limits: { open_chats: 1, messages_per_day: 1 } });
  const change = (limits: object) => org.api.widgets.update({ params: { widget_id }, body: { limits } });
  const { found } = await visit(widget_id, { address: '203.0.113.1' });
  const path = `/conversations/${found.conversation_id}/end`;
  expect((await visit(widget_id, { address: '203.0.113.2' })).refusal).toBe('429 rate_limited');
  expect((await say(found)).status).toBe(200);
  expect((await say(found)).refusal).toBe('429 rate_limited');
  expect((await asVisitor('POST', path, { token: found.session_token })).status).toBe(200);
  expect((await visit(widget_id, { address: '203.0.113.2' })).status).toBe(201);
  await change({ open_chats: 100, chats_per_day: 2 });
  expect((await visit(widget_id, { address: '203.0.113.3' })).refusal).toBe('429 rate_limited');
  await change({ chats_per_day: 0 });
  expect((await visit(widget_id, { address: '203.0.113.3' })).refusal).toBe('429 rate_limited');
  const params = { agent_id: (await org.api.widgets.get({ params: { widget_id } })).agent_id };
  expect(await refusalOf(org.api.chats.create({ params, body: { widget_id } }))).toBe('429 rate_limited');
});

test('visitors use up nothing of the requests that the organization’s keys may send', async () => {
  const org = await organization();
  const { id: widget_id } = await newWidget(org);
  const { found } = await visit(widget_id);
  const { conversation_id, session_token } = found;
  const api = clientFor(session_token);
  const answer = await api.chats.messages({ params: { conversation_id } });
  expect(answer.data).toHaveLength(1);
  const limit = await fetch(`${platform.base_url}/v1/conversations/${conversation_id}/messages`, {
    headers: { authorization: `Bearer ${session_token}`, origin: shop },
  });
  expect(limit.headers.get('ratelimit-policy')).toBe('"requests";q=120;w=60');
});
