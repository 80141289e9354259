import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { usersOf } from './support/users.ts';

/** A platform whose operator has set up no recognition of speech. */
let platform: OwnPlatform | undefined;

beforeAll(async () => {
  process.env.PROVIDER_URLS = JSON.stringify({ deepgram: `${inject('providerServers')}/deepgram` });
  platform = await startOwnPlatform({ following: false });
});
afterAll(() => platform?.close());

test('an account at Deepgram lets pages and widgets speak, and the operator’s ears only those that it names', async () => {
  if (!platform) throw new Error('There is no platform');
  const { description } = platform;
  const { api, client } = await usersOf(description).organization();
  const { id: agent_id } = await api.agents.create({ body: { name: 'Pia' } });
  const chat = await api.chats.create({ params: { agent_id }, body: {} });
  const params = { conversation_id: chat.id };
  const { id: widget_id } = await api.widgets.create({
    body: { agent_id, name: 'Shop', origins: ['https://www.shop.example'], voice: true },
  });
  const kind = async () => (await api.chats.ears({ params })).kind;
  const asVisitor = async (
    method: string,
    path: string,
    { token = '', body }: { token?: string; body?: object } = {},
  ) => {
    const answer = await fetch(`${description.base_url}/v1/live${path}`, {
      method,
      headers: {
        origin: 'https://www.shop.example',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const found = text.startsWith('{')
      ? (JSON.parse(text) as object)
      : { hears: text.includes('event: audio') };
    return found as { readonly [field: string]: string | boolean };
  };
  const speaks = async (id: string) => (await asVisitor('GET', `/widgets/${id}`)).voice;
  expect([await kind(), await speaks(widget_id)]).toEqual(['none', false]);
  const { id: integration_id } = await api.integrations.create({
    body: { provider: 'deepgram', name: 'Ears', api_key: `key-of-${client.id}` },
  });
  expect([await kind(), await speaks(widget_id)]).toEqual(['deepgram', true]);
  await api.widgets.update({ params: { widget_id }, body: { voice: false } });
  expect(await speaks(widget_id)).toBe(false);
  await api.widgets.update({ params: { widget_id }, body: { voice: true } });
  await api.integrations.update({ params: { integration_id }, body: { status: 'disabled' } });
  expect([await kind(), await speaks(widget_id)]).toEqual(['none', false]);

  const { conversation_id, session_token } = await asVisitor('POST', '/widget-sessions', {
    body: { widget_id },
  });
  const visitorHears = async () =>
    (await asVisitor('POST', `/conversations/${conversation_id}/ears`, { token: `${session_token}` })).kind;
  const visitorIsSpokenTo = async () => {
    const body = { text: 'Hello', speak: true };
    const path = `/conversations/${conversation_id}/messages`;
    return (await asVisitor('POST', path, { token: `${session_token}`, body })).hears;
  };
  const ears = { provider: 'transcribe', region: 'eu-central-1' };
  process.env.EARS_SETTINGS = JSON.stringify(ears);
  // The operator pays for pages that somebody answers for, and for strangers only once that was asked for.
  expect([await kind(), await speaks(widget_id), await visitorHears()]).toEqual([
    'transcribe',
    false,
    'none',
  ]);
  expect(await visitorIsSpokenTo()).toBe(false);
  process.env.EARS_SETTINGS = JSON.stringify({ ...ears, widgets: true });
  expect([await speaks(widget_id), await visitorHears()]).toEqual([true, 'transcribe']);
  expect(await visitorIsSpokenTo()).toBe(true);
});
