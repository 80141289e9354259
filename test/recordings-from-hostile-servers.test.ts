import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Conversation } from '#lib/contract/conversations.ts';
import { minuteMs } from '#lib/domain/durations.ts';
import type { RecordingTask } from '#lib/integrations/recording-task.ts';
import type { TaskItem } from '#lib/store/tasks/tasks.ts';
import { usersOf } from './fixtures.ts';
import { connect, deliver, newCall } from './support/connected.ts';
import type { Deliveries } from './support/deliveries.ts';
import { deliveriesOf } from './support/deliveries.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import type { TableItem } from './support/table.ts';
import type { Organization } from './support/users.ts';

/*
 * Fetches recordings from a server that does everything wrong. Each attempt is made by the test, in a
 * function whose time the test sets.
 */

/** The time that a function reserves for the work after the download. */
const reservedMs = 40_000;

const audio = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(2000, 1)]);

let platform: OwnPlatform;
let tasks: Deliveries;
let org: Organization;
let agent_id = '';
let origin = '';
const answers = new Map<string, RequestListener>();
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  answers.get(request.url ?? '')?.(request, response);
});

beforeAll(async () => {
  console.warn = () => {};
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  platform = await startOwnPlatform({ following: false });
  tasks = await deliveriesOf(platform);
  org = await usersOf(platform.description).organization();
  agent_id = (await org.api.agents.create({ body: { name: 'Pia' } })).id;
});
afterAll(async () => {
  await platform.close();
  server.closeAllConnections();
  server.close();
});

let made = 0;

/** A call whose recording is at these links, each of which answers so. */
const recorded = async (...listeners: RequestListener[]) => {
  made += 1;
  const paths = listeners.map((listener, at) => {
    const path = `/${made}/${at}`;
    answers.set(path, listener);
    return path;
  });
  const [recording_url, scrubbed_recording_url] = paths.map((path) => `${origin}${path}`);
  const call = newCall('retell');
  const { call: ended } = call.events[2] as { call: object };
  const integration = await connect(org, 'retell', { [call.agent_id]: agent_id });
  await deliver(integration, {
    event: 'call_ended',
    call: { ...ended, recording_url, scrubbed_recording_url },
  });
  for (const task of await tasks.tasksOf(integration.id, 'provider_events')) await tasks.run(task);
  const [first] = await tasks.tasksOf(integration.id, 'recordings');
  if (!first) throw new Error('There is no task');
  const params = { conversation_id: first.id };

  let task: TaskItem | undefined = first;
  /**
   * Makes an attempt with so much time, and returns how long the next one is to wait, and what the
   * conversation shows.
   */
  const attempt = async (milliseconds = 20_000) => {
    if (task) await tasks.run(task, reservedMs + milliseconds);
    const there: TableItem[] = await tasks.table.partitions(first.pk);
    task = there.find(({ kind, id }) => kind === first.kind && id === first.id) as TaskItem | undefined;
    const pauseMs = task ? Date.parse(task.due) - Date.now() : undefined;
    const state = task?.state ? (JSON.parse(task.state) as RecordingTask) : undefined;
    const conversation: Conversation = await org.api.conversations.get({ params });
    return { pauseMs, attempts: state?.attempts, conversation };
  };
  const heard = async (): Promise<Buffer> => {
    const { url } = await org.api.recordings.get({ params });
    return Buffer.from(await (await fetch(url)).arrayBuffer());
  };
  return { paths, attempt, heard };
};

const redirecting =
  (location: string): RequestListener =>
  (_, response) =>
    response.writeHead(302, { location }).end();

const answering: RequestListener = (_, response) => response.end(audio);

/** Sends pieces for as long as somebody reads. */
const pour = (response: ServerResponse, piece: Buffer): void => {
  const more = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
};

test.for([
  ['a private address', 'https://10.0.0.1/recording.mp3', 'not one of the public internet'],
  [
    'the metadata of an instance',
    'https://169.254.169.254/latest/meta-data',
    'not one of the public internet',
  ],
  ['another address of the machine', 'https://127.0.0.2/', 'not one of the public internet'],
  ['another port below 1024', 'http://127.0.0.1:22/', 'must be 443 or above 1023'],
  ['a host that is not the provider’s', 'https://recordings.example.com/', 'is not allowed'],
  ['a place without TLS', 'http://retellai.com/', 'must begin with https'],
  ['a file', 'file:///etc/passwd', 'must begin with https'],
])('a recording that redirects to %s is given up', async ([, location = '', reason = '']) => {
  const { attempt } = await recorded(redirecting(location));
  const { pauseMs, conversation } = await attempt();
  expect(pauseMs).toBeUndefined();
  expect(conversation).toMatchObject({
    audio: { status: 'failed' },
    provider: { metadata: { recording_error: expect.stringContaining(reason) } },
  });
});

test('a recording that redirects to itself is given up', async () => {
  const self = await recorded((request, response) => redirecting(request.url ?? '')(request, response));
  expect((await self.attempt()).conversation.audio.status).toBe('failed');
  expect(asked.filter((path) => path === self.paths[0])).toHaveLength(4);
});

const troubles: readonly [string, RequestListener][] = [
  ['is silent', () => {}],
  ['stalls', (_, response) => void response.write(audio)],
  [
    'is shorter than it says',
    (_, response) => {
      response.writeHead(200, { 'content-length': String(audio.length + 1) });
      response.write(audio, () => response.destroy());
    },
  ],
  [
    'is cut off between chunks',
    (_, response) => {
      response.write(audio, () => response.destroy());
    },
  ],
  ['is refused for the moment', (_, response) => response.writeHead(503).end()],
];
test.for(troubles)('a recording that %s is tried again later', async ([, listener]) => {
  const { attempt, heard, paths } = await recorded(listener);
  const first = await attempt(300);
  expect(first).toMatchObject({ attempts: 1, conversation: { audio: { status: 'pending' } } });
  expect(first.pauseMs).toBeGreaterThan(minuteMs / 2);
  expect(first.pauseMs).toBeLessThanOrEqual(minuteMs);

  answers.set(paths[0] ?? '', answering);
  expect((await attempt()).conversation.audio).toMatchObject({
    status: 'available',
    size_bytes: audio.length,
  });
  expect(await heard()).toEqual(audio);
});

test('a recording that is never sent whole is given up after eight attempts', async () => {
  const { attempt } = await recorded((_, response) => {
    response.write(audio, () => response.destroy());
  });
  const pauses: (number | undefined)[] = [];
  for (;;) {
    const { pauseMs, conversation } = await attempt();
    if (pauseMs !== undefined) pauses.push(Math.round(pauseMs / minuteMs));
    else {
      expect(conversation).toMatchObject({
        audio: { status: 'failed' },
        provider: { metadata: { recording_error: 'The server closed the connection early' } },
      });
      break;
    }
  }
  expect(pauses).toEqual([1, 5, 30, 120, 360, 720, 1440]);
});

test('a recording longer than it says is kept as long as it says', async () => {
  const { attempt, heard } = await recorded(({ socket }) => {
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${audio.length}\r\n\r\n`;
    socket.end(Buffer.concat([Buffer.from(head), audio, Buffer.from('HTTP/1.1 200 OK\r\n\r\nmore')]));
  });
  expect((await attempt()).conversation.audio).toMatchObject({ status: 'available' });
  expect(await heard()).toEqual(audio);
});

test('a recording that says it is too large is not read', async () => {
  const { attempt } = await recorded((_, response) => {
    response.writeHead(200, { 'content-length': '600000000' });
    pour(response, audio);
  });
  expect((await attempt()).conversation).toMatchObject({
    audio: { status: 'failed' },
    provider: { metadata: { recording_error: expect.stringContaining('larger than 536870912 bytes') } },
  });
});

test('an endless recording ends with the function’s time, and the part that arrived is not kept', async () => {
  const { attempt } = await recorded((_, response) => {
    response.write(audio);
    pour(response, Buffer.alloc(65_536, 1));
  });
  expect(await attempt(500)).toMatchObject({
    attempts: 1,
    conversation: { audio: { status: 'pending', size_bytes: null } },
  });
});

test('a file that is not audio is refused, whatever its content type', async () => {
  const { attempt } = await recorded((_, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('<html><script>alert(1)</script></html>');
  });
  expect((await attempt()).conversation.audio.status).toBe('failed');
});

test.for([
  ['for longer than the pause is waited for', '600', 10],
  ['until a date is waited for', 'in 20 minutes', 20],
  ['for longer than six hours is asked again then', '999999999999', 360],
  ['without end is asked again after six hours', '9'.repeat(400), 360],
  ['for less than the pause changes nothing', '1', 1],
  ['for a time in the past changes nothing', new Date(0).toUTCString(), 1],
  ['for what is no time changes nothing', '-5 later', 1],
] as const)('a provider that asks to wait %s', async ([, retryAfter, minutes]) => {
  const { attempt } = await recorded((_, response) => {
    const header =
      retryAfter === 'in 20 minutes' ? new Date(Date.now() + 20 * minuteMs).toUTCString() : retryAfter;
    response.writeHead(429, { 'retry-after': header }).end();
  });
  const { pauseMs = 0 } = await attempt();
  expect(pauseMs).toBeGreaterThan((minutes - 0.5) * minuteMs);
  expect(pauseMs).toBeLessThanOrEqual((minutes + 0.1) * minuteMs);
});

test('a place that fails leaves the next one its time, and one that breaks off is not asked first again', async () => {
  const refusing: RequestListener = (_, response) => response.writeHead(404).end();
  const second = await recorded(refusing, answering);
  expect((await second.attempt()).conversation.audio.status).toBe('available');

  const stalled = await recorded((_, response) => void response.write(audio), answering);
  expect((await stalled.attempt(300)).conversation.audio.status).toBe('pending');
  expect((await stalled.attempt()).conversation.audio.status).toBe('available');
});
