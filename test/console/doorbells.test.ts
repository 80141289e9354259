import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { WebSocketServer } from 'ws';
import { consoleTests } from '../support/console-tests.ts';
import type { Organization } from '../support/users.ts';
import { usersOf } from '../support/users.ts';

const consoleTest = consoleTests();

/** Stops all that a page does every two seconds or less often, so that only a socket makes it read again. */
const stopPolling = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const { setInterval: every, setTimeout: after } = globalThis;
    const seldom = 2000;
    const patched = {
      setInterval: (run: () => void, ms = 0) => (ms >= seldom ? 0 : every(run, ms)),
      setTimeout: (run: () => void, ms = 0) => (ms >= seldom ? 0 : after(run, ms)),
    };
    Object.assign(globalThis, patched);
  });
};

const withOrganization = (
  name: string,
  use: (
    org: Organization,
    open: (path: string, prepare: (page: Page) => Promise<void>) => Promise<Page>,
    faultsOf: () => string[],
  ) => Promise<void>,
): void =>
  consoleTest(name, async (console) => {
    const org = await usersOf(console.local.description).organization();
    const faults: string[][] = [];
    const open = async (path: string, prepare: (page: Page) => Promise<void>): Promise<Page> => {
      const tab = await console.signIn(org.key, '/');
      faults.push(tab.faults);
      await prepare(tab.page);
      await tab.page.goto(`${console.local.description.base_url}${path}`);
      return tab.page;
    };
    await use(org, open, () => faults.flatMap((each) => each.splice(0)));
  });

// One after the other: a browser keeps both cores busy.
describe('A page that a socket rings', { concurrent: false }, () => {
  withOrganization(
    'follows a conversation, and all of an organization, without polling',
    async (org, open) => {
      const { id: agent_id } = await org.api.agents.create({ body: { name: 'Mia' } });
      const begin = (name: string) =>
        org.api.conversations.create({ body: { agent_id, channel: 'chat', caller: { name } } });
      const say = (conversation_id: string, index: number, text: string) =>
        org.api.transcripts.append({
          params: { conversation_id },
          body: { turns: [{ index, role: 'user', text }] },
        });
      const { id } = await begin('Ada');
      await say(id, 0, 'Good morning.');
      const live = await open('/live', stopPolling);
      const card = live.getByRole('article', { name: 'Ada' });
      await card.getByText('Good morning.').waitFor();
      const call = await open(`/conversations/${id}`, stopPolling);
      const said = call.getByRole('list', { name: 'Transcript' });
      await said.getByText('Good morning.').waitFor();
      for (const [at, text] of ['I have a toothache.', 'Since Monday.', 'Thank you.'].entries()) {
        await say(id, at + 1, text);
        await Promise.all([card.getByText(text).waitFor(), said.getByText(text).waitFor()]);
      }
      await begin('Grace');
      await live.getByRole('article', { name: 'Grace' }).waitFor();
      await org.api.conversations.update({ params: { conversation_id: id }, body: { status: 'completed' } });
      await card.waitFor({ state: 'detached' });
      await call.getByText('In progress').first().waitFor({ state: 'detached' });
    },
  );

  withOrganization('shows chats that wait for a person, without polling', async (org, open) => {
    const { id: agent_id } = await org.api.agents.create({ body: { name: 'Mia' } });
    const inbox = await open('/inbox', stopPolling);
    await inbox.getByRole('heading', { name: 'Inbox' }).waitFor();
    const { id: conversation_id } = await org.api.chats.create({
      params: { agent_id },
      body: { caller: { name: 'Ada' } },
    });
    await org.api.handovers.create({ params: { conversation_id }, body: { reason: 'A refund' } });
    await inbox.getByText('A refund').first().waitFor();
  });

  withOrganization(
    'counts who waits in the navigation, by one socket for a whole page',
    async (org, open) => {
      const { id: agent_id } = await org.api.agents.create({ body: { name: 'Mia' } });
      const { id: conversation_id } = await org.api.chats.create({ params: { agent_id }, body: {} });
      const opened: string[] = [];
      const page = await open('/agents', async (prepared) => {
        await stopPolling(prepared);
        prepared.on('websocket', (socket) => opened.push(socket.url()));
      });
      await page.getByRole('link', { name: 'Mia' }).waitFor();
      await org.api.handovers.create({ params: { conversation_id }, body: {} });
      const navigation = page.getByRole('navigation', { name: 'Main' });
      await navigation.getByRole('link', { name: /1 chat is waiting/ }).waitFor();
      await navigation.getByRole('link', { name: 'Live' }).press('Enter');
      await page.getByRole('article').waitFor();
      await navigation.getByRole('link', { name: /^Inbox/ }).press('Enter');
      await page.getByRole('heading', { name: 'Inbox' }).waitFor();
      await org.api.handovers.remove({ params: { conversation_id } });
      await page.getByRole('heading', { name: 'Nobody is waiting' }).waitFor();
      expect(opened.length).toBe(1);
    },
  );

  withOrganization('counts who waits by asking where there is no socket', async (org, open, faultsOf) => {
    const { id: agent_id } = await org.api.agents.create({ body: { name: 'Mia' } });
    const { id: conversation_id } = await org.api.chats.create({ params: { agent_id }, body: {} });
    const page = await open('/agents', async (prepared) => {
      await prepared.clock.install();
      await prepared.route('**/v1/live-tickets', (route) => route.fulfill({ status: 503, body: '' }));
    });
    await page.getByRole('link', { name: 'Mia' }).waitFor();
    await org.api.handovers.create({ params: { conversation_id }, body: {} });
    await page.clock.fastForward(20_000);
    await page.getByRole('link', { name: /1 chat is waiting/ }).waitFor();
    expect(faultsOf().join()).toContain('503');
  });

  consoleTest('leaves a page whose socket has not opened without a complaint', async (console) => {
    const { organization, makeKey } = usersOf(console.local.description);
    const org = await organization();
    // The navigation of somebody who answers no chats has no socket.
    const key = await makeKey(org.client.id, ['conversations:read', 'agents:read']);
    const server = createServer();
    const held = once(server, 'upgrade');
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const { page } = await console.signIn(key, '/', { bypassCSP: true });
    await page.route('**/v1/live-tickets', (route) =>
      route.fulfill({ json: { url: `ws://127.0.0.1:${port}`, expires_at: new Date().toISOString() } }),
    );
    await page.getByRole('link', { name: 'Live', exact: true }).click();
    const [request, socket, head] = (await held) as [IncomingMessage, Duplex, Buffer];
    const closed = once(socket, 'close');
    await page.getByRole('link', { name: 'Agents', exact: true }).click();
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
    new WebSocketServer({ noServer: true }).handleUpgrade(request, socket, head, () => {});
    await closed;
    server.close();
  });

  withOrganization('polls where it gets no socket', async (org, open, faultsOf) => {
    const { id: agent_id } = await org.api.agents.create({ body: { name: 'Mia' } });
    const live = await open('/live', async (page) => {
      await page.route('**/v1/live-tickets', (route) => route.fulfill({ status: 503, body: '' }));
    });
    await live.getByRole('heading', { name: 'Nobody is talking right now' }).waitFor();
    await org.api.conversations.create({ body: { agent_id, channel: 'chat', caller: { name: 'Ada' } } });
    await live.getByRole('article', { name: 'Ada' }).waitFor();
    expect(faultsOf().join()).toContain('503');
  });
});
