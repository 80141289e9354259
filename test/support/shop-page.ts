import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { inject } from 'vitest';
import { bundleWidget, workletOfWidget } from '#lib/console/widget.ts';
import { organization, platform } from '../fixtures.ts';
import { newPage, startBrowser } from './browser.ts';
import { planAnswers } from './model-server.ts';
import { newWidget, shop } from './widgets.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A browser whose visitors have a microphone. */
export const startVisitors = (more: readonly string[] = []) =>
  startBrowser([
    '--use-fake-device-for-media-stream',
    '--autoplay-policy=no-user-gesture-required',
    // The shop is no site of this machine, and the platform is.
    '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests',
    ...more,
  ]);

/**
 * The platform's host as pages of others see it, with the files of the widget. A test cannot route the code
 * of an audio thread, so somebody has to serve it.
 */
export const startHost = async () => {
  const files: Readonly<Record<string, string>> = {
    '/widget/1/widget.js': await bundleWidget(),
    '/widget/1/worklet.js': await workletOfWidget(),
  };
  const server = createServer((incoming, outgoing) => {
    const { url = '', method = '', headers } = incoming;
    const file = files[url];
    if (file !== undefined) {
      outgoing
        .writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' })
        .end(file);
      return;
    }
    const forwarded = request(`${platform.base_url}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

export interface Embedding {
  /** The host of the widget's files and of the API; absent: the platform's, whose files are routed. */
  readonly host?: string;
  readonly answers?: readonly object[];
  readonly widget?: object;
  readonly agent?: object;
  readonly body?: (id: string) => string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly reducedMotion?: 'reduce';
  readonly init?: string;
  readonly permissions?: readonly string[];
  /** Prepares the page, before it is opened. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** A strict policy: no inline code or styles, and the platform’s host alone. */
const policy = (host: string): string =>
  `default-src 'none'; script-src ${host}; connect-src ${host}; img-src data:; style-src 'nonce-x'`;

/** A shop’s page that shows a widget, as its files come from the platform’s host. */
export const openShop = async (used: Browser, embedding: Embedding = {}) => {
  const { answers = [], widget = {}, agent = {}, init, permissions = [], ...more } = embedding;
  const org = await organization();
  const marker = randomUUID();
  await planAnswers(inject('modelServer'), marker, [...answers]);
  const { id } = await newWidget(
    org,
    { origins: [shop], ...widget },
    { prompt: `You are Pia. (${marker})`, model: { id: 'test-model' }, disclosure: '', ...agent },
  );
  const host = more.host ?? platform.base_url;
  const context = await used.newContext({
    viewport: more.viewport ?? { width: 1280, height: 800 },
    permissions: [...permissions],
    ...(more.reducedMotion && { reducedMotion: more.reducedMotion }),
  });
  const page = await newPage(context);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /policy|CORS/i.test(message.text())) problems.push(message.text());
  });
  if (init) await page.addInitScript(init);
  await more.prepare?.(page);
  if (!more.host) {
    const script = { contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' } };
    const body = await bundleWidget();
    await page.route(`${host}/widget/1/widget.js`, (route) => route.fulfill({ ...script, body }));
  }
  const element = more.body?.(id) ?? `<voice-agent widget="${id}"></voice-agent>`;
  await page.route(`${shop}/`, (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': policy(host) },
      body: `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1><p>Shoes</p></main>
        <script type="module" src="${host}/widget/1/widget.js"></script>${element}</html>`,
    }),
  );
  await page.goto(`${shop}/`);
  const turns = async () => {
    const { data } = await org.api.conversations.list({ query: { metadata: { widget_id: id } } });
    const params = { conversation_id: data[0]?.id ?? '' };
    return (await org.api.transcripts.get({ params, query: {} })).data;
  };
  const conversationId = async () => {
    const { data } = await org.api.conversations.list({ query: { metadata: { widget_id: id } } });
    return data[0]?.id ?? '';
  };
  return { org, id, page, problems, turns, conversationId, close: () => context.close() };
};

export const message = (page: Page, text: string) => page.locator('.message', { hasText: text });

export const write = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('textbox').fill(text);
  await page.keyboard.press('Enter');
};

export const violationsIn = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: checks } = globalThis as unknown as {
      axe: { run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await checks.run({ resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
};
