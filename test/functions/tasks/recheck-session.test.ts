import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiProblem } from '#lib/local/client.ts';
import type { TaskItem } from '#lib/store/tasks/tasks.ts';
import type { Background } from '../../support/background.ts';
import { backgroundOf } from '../../support/background.ts';
import { Browser } from '../../support/browsing.ts';
import { eventually } from '../../support/eventually.ts';
import { startIndependentIssuer } from '../../support/independent-issuer.ts';
import type { OwnPlatform } from '../../support/own-platform.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';
import { peopleOf } from '../../support/people.ts';
import type { Users } from '../../support/users.ts';
import { usersOf } from '../../support/users.ts';

let platform: OwnPlatform;
let users: Users;
let background: Background;

beforeAll(async () => {
  platform = await startOwnPlatform({ following: false });
  console.warn = () => {};
  users = usersOf(platform.description);
  background = backgroundOf(platform.description);
});
afterAll(() => platform.close());

const minute = 60_000;

/** A provider that gives refresh tokens, and a person who has signed in through it. */
const signedIn = async (grants: Parameters<typeof startIndependentIssuer>[2]) => {
  const { client } = await users.organization();
  const body = { client_id: client.id, recheck_minutes: 30 };
  const provider = await startIndependentIssuer(users.operator, body, grants);
  const browser = await provider.signIn(platform.description.base_url);
  const tasks = () => background.tasksOf(['recheck_session'], [provider.connection.id]);
  return { provider, browser, tasks };
};

const refreshing = ['authorization_code', 'refresh_token'] as const;

const sessionOf = async (browser: Browser) => {
  const [session] = (await browser.api('none').sessions.list()).data;
  return session;
};

/** A session is remembered for ten seconds. */
const expectEnded = (browser: Browser) =>
  eventually(async () => {
    const refusal = await browser
      .api('none')
      .me.get()
      .catch((error: unknown) => error);
    expect((refusal as ApiProblem).status).toBe(401);
  });

const minutesUntil = ({ due }: Pick<TaskItem, 'due'>): number =>
  Math.round((Date.parse(due) - Date.now()) / minute);

test('a session goes on as long as its provider renews the refresh token, and ends when it does not', async () => {
  const { provider, browser, tasks } = await signedIn(refreshing);
  const session = await sessionOf(browser);
  expect(Date.parse(session?.expires_at ?? '') - Date.parse(session?.created_at ?? '')).toBe(
    12 * 60 * minute,
  );
  for (const run of [1, 2]) {
    const [task] = (await tasks()) as [TaskItem];
    expect(minutesUntil(task)).toBe(30);
    expect(JSON.stringify(task)).not.toContain('"refresh_token":"eyJ');
    await background.runTask(task);
    expect(provider.refreshTokens).toHaveLength(run + 1);
  }
  expect((await browser.api('none').me.get()).person?.name).toBe('Pia');

  await Promise.all(provider.refreshTokens.map((token) => token.destroy()));
  const [last] = (await tasks()) as [TaskItem];
  await background.runTask(last);
  expect(await tasks()).toEqual([]);
  await expectEnded(browser);
  provider.close();
});

test('a provider that is down ends no session at once, and every session in the end', async () => {
  const { provider, browser, tasks } = await signedIn(refreshing);
  provider.close();
  const [first] = (await tasks()) as [TaskItem];
  await background.runTask(first);
  const [task] = (await tasks()) as [TaskItem];
  expect(minutesUntil(task)).toBe(6);
  expect((await browser.api('none').me.get()).person?.name).toBe('Pia');

  const checked_at = new Date(Date.now() - 60 * minute).toISOString();
  const state = JSON.stringify({ ...JSON.parse(task.state ?? '{}'), checked_at });
  await background.table.put({ ...task, state });
  await background.runTask(task);
  expect(await tasks()).toEqual([]);
  await expectEnded(browser);
});

test('a session without a refresh token ends when it would have been rechecked', async () => {
  const { provider, browser, tasks } = await signedIn(['authorization_code']);
  const session = await sessionOf(browser);
  expect(Date.parse(session?.expires_at ?? '') - Date.parse(session?.created_at ?? '')).toBe(30 * minute);
  expect(await tasks()).toEqual([]);
  provider.close();
});

test('a refresh token that no provider would give is not kept', async () => {
  const { client } = await users.organization();
  const { connect } = peopleOf(platform.description.base_url, users);
  const refresh_token = 'x'.repeat(20_000);
  const behavior = { tokens: (answer: object) => ({ body: { ...answer, refresh_token } }) };
  const { connection } = await connect(client.id, { behavior, recheck_minutes: 30 });
  const browser = new Browser(platform.description.base_url);
  expect((await browser.signIn({ connection_id: connection.id })).status).toBe(200);
  const session = await sessionOf(browser);
  expect(Date.parse(session?.expires_at ?? '') - Date.parse(session?.created_at ?? '')).toBe(30 * minute);
});

test('a session that is over, or need not be rechecked any more, is left alone', async () => {
  const { provider, browser, tasks } = await signedIn(refreshing);
  const asked = provider.refreshTokens.length;
  await browser.api('none').sessions.remove();
  const [over] = (await tasks()) as [TaskItem];
  await background.runTask(over);

  const kept = await provider.signIn(platform.description.base_url);
  const params = { connection_id: provider.connection.id };
  await users.operator.connections.update({ params, body: { recheck_minutes: null } });
  const [task] = (await tasks()) as [TaskItem];
  await background.runTask(task);
  expect(await tasks()).toEqual([]);
  expect(provider.refreshTokens).toHaveLength(asked + 1);
  expect((await kept.api('none').me.get()).person?.name).toBe('Pia');
  provider.close();
});
