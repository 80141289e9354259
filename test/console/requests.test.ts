import { expect } from 'vitest';
import { createClient } from '../../clients/typescript/src/index.ts';
import { consoleTests } from '../support/console-tests.ts';
import { pagesOf } from './pages.ts';
import { stepwise } from './steps.ts';

const test = consoleTests();

/** Only an organization with statements has a subscription, so that one request has to follow them. */
const subscription = /\/subscription$/;

/** Only the queue says which call is reviewed first, so that the requests for it have to follow. */
const reviewed = /\/(conversations|analyses)\/\w+(\?|$)/;

/** Only a widget says whose branding and which agent its preview has. */
const previewed = /\/(clients|agents)\/\w+(\?|$)/;

const isFollowing = (name: string, request: string): boolean =>
  subscription.test(request) ||
  (name === 'reviews' && reviewed.test(request)) ||
  (name === 'widget' && previewed.test(request));

test('every page is complete after two requests in a row: who is signed in, and all that it shows', async (console) => {
  const { base_url, api_key } = console.local.description;
  const pages = await pagesOf(createClient({ baseUrl: base_url, apiKey: api_key }));
  const { page } = await console.signIn(api_key);
  const stepsOf = await stepwise(page);
  const found: Record<string, readonly string[]> = {};
  for (const { name, path, ready } of pages) {
    // A talk asks for each of its parts when somebody speaks.
    if (name === 'talk') continue;
    const late = async (): Promise<readonly string[]> =>
      (await stepsOf(`${base_url}${path}`, ready))
        .slice(2)
        .flat()
        .filter((request) => !isFollowing(name, request));
    // A request that only came late, and did not have to, is not late twice.
    if ((await late()).length > 0) {
      const again = await late();
      if (again.length > 0) found[name] = again;
    }
  }
  expect(found).toEqual({});
});
