import type { Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { Client } from '../../clients/typescript/src/index.ts';
import { createClient } from '../../clients/typescript/src/index.ts';
import { upload } from '../fixtures.ts';
import { deliver, newCall, webhookSecret } from '../support/connected.ts';
import type { Tab } from '../support/console.ts';
import { consoleTests } from '../support/console-tests.ts';
import { eventually } from '../support/eventually.ts';
import { tone, waveOf } from '../support/wave.ts';
import { reloadUntil } from './demonstration.ts';

const consoleTest = consoleTests();

interface Practice {
  readonly api: Client;
  readonly clientId: string;
  /** Opens Home. */
  readonly open: (prepare?: (tab: Tab) => Promise<unknown>) => Promise<Tab>;
}

/** Each test has an organization of its own, with a call that went well. */
const withPractice = (name: string, use: (practice: Practice) => Promise<void>): void =>
  consoleTest(name, async (console) => {
    const { base_url, api_key } = console.local.description;
    const api = createClient({ baseUrl: base_url, apiKey: api_key });
    const { id: clientId } = await api.clients.create({ body: { name: 'Quayside Physio', type: 'client' } });
    const { id: agent_id } = await api.agents.create({ body: { name: 'Ivy', client_id: clientId } });
    await api.conversations.create({ body: { agent_id, status: 'completed', duration_ms: 60_000 } });
    const open = async (prepare: (tab: Tab) => Promise<unknown> = async () => undefined) => {
      const tab = await console.signIn(api_key, '/sessions');
      await prepare(tab);
      await tab.page.goto(`${base_url}/?org=${clientId}`);
      await tab.page.getByRole('heading', { name: 'Calls by day' }).waitFor();
      return tab;
    };
    await use({ api, clientId, open });
  });

describe('Home', { concurrent: false }, () => {
  withPractice('says that all is well once everything was read, and not before', async ({ open }) => {
    const held = Promise.withResolvers<Route>();
    const { page } = await open(({ page: opened }) => opened.route(/\/v1\/webhooks/, held.resolve));
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByText('Loading').waitFor();
    expect(await attention.getByText('All is well').count()).toBe(0);
    await (await held.promise).continue();
    await attention.getByText('Nothing. All is well.').waitFor();
  });

  withPractice('counts the calls of the days that are shown', async ({ api, clientId, open }) => {
    const { id: agent_id } = await api.agents.create({ body: { name: 'Ivo', client_id: clientId } });
    const start_time = new Date(Date.now() - 40 * 3_600_000).toISOString();
    await api.conversations.create({ body: { agent_id, status: 'failed', start_time } });
    const { page } = await open();
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByText('1 failed call not reviewed').waitFor();
    // The choice closes the menu, so that the page can be used.
    await page.getByRole('button', { name: 'Last 30 days' }).click();
    await page.getByRole('menuitemradio', { name: 'Today' }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await attention.getByText('Nothing. All is well.').waitFor();
  });

  withPractice(
    'leads to the sound of a failed call of a client in four clicks',
    async ({ api, clientId, open }) => {
      const { id: agent_id } = await api.agents.create({ body: { name: 'Ivo', client_id: clientId } });
      await api.clients.update({ params: { client_id: clientId }, body: { name: 'Harbour Physio' } });
      const caller = { name: 'Nora Whitfield' };
      const { id } = await api.conversations.create({ body: { agent_id, status: 'failed', caller } });
      const params = { conversation_id: id };
      const sound = Buffer.from(waveOf([tone(1)]));
      const { upload: link } = await api.recordings.create({
        params,
        body: { content_type: 'audio/wav', size_bytes: sound.length },
      });
      await upload(link, sound);
      await eventually(async () =>
        expect((await api.conversations.get({ params })).audio.status).toBe('available'),
      );
      const { page } = await open();
      await page.goto(new URL('/', page.url()).href);
      const client = page.getByRole('link', { name: 'Harbour Physio', exact: true });
      await reloadUntil(page, client);
      await client.click();
      await page.getByRole('link', { name: /1 failed call not reviewed/ }).click();
      await page.getByRole('link', { name: 'Nora Whitfield' }).click();
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    },
  );

  withPractice('says what it could not read', async ({ open }) => {
    const refused = {
      title: 'The API key lacks the required scope',
      status: 403,
      code: 'insufficient_scope',
    };
    const { page, faults } = await open(({ page: opened }) =>
      opened.route(/\/v1\/webhooks/, (route) =>
        route.fulfill({ status: 403, contentType: 'application/problem+json', json: refused }),
      ),
    );
    await page.getByRole('alert').getByText('You are not allowed to do this').waitFor();
    expect(await page.getByText('All is well').count()).toBe(0);
    expect(faults.splice(0)).toEqual([expect.stringContaining('403')]);
  });

  withPractice('counts the events that wait for a mapping, and leads to them', async (practice) => {
    const { api, clientId, open } = practice;
    const integration = await api.integrations.create({
      body: { client_id: clientId, provider: 'retell', name: 'Front desk', webhook_secret: webhookSecret },
    });
    const { events } = newCall('retell');
    for (const payload of events) await deliver(integration, payload);
    await eventually(async () => {
      const { data } = await api.integrations.list({
        query: { client_id: clientId, expand: ['parked_events'] },
      });
      expect(data[0]?.parked_events).toBe(events.length);
    });
    const { page } = await open();
    await page.getByRole('link', { name: `${events.length} events parked` }).click();
    await page.getByRole('heading', { name: 'Front desk' }).waitFor();
    await page.getByRole('rowheader').first().waitFor();
    expect(await page.getByRole('rowheader').count()).toBe(events.length);
  });
});
