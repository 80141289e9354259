import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Message } from '#lib/contract/webhooks.ts';
import { maxWebhooks } from '#lib/contract/webhooks.ts';
import { hourMs, minuteMs, secondMs } from '#lib/domain/durations.ts';
import type { Deliveries } from '../../support/deliveries.ts';
import { deliveriesOf } from '../../support/deliveries.ts';
import { eventually } from '../../support/eventually.ts';
import type { OwnPlatform } from '../../support/own-platform.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';
import type { Answering, Received, Receiver } from '../../support/receiver.ts';
import { answering, startReceiver } from '../../support/receiver.ts';
import type { Organization, Users } from '../../support/users.ts';
import { usersOf } from '../../support/users.ts';

/*
 * Attempts at times that the tests set: nothing is delivered unless a test runs the task.
 */

let platform: OwnPlatform;
let users: Users;
let deliveries: Deliveries;
const receivers: Receiver[] = [];

beforeAll(async () => {
  platform = await startOwnPlatform({ following: false });
  users = usersOf(platform.description);
  deliveries = await deliveriesOf(platform);
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  for (const receiver of receivers) await receiver.close();
  await platform.close();
});

type WebhookBody = Partial<Parameters<Users['operator']['webhooks']['create']>[0]['body']>;

let made = 0;
let shared: Promise<Organization>;

/** An organization for a few webhooks that receive only what is sent to test them. */
const sharedOrganization = (): Promise<Organization> => {
  if (made % maxWebhooks === 0) shared = users.organization();
  made += 1;
  return shared;
};

/** A webhook, by default of a shared organization, and the server that it posts to. */
const receiving = async (answer: Answering, body: WebhookBody = {}, org?: Organization) => {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  const { api, client } = org ?? (await sharedOrganization());
  const webhook = await api.webhooks.create({ body: { url: receiver.url, events: ['ping'], ...body } });
  const params = { webhook_id: webhook.id };
  const message = (message_id: string): Promise<Message> =>
    api.webhookMessages.get({ params: { ...params, message_id } });
  /** Makes the attempts that are due. */
  const attempt = async (): Promise<void> => {
    const now = new Date().toISOString();
    for (const task of await deliveries.tasksOf(webhook.id)) {
      if (task.due <= now) await deliveries.run(task);
    }
  };
  return { api, client, receiver, webhook, params, message, attempt };
};

/**
 * Makes the attempts to deliver a message, each at its time, until there is no next one: the pauses between
 * them.
 */
const untilGivenUp = async (
  { message, attempt }: Pick<Awaited<ReturnType<typeof receiving>>, 'message' | 'attempt'>,
  id: string,
): Promise<number[]> => {
  const pauses: number[] = [];
  for (;;) {
    await attempt();
    const { next_attempt_at } = await message(id);
    if (next_attempt_at === null) return pauses;
    pauses.push(Date.parse(next_attempt_at) - Date.now());
    // A moment before, nothing is due.
    vi.setSystemTime(Date.parse(next_attempt_at) - 1);
    const { attempt_count } = await message(id);
    await attempt();
    expect((await message(id)).attempt_count).toBe(attempt_count);
    vi.setSystemTime(next_attempt_at);
  }
};

const verifiedWith = (secret: string, { text, headers }: Received): unknown =>
  new Webhook(secret).verify(text, headers as Record<string, string>);

test('a key that narrows and redirects a webhook receives nothing that it may not read', async () => {
  const hook = await receiving(answering(500), { events: ['*'] }, await users.organization());
  const { id: agent_id } = await hook.api.agents.create({ body: { name: 'Reception' } });
  await deliveries.follow();
  await hook.attempt();
  expect(hook.receiver.about(agent_id)).toHaveLength(1);
  const elsewhere = await startReceiver(answering(200));
  receivers.push(elsewhere);
  const weak = users.clientFor(await users.makeKey(hook.client.id, ['webhooks:read', 'webhooks:write']));
  const body = { url: elsewhere.url, events: ['ping' as const] };
  await weak.webhooks.replace({ params: hook.params, body });

  const { data } = await weak.webhookMessages.list({ params: hook.params });
  const [about] = data.filter(({ entity_id }) => entity_id === agent_id);
  const message_id = about?.id ?? '';
  const since = '2026-01-01T00:00:00Z';
  expect(await weak.webhooks.replay({ params: hook.params, body: { since } })).toEqual({ messages: 0 });
  await weak.webhookMessages.resend({ params: { ...hook.params, message_id } });
  await hook.attempt();
  expect(await hook.message(message_id)).toMatchObject({ status: 'failed', next_attempt_at: null });
  expect(elsewhere.received).toEqual([]);

  // A test message is sent whatever events the webhook receives.
  await weak.webhooks.test({ params: hook.params });
  await hook.attempt();
  expect(elsewhere.received.map(({ body }) => body.type)).toEqual(['ping']);
});

describe('By the clock', { concurrent: false }, () => {
  test('a message that is refused is tried eight times in 28 hours, and then has failed', async () => {
    const hook = await receiving(answering(500, {}, 'Out of order'));
    const { id } = await hook.api.webhooks.test({ params: hook.params });
    const pauses = await untilGivenUp(hook, id);
    const expected = [
      5 * secondMs,
      5 * minuteMs,
      30 * minuteMs,
      2 * hourMs,
      5 * hourMs,
      10 * hourMs,
      10 * hourMs,
    ];
    expect(pauses).toHaveLength(expected.length);
    for (const [at, pause] of expected.entries()) {
      expect(pauses[at]).toBeGreaterThanOrEqual(pause * 0.9 - 1000);
      expect(pauses[at]).toBeLessThanOrEqual(pause * 1.1);
    }
    const message = await hook.message(id);
    expect(message).toMatchObject({ status: 'failed', attempt_count: 8, next_attempt_at: null });
    expect(message.attempts).toHaveLength(8);
    expect(message.attempts[0]).toEqual({
      at: expect.any(String),
      status_code: 500,
      duration_ms: expect.any(Number),
      error: 'The server answered 500',
      response: 'Out of order',
    });
    const times = message.attempts.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
    // Each attempt has the same id and body, and a signature of its own time.
    const { received } = hook.receiver;
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));
    expect(new Set(received.map(({ text }) => text)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(8);
    expect(verifiedWith(hook.webhook.secret, received.at(-1) as Received)).toMatchObject({ type: 'ping' });
    expect(await deliveries.tasksOf(hook.webhook.id)).toEqual([]);
  });

  test.for([
    ['is waited for', 429, '60', 60],
    ['is waited for after a 503 as well', 503, '60', 60],
    ['is waited for until a date', 429, 'date', 120],
    ['counts up to the pause after the next one', 429, '86400', 300],
    ['that is shorter than the pause changes nothing', 429, '1', 5],
    ['that cannot be read changes nothing', 429, 'soon', 5],
    ['of another answer changes nothing', 500, '60', 5],
  ] as const)('Retry-After %s', async ([, status, header, seconds]) => {
    vi.setSystemTime(Date.now());
    const retryAfter = header === 'date' ? new Date(Date.now() + 120_000).toUTCString() : header;
    const hook = await receiving(answering(status, { 'retry-after': retryAfter }));
    const { id } = await hook.api.webhooks.test({ params: hook.params });
    await hook.attempt();
    const { next_attempt_at } = await hook.message(id);
    const pause = (Date.parse(next_attempt_at ?? '') - Date.now()) / 1000;
    expect(pause).toBeGreaterThanOrEqual(seconds * 0.9 - 2);
    expect(pause).toBeLessThanOrEqual(seconds * 1.1);
  });

  test('five days of nothing but failures disable a webhook, and other webhooks receive that event', async () => {
    const org = await users.organization();
    const hook = await receiving(answering(500), { events: ['agent.created'] }, org);
    const other = await receiving(answering(200), { events: ['webhook.disabled'] }, org);
    const began = Date.now();
    const failing = async () => (await hook.api.webhooks.get({ params: hook.params })).failing_since;
    expect(await failing()).toBeNull();
    for (let hours = 0; hours < 120; hours += 20) {
      vi.setSystemTime(began + hours * hourMs);
      await hook.api.webhooks.test({ params: hook.params });
      await hook.attempt();
      const { status } = await hook.api.webhooks.get({ params: hook.params });
      expect([hours, status]).toEqual([hours, 'enabled']);
    }
    expect(Date.parse((await failing()) ?? '') - began).toBeLessThan(minuteMs);
    vi.setSystemTime(began + 121 * hourMs);
    const { id } = await hook.api.webhooks.test({ params: hook.params });
    await hook.attempt();
    expect(await hook.api.webhooks.get({ params: hook.params })).toMatchObject({
      status: 'disabled',
      disabled_reason: 'failing',
    });
    expect((await hook.message(id)).status).toBe('failed');

    // Nothing more is sent, and what was pending has failed: it can be recovered.
    const sent = hook.receiver.received.length;
    vi.setSystemTime(began + 170 * hourMs);
    await hook.attempt();
    expect(hook.receiver.received).toHaveLength(sent);
    const pending = await hook.api.webhookMessages.list({
      params: hook.params,
      query: { status: 'pending' },
    });
    expect(pending.data).toEqual([]);

    await deliveries.follow();
    await other.attempt();
    expect(other.receiver.about(hook.webhook.id).map(({ body }) => [body.type, body.data])).toEqual([
      ['webhook.disabled', { id: hook.webhook.id, disabled_reason: 'failing' }],
    ]);
  });

  test('a success ends an outage, and failures a week apart are none', async () => {
    const flaky = await receiving(answering(500));
    const began = Date.now();
    for (let days = 0; days < 9; days += 1) {
      vi.setSystemTime(began + days * 24 * hourMs);
      flaky.receiver.answer = answering(days === 3 ? 200 : 500);
      await flaky.api.webhooks.test({ params: flaky.params });
      // Only its first attempt: the others of the day would be the same.
      const [task] = (await deliveries.tasksOf(flaky.webhook.id))
        .filter(({ id }) => id.endsWith('#0'))
        .slice(-1);
      if (task) await deliveries.run(task);
      if (days === 3)
        expect((await flaky.api.webhooks.get({ params: flaky.params })).failing_since).toBeNull();
    }
    expect((await flaky.api.webhooks.get({ params: flaky.params })).status).toBe('enabled');

    const quiet = await receiving(answering(500));
    for (let weeks = 0; weeks < 4; weeks += 1) {
      vi.setSystemTime(began + weeks * 7 * 24 * hourMs);
      await quiet.api.webhooks.test({ params: quiet.params });
      const [task] = (await deliveries.tasksOf(quiet.webhook.id)).slice(-1);
      if (task) await deliveries.run(task);
    }
    expect((await quiet.api.webhooks.get({ params: quiet.params })).status).toBe('enabled');
  });

  test('during a rotation both secrets verify a message, and afterwards only the new one', async () => {
    const hook = await receiving(answering(200));
    const { params, receiver } = hook;
    const rotated = await hook.api.webhooks.rotate({ params, body: { overlap_seconds: 3600 } });
    expect(rotated.secret).not.toBe(hook.webhook.secret);
    await hook.api.webhooks.test({ params });
    await hook.attempt();
    const [during] = receiver.received as [Received];
    for (const secret of [hook.webhook.secret, rotated.secret]) {
      expect(verifiedWith(secret, during)).toMatchObject({ type: 'ping' });
    }
    vi.setSystemTime(Date.now() + 3601 * secondMs);
    await hook.api.webhooks.test({ params });
    await hook.attempt();
    const after = receiver.received.at(-1) as Received;
    expect(verifiedWith(rotated.secret, after)).toMatchObject({ type: 'ping' });
    expect(() => verifiedWith(hook.webhook.secret, after)).toThrow();
    expect(String(after.headers['webhook-signature']).split(' ')).toHaveLength(1);
  });

  test('a message is sent again after a run that was cut off, once its lease has ended', async () => {
    const hung: ServerResponse[] = [];
    const hook = await receiving((_, response) => void hung.push(response));
    const { id } = await hook.api.webhooks.test({ params: hook.params });
    const [task] = await deliveries.tasksOf(hook.webhook.id);
    if (!task) throw new Error('There is no task');
    // The process was killed between the request and its answer: nothing of this run is written any more.
    const cutOff = deliveries.run(task, 40_000).catch(() => {});
    await eventually(() => expect(hung).toHaveLength(1));
    const before = await deliveries.table.get({ pk: task.pk, sk: task.sk });
    hook.receiver.answer = answering(200);
    await deliveries.run(task);
    expect(hook.receiver.received).toHaveLength(1);
    const { lease = '' } = before as { lease?: string };
    vi.setSystemTime(Date.parse(lease) + 1);
    await deliveries.run(task);
    vi.useRealTimers();
    expect(hook.receiver.received).toHaveLength(2);
    expect(await hook.message(id)).toMatchObject({ status: 'delivered', attempt_count: 1 });
    expect(await deliveries.tasksOf(hook.webhook.id)).toEqual([]);
    for (const response of hung) response.destroy();
    await cutOff;
    // Had that run gone on, it would have changed nothing that is decided.
    expect((await hook.message(id)).status).toBe('delivered');
  });

  test('no more messages a second are sent than the webhook takes', async () => {
    const hook = await receiving(answering(200), { per_second: 1 });
    vi.setSystemTime(Date.now());
    const began = Date.now();
    for (let at = 0; at < 5; at += 1) await hook.api.webhooks.test({ params: hook.params });
    const moments: number[] = [];
    hook.receiver.answer = (received, response) => {
      moments.push(Date.now());
      return answering(200)(received, response, undefined as never);
    };
    for (let seconds = 0; moments.length < 5 && seconds < 10; seconds += 1) {
      vi.setSystemTime(began + seconds * secondMs);
      await hook.attempt();
    }
    expect(moments).toHaveLength(5);
    // One of the next second is waited for, which the clock of the test does not show.
    for (const [at, moment] of moments.entries())
      expect(began + at * 1000 - moment).toBeLessThanOrEqual(1500);
    expect((moments.at(-1) ?? 0) - began).toBeGreaterThanOrEqual(3000);
  });

  test.for([100, null])(
    'messages that wait for their turn are sent when the limit becomes %s',
    async (raised) => {
      const hook = await receiving(answering(500), { per_second: 1 });
      vi.setSystemTime(Date.now());
      const began = Date.now();
      const { id: failed } = await hook.api.webhooks.test({ params: hook.params });
      await hook.attempt();
      expect(await hook.message(failed)).toMatchObject({ attempt_count: 1, status: 'pending' });
      const ids: string[] = [];
      for (let at = 0; at < 5; at += 1) ids.push((await hook.api.webhooks.test({ params: hook.params })).id);
      await hook.attempt();
      const waiting = async () =>
        (await deliveries.tasksOf(hook.webhook.id)).filter(({ state }) => state !== undefined).length;
      expect(await waiting()).toBeGreaterThanOrEqual(4);
      const { url, events } = hook.webhook;
      const raise = (per_second: number | null) =>
        hook.api.webhooks.replace({ params: hook.params, body: { url, events, per_second } });
      await raise(raised);
      for (const task of await deliveries.tasksOf(hook.webhook.id, 'tend_webhook'))
        await deliveries.run(task);
      await hook.attempt();
      const attempted = async () =>
        Promise.all([failed, ...ids].map(async (id) => (await hook.message(id)).attempt_count));
      // The one that failed before waits for its next attempt.
      expect(await attempted()).toEqual([1, 1, 1, 1, 1, 1]);

      // The tasks that waited by the limit before make no further attempt.
      const sent = hook.receiver.received.length;
      for (const task of await deliveries.tasksOf(hook.webhook.id)) {
        if (task.state === undefined) continue;
        vi.setSystemTime(Date.parse(task.due));
        await deliveries.run(task);
      }
      expect(hook.receiver.received).toHaveLength(sent);
      expect(await waiting()).toBe(0);

      // A limit that becomes lower changes nothing of what waits.
      vi.setSystemTime(began);
      await raise(1);
      const tending = (await deliveries.tasksOf(hook.webhook.id, 'tend_webhook')).map(({ state }) => state);
      expect(tending.filter((state) => state?.includes('hasten'))).toEqual([]);
    },
  );
});

/** Never ends the answer's body. */
const endless = (_: Received, response: ServerResponse): void => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('x'.repeat(10_000)), 1);
  response.once('close', () => clearInterval(timer));
};

/** Answers with a status and headers that Node's server would not send. */
const raw =
  (head: string): Answering =>
  (_, response) =>
    void response.socket?.write(`HTTP/1.1 ${head}\r\n\r\n`);

describe('A server', () => {
  test.for<[string, Answering, object, string | null]>([
    [
      'that redirects is not followed',
      answering(302, { location: '/elsewhere' }),
      { status_code: 302 },
      'The server answered 302. Redirects are not followed',
    ],
    ['that answers 404 has refused', answering(404), { status_code: 404 }, 'The server answered 404'],
    [
      'that resets the connection has failed',
      (_, response) => void response.destroy(),
      { status_code: null },
      'The server closed the connection early',
    ],
    [
      'that breaks its own protocol has failed',
      (_, response) => void response.socket?.end('nonsense\r\n\r\n'),
      { status_code: null },
      'The server closed the connection early',
    ],
    [
      'that switches protocols has refused',
      raw('101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket'),
      { status_code: 101, response: null },
      'The server answered 101',
    ],
    [
      'that answers with a status that does not exist has failed',
      raw('099 Almost\r\ncontent-length: 0'),
      { status_code: null },
      'The server’s answer is not valid HTTP',
    ],
    [
      'that never ends its answer has accepted',
      endless,
      { status_code: 200, response: 'x'.repeat(1024) },
      null,
    ],
    [
      'that does not begin its answer’s body has accepted',
      (_, response) => void response.writeHead(204).flushHeaders(),
      { status_code: 204, response: null },
      null,
    ],
    [
      'that breaks off its answer’s body has accepted',
      (_, response) =>
        void response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy()),
      { status_code: 200 },
      null,
    ],
    [
      'that takes its time with the body has accepted',
      (_, response) => void response.writeHead(201).write('begun'),
      { status_code: 201, response: 'begun' },
      null,
    ],
  ])('%s', async ([, answer, attempt, error]) => {
    const hook = await receiving(answer);
    const { id } = await hook.api.webhooks.test({ params: hook.params });
    await hook.attempt();
    const message = await hook.message(id);
    expect(message.attempts).toEqual([expect.objectContaining({ ...attempt, error })]);
    expect(message.status).toBe(error === null ? 'delivered' : 'pending');
    expect(hook.receiver.received).toHaveLength(1);
  });

  test('that does not answer within 15 seconds has failed, and its answer counts no more', async () => {
    const hook = await receiving(() => {});
    const { id } = await hook.api.webhooks.test({ params: hook.params });
    await hook.attempt();
    const { attempts } = await hook.message(id);
    expect(attempts).toMatchObject([{ status_code: null, error: 'The server took too long' }]);
    expect(attempts[0]?.duration_ms).toBeGreaterThanOrEqual(14_900);
  });

  test('that is not there has failed', async () => {
    const hook = await receiving(answering(200));
    await hook.receiver.close();
    receivers.splice(receivers.indexOf(hook.receiver), 1);
    const { id } = await hook.api.webhooks.test({ params: hook.params });
    await hook.attempt();
    expect((await hook.message(id)).attempts).toMatchObject([
      { status_code: null, error: 'The server cannot be reached', response: null },
    ]);
  });

  test('that answers 410 is sent nothing more', async () => {
    const hook = await receiving(answering(410));
    const { id } = await hook.api.webhooks.test({ params: hook.params });
    const { id: second } = await hook.api.webhooks.test({ params: hook.params });
    await hook.attempt();
    expect(hook.receiver.received).toHaveLength(1);
    expect(await hook.api.webhooks.get({ params: hook.params })).toMatchObject({
      status: 'disabled',
      disabled_reason: 'gone',
      version: 2,
    });
    expect((await hook.message(id)).status).toBe('failed');
    expect(await hook.message(second)).toMatchObject({ status: 'failed', attempt_count: 0, attempts: [] });
  });
});

describe('A message', () => {
  test('that two runs take up at the same moment is sent once', async () => {
    const hook = await receiving(answering(200));
    await hook.api.webhooks.test({ params: hook.params });
    const [task] = await deliveries.tasksOf(hook.webhook.id);
    if (!task) throw new Error('There is no task');
    await Promise.all(Array.from({ length: 5 }, () => deliveries.run(task)));
    expect(hook.receiver.received).toHaveLength(1);
  });

  test('that is sent again has no attempts of before left', async () => {
    const hook = await receiving(answering(500));
    const { id } = await hook.api.webhooks.test({ params: hook.params });
    await hook.attempt();
    const [earlier] = await deliveries.tasksOf(hook.webhook.id);
    hook.receiver.answer = answering(200);
    await hook.api.webhookMessages.resend({ params: { ...hook.params, message_id: id } });
    await hook.attempt();
    expect(await hook.message(id)).toMatchObject({ status: 'delivered', attempt_count: 2 });
    if (earlier) await deliveries.run(earlier);
    expect(hook.receiver.received).toHaveLength(2);
    expect((await hook.message(id)).attempt_count).toBe(2);
  });
});
