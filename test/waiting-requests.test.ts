import { afterAll, expect, test } from 'vitest';
import { Browser } from './support/browsing.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { peopleOf } from './support/people.ts';
import { usersOf } from './support/users.ts';

process.env.WAITING_REQUESTS_PER_MINUTE = '2';
process.env.OIDC_TIMEOUT_MS = '2000';
process.env.VIEWER_PROOF = 'known to CloudFront alone';
const { description, close } = await startOwnPlatform();
const lines: Record<string, unknown>[] = [];
console.info = (line: Record<string, unknown>) => lines.push(line);
const { clientFor, operator, organization } = usersOf(description);
const { connect } = peopleOf(description.base_url, { operator });
afterAll(close);

/** Asks again until it is answered as expected, or within one minute: the limit of each one is its own. */
const withinOneMinute = async (ask: () => Promise<void>): Promise<void> => {
  const minute = () => Math.floor(Date.now() / 60_000);
  for (;;) {
    const before = minute();
    try {
      return await ask();
    } catch (error) {
      if (minute() === before) throw error;
    }
  }
};

const send = (key: string, path: string, { body, headers }: { body?: object; headers?: object } = {}) =>
  fetch(`${description.base_url}${path}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });

test('each answer to such a request has the limit and what is left of it', () =>
  withinOneMinute(async () => {
    const settings = { rate_limit: { requests_per_minute: 100 } };
    const { key } = await organization(undefined, 'client', { settings });
    const { id: webhook_id } = await clientFor(key).webhooks.create({ body: { events: ['agent.updated'] } });
    const ask = async (query: string) => {
      const { headers } = await send(key, `/v1/webhooks/${webhook_id}/messages?status=pending${query}`);
      return [headers.get('ratelimit-policy'), headers.get('ratelimit')?.replace(/t=\d+/g, 't')];
    };
    const both = '"requests";q=100;w=60, "waiting";q=2;w=60';
    expect(await ask('&wait=0')).toEqual([both, '"requests";r=98;t, "waiting";r=1;t']);
    expect(await ask('')).toEqual(['"requests";q=100;w=60', '"requests";r=97;t']);
    expect(await ask('&wait=0')).toEqual([both, '"requests";r=96;t, "waiting";r=0;t']);
    expect(await ask('&wait=0')).toEqual([both, '"requests";r=95;t, "waiting";r=0;t']);
  }));

/** An organization with an agent that can be tested, and a queue of messages. */
const prepared = async () => {
  const { api, key, client } = await organization();
  const agent = await operator.agents.create({ body: { name: 'Reception', client_id: client.id } });
  const webhook = await api.webhooks.create({ body: { events: ['agent.updated'] } });
  const body = { messages: [{ role: 'user', content: 'Good morning.' }] };
  return {
    api,
    testAgent: async (by = key) => (await send(by, `/v1/agents/${agent.id}/test`, { body })).status,
    poll: async (query: string) =>
      (await send(key, `/v1/webhooks/${webhook.id}/messages?status=pending${query}`)).status,
  };
};

test('requests that wait for others are counted for each organization, after its key is checked', () =>
  withinOneMinute(async () => {
    const [one, other] = [await prepared(), await prepared()];
    // Strangers use up nothing.
    for (let at = 0; at < 5; at += 1) expect(await one.testAgent('vap_unknown')).toBe(401);
    expect([await one.testAgent(), await one.testAgent(), await one.testAgent()]).toEqual([200, 200, 429]);
    expect(await other.testAgent()).toBe(200);
    // The limit is of all such routes together, and what does not wait is not counted.
    expect([await one.poll(''), await one.poll('&wait=0'), await one.poll('')]).toEqual([200, 429, 200]);
    expect(await other.poll('&wait=0')).toBe(200);
    expect(await other.testAgent()).toBe(429);
    // The operator is not limited.
    for (let at = 0; at < 4; at += 1) expect(await one.testAgent(description.api_key)).toBe(200);
  }));

test('pages of chats use up nothing of their organization, and each chat has a count of its own', () =>
  withinOneMinute(async () => {
    const { testAgent, api } = await prepared();
    const { id: agent_id } = await api.agents.create({ body: { name: 'Pia', first_message: 'Hello.' } });
    const page = async () => {
      const { id, session_token } = await api.chats.create({ params: { agent_id }, body: {} });
      return async () => {
        const { status, headers } = await send(session_token, `/v1/conversations/${id}/messages?wait=1`);
        return [status, headers.get('ratelimit-policy')];
      };
    };
    const [one, other] = [await page(), await page()];
    const policy = '"waiting";q=2;w=60';
    expect([await one(), await one(), await one()]).toEqual([
      [200, policy],
      [200, policy],
      [429, policy],
    ]);
    expect(await other()).toEqual([200, policy]);
    expect([await testAgent(), await testAgent(), await testAgent()]).toEqual([200, 200, 429]);
    expect(await other()).toEqual([200, policy]);
  }));

test('no more strangers at once than the limit wait for a provider that does not answer', () =>
  withinOneMinute(async () => {
    const { client } = await organization();
    const discovery = () => new Promise<never>(() => {});
    const { connection } = await connect(client.id, { behavior: { discovery } });
    const begin = () => new Browser(description.base_url).begin({ connection_id: connection.id });
    const answers = await Promise.all([begin(), begin(), begin(), begin()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([403, 403, 429, 429]);
  }));

test('people whose provider answers soon are not counted when they sign in', async () => {
  const { client } = await organization();
  const { connection } = await connect(client.id);
  for (let at = 0; at < 4; at += 1) {
    const browser = new Browser(description.base_url);
    expect((await browser.signIn({ connection_id: connection.id })).status).toBe(200);
  }
});

test('few people a minute sign in for the first time who are nobody’s members', () =>
  withinOneMinute(async () => {
    const { client } = await organization();
    const { connection, issuer } = await connect(client.id);
    const signIn = async (sub: string) => {
      issuer.person = { sub };
      return (await new Browser(description.base_url).signIn({ connection_id: connection.id })).status;
    };
    expect([await signIn('one'), await signIn('two'), await signIn('one')]).toEqual([200, 429, 200]);
  }));

test('messages in chats of an organization and its descendants are counted apart, and refused by the minute', () =>
  withinOneMinute(async () => {
    const above = await organization();
    const { key } = above;
    const below = await organization(above, 'subcompany');
    const chatOf = async (by: string) => {
      const api = clientFor(by);
      const { id: agent_id } = await api.agents.create({ body: { name: 'Pia' } });
      const { id } = await api.chats.create({ params: { agent_id }, body: {} });
      return `/v1/conversations/${id}/messages`;
    };
    const [own, other] = [await chatOf(key), await chatOf(below.key)];
    const message = { body: { text: 'Hello' } };
    const answers = [];
    for (const [by, path] of [
      [key, own],
      [below.key, other],
      [below.key, other],
      [key, own],
    ] as const) {
      answers.push(await send(by, path, message));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429]);
    expect(Number(answers[3]?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    for (const { headers } of answers.slice(2)) {
      expect(headers.get('ratelimit-policy')).toBe('"chat_messages_per_minute";q=2;w=60');
      const reset = headers.get('retry-after');
      expect(headers.get('ratelimit')).toBe(`"chat_messages_per_minute";r=0;t=${reset}`);
    }
    const problems = await Promise.all(answers.slice(2).map((answer) => answer.json()));
    expect(problems).toMatchObject([
      {
        code: 'rate_limited',
        detail: expect.stringMatching(/^An organization above .* 2 messages .* a minute/),
      },
      { code: 'rate_limited', detail: expect.stringMatching(/^The organization .* 2 messages .* a minute/) },
    ]);
  }));

test.for<[who: string, headers: Record<string, string>, address: string]>([
  [
    'CloudFront',
    { 'x-viewer-address': '192.0.2.7', 'x-viewer-proof': 'known to CloudFront alone' },
    '192.0.2.7',
  ],
  [
    'a stranger who makes up a secret',
    { 'x-viewer-address': '192.0.2.7', 'x-viewer-proof': 'guessed' },
    '127.0.0.1',
  ],
  ['a stranger without a secret', { 'x-viewer-address': '192.0.2.7' }, '127.0.0.1'],
  ['a stranger with half of it', { 'x-viewer-proof': 'known to CloudFront alone' }, '127.0.0.1'],
])(
  'a log line has an address that only CloudFront may set, for a request from %s',
  async ([, headers, address]) => {
    const requestId = `viewer-${crypto.randomUUID()}`;
    await send(description.api_key, '/v1/me', { headers: { ...headers, 'x-request-id': requestId } });
    const line = lines.find(({ sent_request_id }) => sent_request_id === requestId);
    expect(String(line?.address).replace('::ffff:', '')).toBe(address);
  },
);
