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

test('without the operator’s ears, an account at Deepgram lets pages and widgets speak', async () => {
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
  const speaks = async (id: string) => {
    const answer = await fetch(`${description.base_url}/v1/live/widgets/${id}`, {
      headers: { origin: 'https://www.shop.example' },
    });
    return ((await answer.json()) as { voice: boolean }).voice;
  };
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
});
