import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { organization, platform } from '../../fixtures.ts';
import { newPage, startBrowser } from '../../support/browser.ts';

let browser: Browser | undefined;

beforeAll(async () => {
  browser = await startBrowser();
});

afterAll(() => browser?.close());

/** Opens the reference, and notes what it asks for and complains of. */
const open = async (started: Browser, anchor: string) => {
  const page = await newPage(started);
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${platform.base_url}/v1/reference${anchor}`);
  return { page, requests, complaints };
};

const foreign = (requests: readonly string[]) =>
  requests.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(`${platform.base_url}/v1/`));

const operationShown = (page: Page, summary: string) =>
  page.getByRole('heading', { name: summary }).first().waitFor();

test('the reference shows operations, loads nothing from elsewhere and complains of nothing', async ({
  skip,
}) => {
  if (!browser) return skip('There is no browser');
  const { page, requests, complaints } = await open(browser, '#tag/agents/POST/v1/agents');
  await operationShown(page, 'Create an agent');
  await page.getByText('Repeating a request').first().waitFor({ state: 'attached' });
  expect(requests.length).toBeGreaterThan(2);
  expect(foreign(requests)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.close();
});

test('a request that is sent from the reference is answered', async ({ skip }) => {
  if (!browser) return skip('There is no browser');
  const { client, key } = await organization();
  const { page, requests, complaints } = await open(browser, '#tag/me/GET/v1/me');
  await page.getByPlaceholder('Token').first().fill(key);
  await page.getByRole('button', { name: /Test Request.*get \/v1\/me/ }).click();
  const answered = page.waitForResponse(`${platform.base_url}/v1/me`);
  await page.locator('[data-addressbar-action=send]:visible').first().click();
  expect(await (await answered).json()).toMatchObject({ client: { id: client.id } });
  expect(foreign(requests)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.close();
});

test('the page lets in no script of another origin, and stays out of frames', async () => {
  const { headers } = await fetch(`${platform.base_url}/v1/reference`);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
});
