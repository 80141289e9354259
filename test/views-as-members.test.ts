import { beforeAll, describe, expect, test } from 'vitest';
import { scopesOfRole } from '#lib/domain/authority/roles.ts';
import type { Client } from '../clients/typescript/src/index.ts';
import { createClient } from '../clients/typescript/src/index.ts';
import type { Organization } from './fixtures.ts';
import {
  makeKey,
  newAgent,
  newConversation,
  operator,
  organization,
  platform,
  problemOf,
  refusalOf,
  unknownId,
} from './fixtures.ts';
import { eventually } from './support/eventually.ts';
import { peopleOf } from './support/people.ts';

const { personIn } = peopleOf(platform.base_url, { operator });

let agency: Organization;
let client: Organization;
let beside: Organization;

beforeAll(async () => {
  agency = await organization(undefined, 'reseller');
  [client, beside] = await Promise.all([organization(agency, 'client'), organization(agency, 'client')]);
});

/** The API with a key, as a member of an organization sees it. */
const withKey = (apiKey: string, viewAs: string): Client =>
  createClient({
    baseUrl: platform.base_url,
    apiKey,
    fetch: (url, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set('view-as', viewAs);
      return fetch(url, { ...init, headers });
    },
  });

const asClients = (role: string): string => `${client.client.id}/${role}`;

const readsOf = (role: Parameters<typeof scopesOfRole>[0]): string[] =>
  scopesOfRole(role).filter((scope) => scope.endsWith(':read'));

describe('A view as a member', () => {
  test('shows an owner what the role reads in the organization, and nothing beside it', async () => {
    const shown = await organization(agency, 'client');
    const [own, others] = [await newAgent(shown, 'Own'), await newAgent(beside, 'Beside')];
    const { browser } = await personIn(agency, 'owner');
    const as = (role: string) => browser.api(agency.client.id, { viewAs: `${shown.client.id}/${role}` });
    const api = as('listener');

    const me = await api.me.get();
    expect(me.client?.id).toBe(shown.client.id);
    expect(me.person).toEqual((await browser.api(agency.client.id).me.get()).person);
    expect([...me.scopes].sort()).toEqual(readsOf('listener'));

    expect((await api.agents.list()).data.map(({ id }) => id)).toEqual([own.id]);
    expect(await refusalOf(api.agents.get({ params: { agent_id: others.id } }))).toBe('404 agent_not_found');
    expect((await api.clients.list()).data.map(({ id }) => id)).toEqual([shown.client.id]);
    // The role has no usage, although the owner has.
    const params = { client_id: shown.client.id };
    expect(await refusalOf(api.usage.get({ params }))).toBe('403 insufficient_scope');
    expect((await as('analyst').usage.get({ params })).timezone).toBe('UTC');
  });

  test('gives nobody what they lack themselves', async () => {
    const { browser } = await personIn(agency, 'analyst');
    const asOwner = browser.api(agency.client.id, { viewAs: asClients('owner') });
    expect([...(await asOwner.me.get()).scopes].sort()).toEqual(readsOf('analyst'));
    expect(await refusalOf(asOwner.conversations.list())).toBe('403 insufficient_scope');
    const key = await makeKey(agency.client.id, ['agents:read', 'agents:write', 'usage:read']);
    expect((await withKey(key, asClients('builder')).me.get()).scopes).toEqual(['agents:read', 'usage:read']);
  });

  test('changes nothing, whatever the caller and the role may do', async () => {
    const agent = await newAgent(client);
    const params = { agent_id: agent.id };
    const { browser } = await personIn(agency, 'owner');
    const asOwner = browser.api(agency.client.id, { viewAs: asClients('owner') });
    for (const api of [asOwner, withKey(agency.key, asClients('owner'))]) {
      for (const change of [
        () => api.agents.update({ params, body: { name: 'Other' } }),
        () => api.agents.remove({ params }),
        () => api.preferences.replace({ body: { language: 'de' } }),
        () => api.erasures.preview({ body: { caller: 'anybody' } }),
      ]) {
        expect(await refusalOf(change())).toBe('403 view_refused');
      }
    }
    // Without a scope, and of the person alone.
    expect(await refusalOf(asOwner.sessions.removeAll())).toBe('403 view_refused');
    expect((await agency.api.agents.get({ params })).name).toBe(agent.name);
    expect((await browser.api(agency.client.id).me.get()).client?.id).toBe(agency.client.id);
  });

  test('is recorded as what the person reads', async () => {
    const conversation = await newConversation(client);
    const params = { conversation_id: conversation.id };
    const { browser } = await personIn(agency, 'owner');
    const api = browser.api(agency.client.id, { viewAs: asClients('listener') });
    await api.conversations.get({ params });
    await api.transcripts.get({ params });
    const me = await api.me.get();
    const query = { target: conversation.id, action: 'transcript.read' };
    const { data } = await client.api.auditRecords.list({ query });
    expect(data).toMatchObject([{ actor: { type: 'person', id: me.person?.id, via: 'console' } }]);
  });

  test('holds for the next page of a list that has waited', async () => {
    const { id: webhook_id } = await client.api.webhooks.create({
      body: { url: null, events: ['agent.created'] },
    });
    await newAgent(client);
    await newAgent(client);
    const params = { webhook_id };
    const api = withKey(agency.key, asClients('builder'));
    const query = { wait: '1', limit: '1' } as const;
    await eventually(async () => {
      const { data, next_cursor } = await api.webhookMessages.list({ params, query });
      expect([data.length, typeof next_cursor]).toEqual([1, 'string']);
      const next = { ...query, cursor: next_cursor ?? '' };
      expect((await api.webhookMessages.list({ params, query: next })).data).toHaveLength(1);
    });
  });

  test('of an organization out of reach is refused', async () => {
    const refused = async (viewAs: string, key = agency.key) => {
      const { status, code, problem } = await problemOf(withKey(key, viewAs).me.get());
      return `${status} ${code} ${problem.detail}`;
    };
    const outOfReach = '403 view_refused The caller does not reach the organization';
    expect(await refused(asClients('listener'), beside.key)).toBe(outOfReach);
    expect(await refused(`${agency.client.id}/listener`, client.key)).toBe(outOfReach);
    expect(await refused(`${unknownId('client')}/listener`)).toBe(outOfReach);
    for (const wrong of [
      '',
      client.client.id,
      asClients('king'),
      'platform/owner',
      `x${asClients('owner')}`,
    ]) {
      expect(await refused(wrong)).toBe(
        '403 view_refused Send an organization and a role as "View-As: client_…/listener"',
      );
    }
    // The organization itself, as a colleague with less sees it.
    expect((await withKey(client.key, asClients('billing')).me.get()).scopes).toEqual(
      expect.arrayContaining(['billing:read']),
    );
    const { browser } = await personIn(agency, 'owner');
    expect(await refusalOf(browser.api('none', { viewAs: asClients('listener') }).me.get())).toBe(
      '403 view_refused',
    );
  });
});
