import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LineOptions } from '#lib/local/phone-line.ts';
import { callNumber, lineSignature, newLineAccount } from '#lib/local/phone-line.ts';
import { watchingPage } from './support/doorbells.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { usersOf } from './support/users.ts';

/*
 * A deployment gives the WebSocket API another name, and its functions learn of it one after the other: some
 * still give the former address, and others check what connects there. The gateway arrives under both names.
 */

/** The carrier's API, which accepts any token. */
const carrier = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ status: 'active' }));
});
let platform: OwnPlatform;
let former: string;
let named: string;

beforeAll(async () => {
  carrier.listen(0, '127.0.0.1');
  await once(carrier, 'listening');
  platform = await startOwnPlatform({ following: false });
  process.env.PROVIDER_URLS = JSON.stringify({
    twilio: `http://127.0.0.1:${(carrier.address() as AddressInfo).port}`,
  });
  former = process.env.SOCKET_URL ?? '';
  named = former.replace('127.0.0.1', 'localhost');
});
afterAll(async () => {
  await platform.close();
  carrier.close();
});

const deploy = async (address: string) => {
  process.env.SOCKET_URL = address;
};

const newPhone = async () => {
  const { api } = await usersOf(platform.description).organization();
  const { account_id, auth_token } = newLineAccount();
  const agent = await api.agents.create({ body: { name: 'Pia', first_message: 'Hello, this is Pia.' } });
  const agents = [{ provider_agent_id: '+441632960999', agent_id: agent.id }];
  const { webhook_url: voice_url } = await api.integrations.create({
    body: { provider: 'twilio', name: 'Phone', account_id, api_key: auth_token, agents },
  });
  const numbers = { from: '+441632960123', to: '+441632960999' };
  const call = async (more: Partial<LineOptions> = {}) => {
    const line = await callNumber({ voice_url, account_id, auth_token, ...numbers, ...more });
    const heard = await line.hear();
    line.close();
    return { given: line.answered.instructions.relay_url, heard };
  };
  return { api, auth_token, call };
};

test('a call connects at the address that it was given, before and after the API has a name', async () => {
  const { api, auth_token, call } = await newPhone();
  const heard = expect.stringContaining('Hello, this is Pia.');
  expect(await call({ connecting: () => deploy(named) })).toEqual({ given: former, heard });
  expect(await call()).toEqual({ given: named, heard });
  const { url } = await api.liveTickets.create({});
  expect(url.split('?')[0]).toBe(named);
  await (await watchingPage(url)).close();

  const elsewhere = (url: string) => url.replace('//localhost', '//calls.example.com');
  const sign: LineOptions['sign'] = (url, fields) => lineSignature(auth_token, elsewhere(url), fields);
  expect(await call({ sign })).toEqual({ given: named, heard: '' });
});
