import type { Page, Request } from 'playwright-core';
import { pageScript } from './page-script.ts';

type Steps = readonly (readonly string[])[];

/**
 * Opens pages and answers their requests to the API in steps: none is answered before the page has made all
 * that it can make without the answers.
 */
export const stepwise = async (page: Page) => {
  const script = await pageScript('held-requests.ts', 'requests');
  await page.addInitScript(`${script}; globalThis.requests = requests;`);
  const loading = new Set<Request>();
  const end = (request: Request) => loading.delete(request);
  page
    .on('request', (request) => {
      if (/^(script|stylesheet)$/.test(request.resourceType())) loading.add(request);
    })
    .on('requestfinished', end)
    .on('requestfailed', end);

  /** Waits until all scripts were read and have run, and returns how many requests are held. */
  const rested = async (): Promise<number> => {
    for (let before = -1; ; ) {
      const now = await page.evaluate<number>('requests.rest()');
      if (loading.size === 0 && now === before) return now;
      before = loading.size === 0 ? now : -1;
    }
  };

  /** The requests of each step until the page is complete. */
  return async (url: string, ready: (page: Page) => Promise<void>): Promise<Steps> => {
    await page.goto(url);
    const is = { complete: false };
    const awaited: Promise<void>[] = [];
    for (;;) {
      if ((await rested()) > 0) await page.evaluate('requests.answer()');
      const steps = await page.evaluate<Steps>('requests.steps');
      if (is.complete) return steps;
      // No page is complete before it is known who is signed in.
      if (awaited.length === 0 && steps.length >= 2) {
        const completed = ready(page).then(() => {
          is.complete = true;
        });
        awaited.push(completed);
      }
      await Promise.race([page.evaluate('requests.held()'), ...awaited]);
    }
  };
};
