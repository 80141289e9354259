import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import type { Conversation, ConversationItem } from '#lib/contract/conversations.ts';
import { integrations } from '#lib/local/demo/calls.ts';
import { recordingOf } from '#lib/local/demo/dialogues.ts';
import { upload, usersOf } from '../fixtures.ts';
import { eventually } from '../support/eventually.ts';
import { completed, download, fileOf } from '../support/exports.ts';
import { runLocal, startLocal, withDirectory } from '../support/local-process.ts';
import { planAnswers } from '../support/model-server.ts';

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** Signal 0 only asks whether there is such a process. */
const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const verifyTable = (directory: string) =>
  promisify(execFile)(process.execPath, [
    join(root, 'bin/verify-table.ts'),
    '--local',
    '--directory',
    directory,
  ]);

const demoCalls = integrations.flatMap(({ calls }) => calls);

test('prints what a newcomer needs, keeps all data for the next start, and leaves no process running', () =>
  withDirectory(async (directory) => {
    const first = await startLocal(directory, ['--demo', '--demo-calls', '0'], 'Look around:');
    const { base_url, api_key, dynamodb_endpoint, s3_endpoint } = first.description;
    for (const said of [base_url, api_key, '/v1/me', '?client_id=client_', '?q=reschedule'])
      expect(first.printed()).toContain(said);

    const { operator: api } = usersOf(first.description);
    const listed = async (query: object = {}) => {
      const found: ConversationItem[] = [];
      for await (const item of api.conversations.list.all({ query })) found.push(item);
      return found;
    };
    await eventually(async () => {
      expect(await listed({ q: 'reschedule' })).toHaveLength(3);
      const all = await listed();
      expect(all.filter(({ audio }) => audio.status === 'available')).toHaveLength(4);
      const whole = await Promise.all(
        all.map(({ id }) => api.conversations.get({ params: { conversation_id: id } })),
      );
      const received = (whole as Conversation[]).map(({ provider }) => provider?.conversation_id);
      expect(received).toEqual(expect.arrayContaining(demoCalls.map(({ call_id }) => call_id)));
    });
    const conversations = await listed();

    for (const { id, audio } of conversations.filter(({ audio }) => audio.status === 'available')) {
      expect(audio.status).toBe('available');
      const params = { conversation_id: id };
      const { provider } = (await api.conversations.get({ params })) as Conversation;
      const { url } = await api.recordings.get({ params });
      const heard = Buffer.from(await (await fetch(url)).arrayBuffer());
      const key = provider?.conversation_id ?? '';
      const call = demoCalls.find(({ call_id }) => call_id === key);
      expect(heard.equals(await recordingOf(call?.recording ?? key))).toBe(true);
    }

    const modes = (await readdir(directory, { recursive: true, withFileTypes: true })).map(async (entry) => {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      return [entry.name, mode & 0o777, entry.isDirectory() ? 0o700 : 0o600] as const;
    });
    const found = await Promise.all(modes);
    expect(found.length).toBeGreaterThan(8);
    expect(found.filter(([, mode, expected]) => mode !== expected)).toEqual([]);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);

    const dynamoDb = Number(await readFile(join(directory, 'dynamodb.sqlite.pid'), 'utf8'));
    expect(runs(dynamoDb)).toBe(true);
    expect(await first.end('SIGINT')).toBe(0);
    expect(runs(dynamoDb)).toBe(false);
    for (const endpoint of [base_url, dynamodb_endpoint, s3_endpoint]) {
      expect([endpoint, await answers(endpoint)]).toEqual([endpoint, false]);
    }

    const second = await startLocal(directory, ['--demo', '--demo-calls', '0'], 'Look around:');
    expect(second.description.api_key).toBe(api_key);
    const again = usersOf(second.description).operator;
    const ids: string[] = [];
    for await (const { id } of again.conversations.list.all({})) ids.push(id);
    expect(ids).toEqual(conversations.map(({ id }) => id));
    expect((await verifyTable(directory)).stdout).toContain('Everything agrees.');

    const { port } = new URL(second.description.base_url);
    const other = await runLocal(['--port', port, '--memory', '--directory', join(directory, 'other')]);
    expect(other).toEqual({ code: 1, printed: expect.stringContaining(`Port ${port} is already in use.`) });
    expect(await second.end('SIGTERM')).toBe(0);
  }));

test('is refused a folder that is in use, and continues when its database ends', () =>
  withDirectory(async (directory) => {
    const { description, printed, end } = await startLocal(directory);
    const { operator: api } = usersOf(description);
    const { id } = await api.clients.create({ body: { name: 'Kept', type: 'client' } });

    const second = await runLocal(['--port', '0', '--directory', directory]);
    expect(second).toEqual({
      code: 1,
      printed: expect.stringMatching(/^\S+ is in use by another platform, process \d+\. End that one.*\n$/),
    });
    expect((await api.clients.get({ params: { client_id: id } })).name).toBe('Kept');

    process.kill(Number(await readFile(join(directory, 'dynamodb.sqlite.pid'), 'utf8')), 'SIGKILL');
    await eventually(async () => {
      expect(printed()).toContain('The embedded DynamoDB has ended. Restarting it.');
      expect((await api.clients.get({ params: { client_id: id } })).name).toBe('Kept');
    });
    expect(await end('SIGKILL')).toBe('SIGKILL');

    // A killed process holds no lock.
    const third = await startLocal(directory);
    await usersOf(third.description).operator.clients.get({ params: { client_id: id } });
    expect(await third.end('SIGINT')).toBe(0);

    await writeFile(join(directory, 'dynamodb.sqlite'), 'damaged '.repeat(1000));
    const damaged = await runLocal(['--port', '0', '--directory', directory]);
    expect(damaged).toEqual({
      code: 1,
      printed: expect.stringMatching(/^\S+dynamodb.sqlite cannot be opened: it is damaged.*\n$/),
    });
    const file = join(directory, 'platform.json');
    const nowhere = await runLocal(['--port', '0', '--directory', file]);
    expect(nowhere).toEqual({ code: 1, printed: expect.stringContaining(`${file} is not a folder.`) });
    const uncounted = await runLocal([
      '--memory',
      '--demo',
      '--demo-calls',
      'many',
      '--directory',
      directory,
    ]);
    expect(uncounted).toEqual({
      code: 1,
      printed: expect.stringMatching(/^--demo-calls must be a whole number/),
    });
  }));

test.for([
  ['--prot', /^Unknown option '--prot'[\s\S]*--port <port>/],
  ['--port=many', /^--port \(or PORT\) must be a whole number from 0 to 65535, and not many\.\n$/],
  ['--port=65536', /^--port \(or PORT\) must be a whole number/],
  ['--public-url=calls.example.com', /^--public-url must be an address such as https:.*not calls\.example/],
  ['--public-url=https://example.com/calls', /^--public-url must be an address/],
] as const)('explains %s without a stack trace', async ([option, sentence]) => {
  const { code, printed } = await runLocal(['--memory', option]);
  expect({ code, printed }).toEqual({ code: 1, printed: expect.stringMatching(sentence) });
  expect(printed).not.toMatch(/^ +at /m);
});

test('lists every option that is documented with --help', async () => {
  const { code, printed } = await runLocal(['--help']);
  expect(code).toBe(0);
  const options = new Set(
    [
      ...(await readFile(join(root, 'docs/running-locally.md'), 'utf8')).matchAll(/`npm start -- ([^`]+)`/g),
    ].flatMap(([, rest = '']) => rest.match(/--[a-z-]+/g) ?? []),
  );
  expect(options.size).toBeGreaterThan(5);
  for (const option of options) expect(printed).toMatch(new RegExp(`^ +${option} `, 'm'));
});

test('exports a recording that is longer than a part of an upload', () =>
  withDirectory(async (directory) => {
    const { description, end } = await startLocal(directory);
    const { api } = await usersOf(description).organization();
    const { id: agent_id } = await api.agents.create({ body: { name: 'Pia' } });
    const { id } = await api.conversations.create({
      body: { agent_id, status: 'completed', duration_ms: 1 },
    });
    const params = { conversation_id: id };
    // The export reads it while it writes, with as few connections as background work has.
    const sound = Buffer.alloc(16 * 1024 ** 2, 'sound');
    const body = { content_type: 'audio/mpeg' as const, size_bytes: sound.length };
    await upload((await api.recordings.create({ params, body })).upload, sound);
    await eventually(async () =>
      expect((await api.conversations.get({ params })).audio.status).toBe('available'),
    );
    const exported = await completed(api, { resources: ['conversations'], recordings: true });
    expect((await download(fileOf(exported, 'recordings'))).includes(sound)).toBe(true);
    expect(await end('SIGTERM')).toBe(0);
  }));

test('stores nothing with --memory, and gives providers the address in --public-url', () =>
  withDirectory(async (directory) => {
    const publicUrl = 'https://calls.example.com';
    const options = ['--memory', '--public-url', publicUrl];
    const { description, printed, end } = await startLocal(directory, options);
    expect(printed()).toContain(`for others ${publicUrl}\n`);
    const { api } = await usersOf(description).organization();
    const body = { provider: 'retell' as const, name: 'Retell' };
    const { id, webhook_url } = await api.integrations.create({ body });
    expect(webhook_url).toBe(`${publicUrl}/v1/integrations/${id}/events`);
    await end('SIGINT');
    expect(existsSync(join(directory, 'dynamodb.sqlite'))).toBe(false);
    expect(existsSync(join(directory, 'bucket'))).toBe(false);
    expect(JSON.parse(await readFile(join(directory, 'platform.json'), 'utf8'))).toEqual(description);
  }));

test('tests agents with the models in its options, and names missing options', () =>
  withDirectory(async (directory) => {
    const prompt = randomUUID();
    const asked = await planAnswers(inject('modelServer'), prompt, [{ text: 'Good morning.' }]);
    const url = `${inject('modelServer')}/v1`;
    const models = ['--model', 'llama3.2', '--model', 'test-model'];
    const { description, printed, end } = await startLocal(directory, [
      '--memory',
      '--model-url',
      url,
      ...models,
    ]);
    expect(printed()).toContain('llama3.2, test-model');
    const { api } = await usersOf(description).organization();
    const { id: agent_id } = await api.agents.create({ body: { name: 'Pia', prompt } });
    const body = { messages: [{ role: 'user' as const, content: 'Hello' }] };
    const { message, model } = await api.agents.test({ params: { agent_id }, body });
    expect([message, model]).toEqual(['Good morning.', 'llama3.2']);
    expect((await asked())[0]?.body.model).toBe('llama3.2');
    await end('SIGINT');

    const options = ['--memory', '--port', '0', '--directory', directory];
    for (const wrong of [
      ['--speech-url', 'x'],
      ['--ears-url', 'https://example.com'],
    ]) {
      const { code, printed: said } = await runLocal([...options, ...wrong]);
      expect([code, said]).toEqual([1, expect.stringContaining(`${wrong[0]} cannot be used`)]);
    }
    for (const wrong of [
      ['--model', 'x'],
      ['--model-url', url],
      ['--model-url', 'x', '--model', 'x'],
    ]) {
      const { code, printed: said } = await runLocal([...options, ...wrong]);
      expect([code, said]).toEqual([1, expect.stringContaining('--model-url and --model belong together')]);
      // In words, rather than that it is invalid.
      expect(said).not.toContain('Invalid input\n');
    }
  }));

test('pages of its chats send audio to the server in its options', () =>
  withDirectory(async (directory) => {
    const url = 'ws://127.0.0.1:9/ears';
    const { description, end } = await startLocal(directory, ['--memory', '--ears-url', url]);
    const { api } = await usersOf(description).organization();
    const { id: agent_id } = await api.agents.create({ body: { name: 'Pia' } });
    const { id: conversation_id } = await api.chats.create({ params: { agent_id }, body: {} });
    expect(await api.chats.ears({ params: { conversation_id } })).toEqual({
      kind: 'local',
      url,
      token: null,
      sample_rate: 16_000,
      expires_at: null,
    });
    await end('SIGINT');

    const without = await startLocal(directory, ['--memory']);
    const other = (await usersOf(without.description).organization()).api;
    const agent = await other.agents.create({ body: { name: 'Pia' } });
    const chat = await other.chats.create({ params: { agent_id: agent.id }, body: {} });
    expect(await other.chats.ears({ params: { conversation_id: chat.id } })).toMatchObject({ kind: 'none' });
    await without.end('SIGINT');
  }));
