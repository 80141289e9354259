import { execFile, spawn, spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { packClients, tarballOf } from '#lib/packages/pack.ts';
import type { createClient as createTyped } from '../../clients/typescript/src/index.ts';
import { createClient, verifyWebhook } from '../../clients/typescript/src/index.ts';
import type { Organization } from '../fixtures.ts';
import { organization, platform } from '../fixtures.ts';
import { newPage, startBrowser } from '../support/browser.ts';
import { anyAgent } from '../support/test-suites.ts';

const run = promisify(execFile);
const bin = (path: string) => join(root, 'node_modules', path);

describe('The package', () => {
  const name = 'voice-agent-platform-client' as const;
  let directory: string;

  beforeAll(async () => {
    await packClients();
    directory = await mkdtemp(join(tmpdir(), 'client-'));
    await writeFile(join(directory, 'package.json'), '{"private": true, "type": "module"}');
    const tarball = tarballOf(`${name}.tgz`);
    const { status, stderr } = spawnSync(`npm install --offline --no-audit --no-fund "${tarball}"`, {
      cwd: directory,
      shell: true,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    await cp(join(root, 'test/clients/typescript/program.ts'), join(directory, 'program.ts'));
  });

  afterAll(() => rm(directory, { recursive: true, force: true }));

  test('has no dependency, at most 48 KB of code, and at most 110 KB packed with its types', async () => {
    const tarball = tarballOf(`${name}.tgz`);
    expect((await stat(tarball)).size).toBeLessThan(110 * 1024);
    const installed = join(directory, `node_modules/${name}/dist`);
    const code = (await readdir(installed)).filter((file) => file.endsWith('.js'));
    const sizes = await Promise.all(code.map(async (file) => (await stat(join(installed, file))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(48 * 1024);
    const packed = JSON.parse(await readFile(join(directory, `node_modules/${name}/package.json`), 'utf8'));
    expect(packed).not.toHaveProperty('dependencies');
    const lock = JSON.parse(await readFile(join(directory, 'package-lock.json'), 'utf8')) as {
      packages: object;
    };
    expect(Object.keys(lock.packages)).toEqual(['', `node_modules/${name}`]);
  });

  test('is type-checked in an empty project, as strictly as TypeScript can', async () => {
    const options = {
      target: 'es2022',
      module: 'nodenext',
      lib: ['es2022', 'dom'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      outDir: 'out',
    };
    const config = { compilerOptions: options, files: ['program.ts'] };
    await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(config));
    await run(process.execPath, [bin('typescript/bin/tsc'), '-p', directory]).catch(
      ({ stdout }: { stdout: string }) => expect(stdout).toBe(''),
    );
    const { key } = await organization();
    const script = `import('./out/program.js').then(({ firstHour }) => firstHour(${JSON.stringify(platform.base_url)}, ${JSON.stringify(key)})).then((found) => console.log(JSON.stringify(found)))`;
    const { stdout } = await run(process.execPath, ['-e', script], { cwd: directory });
    expect(JSON.parse(stdout)).toEqual({ won: 2, heard: 4, unchanged: 304, code: 'conversation_not_found' });
  });

  test('is required from CommonJS, in its types and at run time', async () => {
    const source = `
      import api = require('${name}');
      const client: api.Client = api.createClient({ baseUrl: process.argv[2] ?? '' });
      client.me.get().catch((error: unknown) => console.log(error instanceof api.ApiProblem && error.code));
      declare const process: { readonly argv: string[] };
      declare const console: { log(value: unknown): void };
    `;
    await writeFile(join(directory, 'required.cts'), source);
    await run(process.execPath, [
      bin('typescript/bin/tsc'),
      ...['--ignoreConfig', '--module', 'nodenext', '--target', 'es2022', '--strict', '--types', ''],
      join(directory, 'required.cts'),
    ]).catch(({ stdout }: { stdout: string }) => expect(stdout).toBe(''));
    const program = join(directory, 'required.cjs');
    const { stdout, stderr } = await run(process.execPath, [program, platform.base_url]);
    expect({ stdout, stderr }).toEqual({ stdout: 'unauthenticated\n', stderr: '' });
  });

  test('names the first version of Node that can require it', async () => {
    const packed = JSON.parse(await readFile(join(directory, `node_modules/${name}/package.json`), 'utf8'));
    expect(packed.engines).toEqual({ node: '^20.19 || >=22.12' });
  });

  test('works in a browser', async ({ skip }) => {
    const browser = await startBrowser();
    if (!browser) return skip('There is no browser');
    const { key } = await organization();
    const page = await newPage(browser);
    // The page is of the API's own origin, so that nobody has to let it in.
    await page.goto(`${platform.base_url}/v1/health`);
    const bundle = join(directory, 'browser.js');
    const esbuild = bin('esbuild/bin/esbuild');
    const entry = join(directory, `node_modules/${name}/dist/index.js`);
    await run(esbuild, [entry, '--bundle', '--format=iife', '--global-name=api', `--outfile=${bundle}`]);
    await page.addScriptTag({ path: bundle });
    const found = await page.evaluate(
      async ([baseUrl, apiKey]) => {
        const { createClient } = (globalThis as unknown as { api: { createClient: typeof createTyped } }).api;
        const client = createClient({ baseUrl: baseUrl ?? '', apiKey: apiKey ?? '' });
        const { id } = await client.agents.create({ body: { name: 'In a browser' } });
        const items: string[] = [];
        for await (const agent of client.agents.list.all()) items.push(agent.name);
        return { created: id.startsWith('agent_'), items };
      },
      [platform.base_url, key],
    );
    expect(found).toEqual({ created: true, items: ['In a browser'] });
    await browser.close();
  });

  /** Runs the program of the package, as `npx voice-agent` does. */
  const program = async (given: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const installed = join(directory, `node_modules/${name}`);
    const { bin: programs } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
      bin: Record<string, string>;
    };
    const file = join(installed, programs['voice-agent'] ?? '');
    const child = spawn(process.execPath, [file, ...given], {
      cwd: directory,
      env: { ...process.env, ...env },
    });
    const printed = Promise.all([child.stdout, child.stderr].map((stream) => text(stream)));
    const ended = (async () => {
      const [[code], [stdout = '', stderr = '']] = await Promise.all([once(child, 'close'), printed]);
      return { code: code as number, stdout, stderr };
    })();
    return { child, ended };
  };

  const suiteOf = async (org: Organization, checks: readonly object[]) => {
    const body = { ...anyAgent, name: 'Greets & <listens>', checks: checks as typeof anyAgent.checks };
    const { id } = await org.api.scenarios.create({ body });
    const suite = { name: 'Daily', scenario_ids: [id], repeat: 2 };
    return (await org.api.testSuites.create({ body: suite })).id;
  };

  test('has a program for builds, whose exit code is the result of a run', async () => {
    const org = await organization();
    const { id: agent } = await org.api.agents.create({ body: { name: 'Pia', first_message: 'Hello' } });
    const { id: other } = await org.api.agents.create({
      body: { name: 'Max', first_message: 'Hello', model: { id: 'a-model-that-nobody-has' } },
    });
    const env = { VOICE_AGENT_URL: platform.base_url, VOICE_AGENT_KEY: org.key };
    const passes = await suiteOf(org, anyAgent.checks);
    const fails = await suiteOf(org, [...anyAgent.checks, { type: 'says', contains: ['a "walrus" <b>'] }]);
    const run = async (of: string, suite: string) => {
      const file = join(directory, `${of}-${suite}.xml`);
      const { ended } = await program(['test', '--agent', of, '--suite', suite, '--junit', file], env);
      return { ...(await ended), xml: await readFile(file, 'utf8') };
    };
    const [passed, failed, inconclusive] = await Promise.all([
      run(agent, passes),
      run(agent, fails),
      run(other, passes),
    ]);
    expect([passed.code, failed.code, inconclusive.code]).toEqual([0, 1, 2]);
    expect(passed.stdout).toMatch(
      /^✓ Greets & <listens> {2}2 of 2 {2}pass\^2 1\n\ntrun_\w+: passed, 2 of 2 attempts, \d+ tokens\n$/,
    );
    expect(passed.stderr).toContain('2 of 2 attempts');
    expect(passed.xml).toContain('<testsuites tests="1" failures="0" errors="0">');
    expect(passed.xml).toMatch(
      /<testcase classname="suite_\w+" name="Greets &amp; &lt;listens&gt;" time="[\d.]+"><\/testcase>/,
    );
    expect(failed.stdout).toMatch(/✗ .* 0 of 2 .*\n {4}attempt 1, check 2 \(says\), message \d+: /);
    expect(failed.xml).toContain('<testsuites tests="1" failures="1" errors="0">');
    expect(failed.xml).toContain('<failure message="0 of 2 attempts passed" type="attempt 1, check 2 (says)');
    expect(failed.xml).toContain('agent: Hello\nuser: Hello\n');
    expect(inconclusive.stdout).toMatch(/\? .* 2 without result\n {4}attempt 1, error: /);
    expect(inconclusive.xml).toContain('<testsuites tests="1" failures="0" errors="1">');
    expect(inconclusive.xml).toContain('<error message="0 of 2 attempts passed"');
  });

  test('has a program that says what it needs, and what was refused', async () => {
    const { key } = await organization();
    const env = { VOICE_AGENT_URL: platform.base_url, VOICE_AGENT_KEY: key };
    const [id, suite] = ['agent', 'suite'].map((prefix) => `${prefix}_01kag3x5ntfyxs4v4yh2m8q9ab`);
    const given = ['test', '--agent', `${id}`, '--suite', `${suite}`];
    const ended = async (...[args, environment]: Parameters<typeof program>) => {
      const { code, stdout, stderr } = await (await program(args, environment)).ended;
      return [code, stdout, stderr.split('\n')[0]];
    };
    expect(await ended(given, env)).toEqual([3, '', expect.stringMatching(/^404 agent_not_found/)]);
    expect(await ended(given)).toEqual([3, '', 'VOICE_AGENT_URL and VOICE_AGENT_KEY are required']);
    expect(await ended(['test', '--agent', `${id}`], env)).toEqual([
      ...[3, '', 'Either --suite or --scenario is required'],
    ]);
    expect(await ended(['test', '--suite', `${suite}`], env)).toEqual([3, '', '--agent is required']);
    expect(await ended([...given, '--repeat', '0'], env)).toEqual([3, '', '--repeat must be a number']);
    expect(await ended(['tests'], env)).toEqual([3, '', 'The command must be test']);
    expect(await ended([...given, '--unheard-of'], env)).toEqual([
      3,
      '',
      expect.stringContaining('--unheard-of'),
    ]);
    expect((await ended(['--help']))[0]).toBe(0);
  });

  test('has a program that cancels its run when it is stopped', async () => {
    const run = {
      ...{ id: 'trun_1', agent_version: 1, total: 9, done: 1, status: 'running', result: null },
      ...{ scenarios: [], input_tokens: 0, output_tokens: 0, created_at: '2026-11-28T00:00:00.000Z' },
    };
    const asked: string[] = [];
    let stop = () => {};
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const isPage = request.url?.includes('/items');
      if (request.method === 'GET' && !isPage) stop();
      const canceled = { ...run, status: 'canceled' };
      const page = { data: [], has_more: false, next_cursor: null };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isPage ? page : request.url?.endsWith('/cancel') ? canceled : run));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const env = { VOICE_AGENT_URL: `http://127.0.0.1:${port}`, VOICE_AGENT_KEY: 'a-key' };
    const { child, ended } = await program(['test', '--agent', 'agent_1', '--scenario', 'scen_1'], env);
    stop = () => child.kill('SIGINT');
    const { code, stdout } = await ended;
    server.close();
    expect([code, stdout]).toEqual([2, '\ntrun_1: canceled, 1 of 9 attempts, 0 tokens\n']);
    expect(asked.at(-2)).toBe('POST /v1/test-runs/trun_1/cancel');
  });

  test('is found in order by publint and by Are the types wrong', async () => {
    const target = join(root, 'dist/client');
    await run(process.execPath, [bin('publint/src/cli.js'), target, '--strict', '--pack', 'npm']);
    const tarball = tarballOf(`${name}.tgz`);
    const attw = bin('@arethetypeswrong/cli/dist/index.js');
    // Node versions that can require ES modules are the only ones that the package is for.
    await run(process.execPath, [
      attw,
      tarball,
      '--profile',
      'node16',
      '--ignore-rules',
      'cjs-resolves-to-esm',
    ]);
  });
});

type Script = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A server that answers requests in turn by a script, and records their URLs and headers.
 */
const serverOf = async (...scripts: Script[]) => {
  const seen: IncomingMessage['headers'][] = [];
  const urls: (string | undefined)[] = [];
  // A slow machine would otherwise send a request on a connection that is just being closed, which costs one
  // of its retries.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    seen.push(request.headers);
    urls.push(request.url);
    scripts[seen.length - 1]?.(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { baseUrl, seen, urls, [Symbol.dispose]: close };
};

const answers =
  (status: number, body: unknown, headers: Record<string, string> = {}): Script =>
  (_, response) =>
    void response.writeHead(status, headers).end(JSON.stringify(body));
const breaksOff: Script = ({ socket }) => void socket.destroy();
const hangs: Script = () => {};

const problem = (status: number, code: string, headers?: Record<string, string>) =>
  answers(status, { status, code, title: code }, headers);
const atOnce = { 'retry-after': '0' };
const agent = { body: { name: 'Pia' } };

describe('The client', () => {
  test('repeats requests that may succeed later, and a change under one Idempotency-Key', async () => {
    using server = await serverOf(problem(503, 'unavailable', atOnce), breaksOff, answers(201, { id: 'x' }));
    expect(await createClient(server).agents.create(agent)).toEqual({ id: 'x' });
    const keys = server.seen.map((headers) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/./), keys[0], keys[0]]);
  });

  test('does not repeat a request without an Idempotency-Key after its answer is lost', async () => {
    using server = await serverOf(problem(503, 'unavailable', atOnce), breaksOff);
    const params = { agent_id: 'agent_01kag3x5ntfyxs4v4yh2m8q9ab' };
    const call = createClient(server).agents.test({ params, body: { messages: [] } });
    await expect(call).rejects.toMatchObject({ name: 'TypeError' });
    expect(server.seen.map((headers) => headers['idempotency-key'])).toEqual([undefined, undefined]);
  });

  test('repeats a request that is in flight, and gives up after the permitted number of attempts', async () => {
    const inFlight = problem(409, 'request_in_flight', atOnce);
    using server = await serverOf(inFlight, inFlight);
    const call = createClient({ ...server, maxRetries: 1 }).agents.create(agent);
    await expect(call).rejects.toMatchObject({ status: 409, code: 'request_in_flight' });
    expect(server.seen.length).toBe(2);
  });

  test('does not repeat a request with a final answer', async () => {
    using server = await serverOf(problem(409, 'quota_exceeded'));
    const call = createClient(server).agents.create(agent);
    await expect(call).rejects.toMatchObject({ code: 'quota_exceeded' });
    expect(server.seen.length).toBe(1);
  });

  test('does not wait longer than a minute for a limit', async () => {
    using server = await serverOf(problem(429, 'rate_limited', { 'retry-after': '3600' }));
    await expect(createClient(server).agents.list()).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('keeps the path of the base URL', async () => {
    using server = await serverOf(answers(200, {}), answers(200, {}));
    const params = { agent_id: 'a/b' };
    for (const path of ['/voice', '/voice/']) {
      await createClient({ baseUrl: `${server.baseUrl}${path}` }).agents.get({ params });
    }
    expect(server.urls).toEqual(Array(2).fill('/voice/v1/agents/a%2Fb'));
  });

  test.for(['', '.', '..'])(
    'sends nothing for the id "%s", which would be another path',
    async (agent_id) => {
      using server = await serverOf(answers(200, {}));
      const call = createClient(server).agents.remove({ params: { agent_id } });
      await expect(call).rejects.toMatchObject({
        name: 'TypeError',
        message: expect.stringContaining('agent_id'),
      });
      expect(server.urls).toEqual([]);
    },
  );

  test.for([
    ['a page', 200, '<h1>Sign in to this network</h1>'],
    ['a text', 200, '"Welcome"'],
    ['half an answer', 200, '{"id": "age'],
    ['nothing', 200, ''],
  ] as const)('takes %s of a proxy for a problem, not for an answer', async ([, status, text]) => {
    using server = await serverOf((_, response) => void response.writeHead(status).end(text));
    const call = createClient(server).me.get();
    await expect(call).rejects.toMatchObject({ name: 'ApiProblem', status, code: 'unknown' });
  });

  test('reads texts from routes that answer with text, and from no other', async () => {
    const html: Script = (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>Hello</p>');
    using server = await serverOf(html, html);
    expect(await createClient(server).reference.get()).toBe('<p>Hello</p>');
    await expect(createClient(server).reference.script()).rejects.toMatchObject({ code: 'unknown' });
  });

  const date = 'Fri, 20 Nov 2026 09:30:00 GMT';

  test('reads a date in Retry-After by the clock of the server', async () => {
    using server = await serverOf(
      problem(503, 'unavailable', { date, 'retry-after': date }),
      answers(200, { id: 'x' }),
    );
    expect(await createClient(server).me.get()).toEqual({ id: 'x' });
  });

  test('does not wait longer than a minute for a date', async () => {
    const later = problem(503, 'unavailable', { date, 'retry-after': 'Fri, 20 Nov 2026 09:31:01 GMT' });
    using server = await serverOf(later, answers(200, {}));
    await expect(createClient(server).me.get()).rejects.toMatchObject({ code: 'unavailable' });
    expect(server.seen.length).toBe(1);
  });

  test('can be cancelled, and gives up an attempt after its time', async () => {
    using server = await serverOf(hangs, hangs);
    const aborted = createClient(server).me.get({ signal: AbortSignal.timeout(1) });
    await expect(aborted).rejects.toMatchObject({ name: 'TimeoutError' });
    const late = createClient(server).me.get({ timeoutMs: 1, maxRetries: 0 });
    await expect(late).rejects.toMatchObject({ name: 'TimeoutError', message: 'No answer within 1 ms' });
  });

  test('names the first fault of a request in the message', async () => {
    const faults = [{ pointer: '/client_id', code: 'required', detail: 'must be named' }, { detail: 'no' }];
    using server = await serverOf(
      answers(400, { code: 'validation_failed', title: 'Wrong', errors: faults }),
    );
    await expect(createClient(server).agents.create(agent)).rejects.toMatchObject({
      message: '400 validation_failed: Wrong: /client_id must be named',
    });
  });

  test('shows the answer of a proxy in place of the service', async () => {
    using server = await serverOf((_, response) => void response.writeHead(404).end('<h1>Nothing here</h1>'));
    const call = createClient(server).me.get();
    await expect(call).rejects.toMatchObject({
      code: 'unknown',
      message: expect.stringContaining('Nothing here'),
    });
  });
});

describe('A webhook', () => {
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const now = new Date('2026-11-20T09:30:00Z');
  const body = JSON.stringify({
    type: 'conversation.ended',
    timestamp: now.toISOString(),
    data: { id: 'ü' },
  });
  const signed = (text: string, at = now, by = secret) => {
    const [id, timestamp] = ['msg_1', String(Math.floor(at.getTime() / 1000))];
    const key = Buffer.from(by.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64');
    return { 'Webhook-Id': id, 'Webhook-Timestamp': timestamp, 'Webhook-Signature': `v1a,x v1,${signature}` };
  };

  test('of the platform is read, from text and from bytes, under either secret of a rotation', async () => {
    const headers = signed(body);
    const message = await verifyWebhook({ body, headers, secret, now });
    expect(message.type).toBe('conversation.ended');
    if (message.type === 'conversation.ended') expect(message.data.id).toBe('ü');
    const bytes = new TextEncoder().encode(body);
    const rotating = [`whsec_${randomBytes(24).toString('base64')}`, secret];
    await verifyWebhook({ body: bytes, headers: new Headers(headers), secret: rotating, now });
  });

  test.for([
    ['with another body', { body: `${body} `, headers: signed(body) }],
    ['under another secret', { body, headers: signed(body, now, `whsec_${btoa('another secret here')}`) }],
    ['six minutes old', { body, headers: signed(body, new Date(now.getTime() - 360_000)) }],
    ['from six minutes ahead', { body, headers: signed(body, new Date(now.getTime() + 360_000)) }],
    ['without a signature', { body, headers: { ...signed(body), 'Webhook-Signature': undefined } }],
    ['with a signature that is none', { body, headers: { ...signed(body), 'Webhook-Signature': 'v1,***' } }],
  ] as const)('%s is refused', async ([, sent]) => {
    await expect(verifyWebhook({ ...sent, secret, now })).rejects.toMatchObject({ name: 'WebhookError' });
  });
});
