import { expect, test } from 'vitest';
import type { ClientSettings } from '#lib/contract/client-settings.ts';
import type { Client } from '#lib/local/client.ts';
import type { Organization } from './fixtures.ts';
import { clientFor, costOf, operator, organization, problemOf, refusalOf } from './fixtures.ts';
import { eventually } from './support/eventually.ts';
import { repeatIfOneEnds } from './support/whole-periods.ts';

repeatIfOneEnds('minute');

const limitedTo = (requests_per_minute: number) => ({ settings: { rate_limit: { requests_per_minute } } });

const rateOf = (headers: Headers) => ({
  policy: headers.get('ratelimit-policy'),
  left: Number(/;r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1] ?? -1),
});

const countOf = async (api: Client): Promise<{ headers: Headers }> => {
  const { response } = await api.agents.list.withResponse({});
  return response;
};

test('an organization can send as many requests per minute as its settings allow, and sees how many remain', async () => {
  const { api } = await organization(undefined, 'client', limitedTo(3));
  const lefts: number[] = [];
  for (let at = 0; at < 3; at += 1) {
    const { policy, left } = rateOf((await countOf(api)).headers);
    expect(policy).toBe('"requests";q=3;w=60');
    lefts.push(left);
  }
  expect(lefts).toEqual([2, 1, 0]);
  const problem = await problemOf(api.me.get());
  expect([problem.status, problem.code]).toEqual([429, 'rate_limited']);
  expect(rateOf(problem.headers).left).toBe(0);
  const wait = Number(problem.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
});

test('of concurrent requests, no more than the limit are accepted', async () => {
  const { api } = await organization(undefined, 'client', limitedTo(20));
  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => api.me.get()));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
});

test('a request costs one additional write with a limit, and nothing without', async () => {
  const [free, limited] = [await organization(), await organization(undefined, 'client', limitedTo(100))];
  const list = (api: Client) => api.agents.list.withResponse({});
  expect(await costOf(free, list)).toBe('1 calls, 1.0 RCU, 0 WCU');
  expect(await costOf(limited, list)).toBe('2 calls, 1.0 RCU, 1 WCU');
  expect(rateOf((await list(free.api)).response.headers)).toEqual({ policy: null, left: -1 });
});

test('a limit applies to the organization and its descendants together, and each descendant to its own', async () => {
  const reseller = await organization(undefined, 'reseller', limitedTo(10));
  const wider = await organization(reseller, 'client', limitedTo(1000));
  const narrower = await organization(reseller, 'client', limitedTo(5));
  const below = await organization(wider);
  const rates = [];
  for (const { api } of [reseller, wider, narrower, below]) {
    rates.push(rateOf((await countOf(api)).headers));
  }
  expect(rates).toEqual([
    { policy: '"requests";q=10;w=60', left: 9 },
    { policy: '"requests";q=10;w=60', left: 8 },
    { policy: '"requests";q=5;w=60', left: 4 },
    { policy: '"requests";q=10;w=60', left: 6 },
  ]);
});

test('an organization does not get more requests by creating descendants', async () => {
  const org = await organization(undefined, 'client', limitedTo(20));
  const children = await Promise.all(Array.from({ length: 4 }, () => organization(org)));
  const apis = [org, ...children].map(({ api }) => api);
  const answers = await Promise.allSettled(
    apis.flatMap((api) => Array.from({ length: 10 }, () => api.me.get())),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
});

test('requests refused by an organization’s own limit do not count against the limit above', async () => {
  const parent = await organization(undefined, 'client', limitedTo(50));
  const flooding = await organization(parent, 'subcompany', limitedTo(2));
  await Promise.allSettled(Array.from({ length: 30 }, () => flooding.api.me.get()));
  expect(rateOf((await countOf(parent.api)).headers)).toEqual({
    policy: '"requests";q=50;w=60',
    left: 47,
  });
  const problem = await problemOf(flooding.api.me.get());
  expect(problem.problem.detail).toBe(
    'The organization and its descendants may make 2 requests a minute together',
  );
});

test('an organization does not get more agents, keys or children by creating descendants', async () => {
  const settings = { quotas: { agents: 1, api_keys: 4, children: 3 } };
  const org = await organization(undefined, 'client', { settings });
  const newChild = (parent_id: string) =>
    org.api.clients.create({ body: { name: 'Below', type: 'subcompany', parent_id } });
  const child = await newChild(org.client.id);
  const [grandchild] = [await newChild(child.id), await newChild(child.id)];
  const refused = await problemOf(newChild(grandchild.id));
  expect([refused.code, refused.problem.quota, refused.problem.limit]).toEqual([
    'quota_exceeded',
    'children',
    3,
  ]);
  expect(refused.problem.detail).toBe(
    'An organization above may have at most 3 children, including those of its descendants',
  );

  const newAgent = (client_id: string) => org.api.agents.create({ body: { name: 'One', client_id } });
  const all = [org.client.id, child.id, grandchild.id];
  const made = await Promise.allSettled([...all, ...all].map(newAgent));
  const [agent, ...others] = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(others).toEqual([]);
  await org.api.agents.remove({ params: { agent_id: agent?.id ?? '' } });
  await newAgent(grandchild.id);
  expect(await refusalOf(newAgent(org.client.id))).toBe('409 quota_exceeded');

  const newKey = (client_id: string) =>
    org.api.apiKeys.create({ body: { name: 'One', client_id, scopes: ['agents:read'] } });
  // The organization has one key already.
  const keys = await Promise.allSettled([...all, ...all].map(newKey));
  expect(keys.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});

test('a quota that is set later counts existing entities below', async () => {
  const org = await organization();
  const child = await organization(org);
  await child.api.agents.create({ body: { name: 'One' } });
  await org.api.agents.create({ body: { name: 'Two' } });
  await replaceSettings(org, { quotas: { agents: 2 } });
  expect(await refusalOf(child.api.agents.create({ body: { name: 'Three' } }))).toBe('409 quota_exceeded');
  await replaceSettings(org, { quotas: { agents: 3 } });
  await child.api.agents.create({ body: { name: 'Three' } });
});

test('a quota of zero allows nothing', async () => {
  const { api } = await organization(undefined, 'client', {
    settings: { quotas: { agents: 0, children: 0 } },
  });
  expect(await refusalOf(api.agents.create({ body: { name: 'One' } }))).toBe('409 quota_exceeded');
  const below = api.clients.create({ body: { name: 'One', type: 'location' } });
  expect(await refusalOf(below)).toBe('409 quota_exceeded');
});

test('concurrent changes at two levels leave each key with the lowest limit', async () => {
  const parent = await organization(undefined, 'client');
  const child = await organization(parent);
  await Promise.all([
    replaceSettings(parent, { rate_limit: { requests_per_minute: 70 } }),
    replaceSettings(child, { rate_limit: { requests_per_minute: 60 } }),
  ]);
  await eventually(async () => {
    expect(rateOf((await countOf(child.api)).headers).policy).toBe('"requests";q=60;w=60');
    expect(rateOf((await countOf(parent.api)).headers).policy).toBe('"requests";q=70;w=60');
  });
});

const replaceSettings = ({ client }: Organization, settings: ClientSettings) =>
  operator.clients.replace({ params: { client_id: client.id }, body: { name: client.name, settings } });

test('a changed limit reaches existing keys of the organization and its descendants', async () => {
  const parent = await organization(undefined, 'client');
  const child = await organization(parent);
  expect(rateOf((await countOf(child.api)).headers).policy).toBeNull();
  await replaceSettings(parent, { rate_limit: { requests_per_minute: 50 } });
  for (const { api } of [parent, child]) {
    await eventually(async () => {
      expect(rateOf((await countOf(api)).headers).policy).toBe('"requests";q=50;w=60');
    });
  }
  const { data } = await child.api.apiKeys.list({});
  const rotated = await child.api.apiKeys.rotate({ params: { api_key_id: data[0]?.id ?? '' }, body: {} });
  const { headers } = await countOf(clientFor(rotated.key));
  expect(rateOf(headers).policy).toBe('"requests";q=50;w=60');

  await replaceSettings(parent, {});
  for (const api of [child.api, clientFor(rotated.key)]) {
    await eventually(async () => expect(rateOf((await countOf(api)).headers).policy).toBeNull());
  }
});

test('an organization cannot change its own limits, only those of its descendants', async () => {
  const settings = { rate_limit: { requests_per_minute: 500 }, quotas: { agents: 5 } };
  const org = await organization(undefined, 'client', { settings });
  const child = await organization(org);
  const replace = ({ client }: Organization, body: object) =>
    org.api.clients.replace({ params: { client_id: client.id }, body: { name: 'Renamed', ...body } });
  const problem = await problemOf(replace(org, { settings: { quotas: { agents: 5000 } } }));
  expect([problem.status, problem.code]).toEqual([400, 'validation_failed']);
  expect(problem.errors.map(({ pointer }) => pointer)).toEqual(['/settings/quotas']);
  expect((await replace(org, { settings: { ...settings, locale: 'en' } })).name).toBe('Renamed');
  const wider = await replace(child, { settings: { quotas: { agents: 5000, children: 1 } } });
  expect(wider.effective_settings).toMatchObject({ quotas: { agents: 5, children: 1 } });
});

test('of concurrent requests for the last places of a quota, only as many succeed as fit, and removals make room', async () => {
  const settings = { quotas: { agents: 3, api_keys: 2, children: 1 } };
  const { client, api } = await organization(undefined, 'client', { settings });
  const body = { name: 'Another' };
  const made = await Promise.allSettled(Array.from({ length: 12 }, () => api.agents.create({ body })));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const problem = await problemOf(api.agents.create({ body }));
  expect([problem.status, problem.code]).toEqual([409, 'quota_exceeded']);
  expect(problem.problem).toMatchObject({
    quota: 'agents',
    limit: 3,
    detail: 'The organization may have at most 3 agents',
  });
  const { data } = await api.agents.list({});
  await api.agents.remove({ params: { agent_id: data[0]?.id ?? '' } });
  await api.agents.create({ body });
  expect(await refusalOf(api.agents.create({ body }))).toBe('409 quota_exceeded');

  // The organization's own key is the first.
  const newKey = () => api.apiKeys.create({ body: { name: 'Another', scopes: ['agents:read'] } });
  const { id } = await newKey();
  expect(await refusalOf(newKey())).toBe('409 quota_exceeded');
  await api.apiKeys.revoke({ params: { api_key_id: id } });
  await newKey();

  const below = () => api.subcompanies.create({ params: { client_id: client.id }, body });
  await below();
  expect(await refusalOf(below())).toBe('409 quota_exceeded');
  const type = 'location' as const;
  expect(await refusalOf(api.clients.create({ body: { ...body, type } }))).toBe('409 quota_exceeded');
});
