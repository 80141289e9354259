import { afterAll, expect, test } from 'vitest';
import { startOwnPlatform } from './support/own-platform.ts';
import { usersOf } from './support/users.ts';

/*
 * Streamed answers come from functions behind a REST API, which adds no headers to them.
 */

const origins = ['https://shop.example', 'https://portal.example'];
const { description, close } = await startOwnPlatform({ following: false, corsOrigins: origins });
afterAll(close);
const { clientFor, organization } = usersOf(description);

const { api, key } = await organization();
const { id: agent_id } = await api.agents.create({ body: { name: 'Pia', prompt: 'You are Pia.' } });

/** Sends a message as a page would, and returns the headers that a browser looks at. */
const sendFrom = async (origin: string, url: string, by: string, body: object) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { origin, authorization: `Bearer ${by}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.text();
  const found = (name: string) => answer.headers.get(name);
  return [answer.status, found('access-control-allow-origin'), found('vary')?.includes('Origin')];
};

test('a page of an origin that the operator allows reads streamed answers and refusals, and no other page does', async () => {
  const { id, session_token, stream_url } = await api.chats.create({ params: { agent_id }, body: {} });
  const send = (origin: string) => sendFrom(origin, stream_url, session_token, { text: 'Hello' });
  for (const origin of origins) expect(await send(origin)).toEqual([200, origin, true]);
  expect(await send('https://evil.example')).toEqual([200, null, true]);
  await clientFor(session_token).chats.end({ params: { conversation_id: id } });
  expect(await send('https://shop.example')).toEqual([409, 'https://shop.example', true]);
});

test('an answer of a custom LLM is read by such a page as well', async () => {
  const url = `${description.base_url}/v1/live/agents/${agent_id}/chat/completions`;
  const messages = [{ role: 'user', content: 'Hello' }];
  for (const stream of [true, false]) {
    const answer = await sendFrom('https://portal.example', url, key, { stream, messages });
    expect(answer).toEqual([200, 'https://portal.example', true]);
  }
});

test('answers that are not streamed have the headers of the gateway, once', async () => {
  const url = `${description.base_url}/v1/agents/${agent_id}/chats`;
  expect(await sendFrom('https://shop.example', url, key, {})).toEqual([201, 'https://shop.example', true]);
});

test('a browser keeps an answer for the key that asked for it, with and without the headers for pages', async () => {
  const url = `${description.base_url}/v1/conversations/summary`;
  const headers = { authorization: `Bearer ${key}` };
  for (const more of [{}, { origin: 'https://shop.example' }]) {
    const answer = await fetch(url, { headers: { ...headers, ...more } });
    expect([answer.status, answer.headers.get('vary')?.split(', ').sort()]).toEqual([
      200,
      ['Origin', 'accept', 'accept-encoding', 'authorization'],
    ]);
  }
});
