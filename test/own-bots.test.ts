import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import type { Organization } from './fixtures.ts';
import { newAgent, organization, platform } from './fixtures.ts';
import { eventually } from './support/eventually.ts';
import type { Arrival, Failure } from './support/failing-gateway.ts';
import { failsTwice, startFailingGateway } from './support/failing-gateway.ts';
import { mypyMissing, pythonEnvironment, pythonMissing } from './support/python.ts';

const samples = join(root, 'docs/guides/samples/own-bots');

const isAppend = ({ request }: Arrival): boolean => /\/transcript$/.test(request.url ?? '');

/**
 * A platform that starts late, and then fails at each request for a moment. It never answers the first one
 * that appends turns, whether it has stored them or not.
 */
const startBadDay = async (first: Failure) => {
  const started = Promise.withResolvers<void>();
  let appended: number | undefined;
  const gateway = await startFailingGateway(
    platform.base_url,
    async (arrival): Promise<Failure | undefined> => {
      await started.promise;
      if (isAppend(arrival)) appended ??= arrival.nth;
      if (arrival.nth !== appended) return failsTwice(arrival);
      return arrival.repeats === 0 ? first : 'unavailable';
    },
  );
  return { ...gateway, start: started.resolve };
};

const badDays = ['lost-answer', 'unavailable'] as const;

/** A folder of a bot that keeps its calls there. */
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'bot-'));

/** The platform's record of an agent's only call, or of its only one from a number. */
const callOf = async ({ api }: Organization, agent_id: string, from?: string) => {
  const { data } = await api.conversations.list({ query: { agent_id } });
  const found = data.filter(({ caller }) => from === undefined || caller?.number === from);
  expect(found.length).toBe(1);
  const params = { conversation_id: found[0]?.id ?? '' };
  const { status, end_reason } = await api.conversations.get({ params });
  const transcript = await api.transcripts.get({ params });
  return { status, end_reason, turns: transcript.data.map(({ role, text: said }) => `${role}: ${said}`) };
};

const completedCallOf = (...asked: Parameters<typeof callOf>) =>
  eventually(async () => {
    const call = await callOf(...asked);
    expect(call.status).toBe('completed');
    return call;
  });

const endOf = async (child: ChildProcess): Promise<string> => {
  const complaints = child.stderr ? text(child.stderr) : '';
  const [code] = (await once(child, 'close')) as [number];
  return code === 0 ? '' : complaints;
};

describe('A bot in Python', () => {
  const start = (call: string, baseUrl: string, { key }: Organization, agentId: string) =>
    spawn('python3', [join(root, 'test/clients/python/own_bot.py'), call], {
      env: pythonEnvironment({ BASE: baseUrl, KEY: key, AGENT_ID: agentId }, samples),
      cwd: newFolder(),
    });

  test.for(badDays)('loses no turn of a call on a day of %s', async (first, { skip }) => {
    skip(Boolean(pythonMissing), pythonMissing);
    const org = await organization();
    const agent = await newAgent(org);
    await using badDay = await startBadDay(first);
    const bot = start('call', badDay.baseUrl, org, agent.id);
    const ended = endOf(bot);
    await once(bot.stdout, 'data');
    badDay.start();
    bot.stdin.end('\n');
    expect(await ended).toBe('');
    expect(await callOf(org, agent.id)).toEqual({
      status: 'completed',
      end_reason: 'caller_hung_up',
      turns: ['agent: Hello!', 'user: Hello!', 'agent: Goodbye!'],
    });
    expect(badDay.failures.refused).toBe(1);
  });

  test('continues a call after its restart', async ({ skip }) => {
    skip(Boolean(pythonMissing), pythonMissing);
    const org = await organization();
    const agent = await newAgent(org);
    await using gateway = await startFailingGateway(platform.base_url, failsTwice);
    const bot = start('restarted_call', gateway.baseUrl, org, agent.id);
    const ended = endOf(bot);
    await once(bot.stdout, 'data');
    await eventually(async () => expect((await callOf(org, agent.id)).turns.length).toBe(1));
    bot.stdin.end('\n');
    expect(await ended).toBe('');
    const { turns, ...call } = await callOf(org, agent.id);
    expect(call).toEqual({ status: 'completed', end_reason: 'transferred' });
    const said = ['agent: Hello!', 'agent: Hello!', 'user: Are you there?', 'user: Yes'];
    expect(turns.toSorted()).toEqual(said);
  });

  test('ends a call that it fails in', async ({ skip }) => {
    skip(Boolean(pythonMissing), pythonMissing);
    const org = await organization();
    const agent = await newAgent(org);
    const bot = start('failing_call', platform.base_url, org, agent.id);
    expect(await endOf(bot)).toContain('The bot has a fault');
    const call = { status: 'completed', end_reason: 'bot_failed', turns: ['agent: Hello!'] };
    expect(await callOf(org, agent.id)).toEqual(call);
  });
});

describe('A server for Twilio', () => {
  /** The sample, and what it prints. */
  const start = async (baseUrl: string, { key }: Organization, agentId: string) => {
    const hooks = join(root, 'test/support/resolve-client.ts');
    const child = spawn(process.execPath, ['--import', hooks, join(samples, 'twilio.ts')], {
      env: { ...process.env, BASE: baseUrl, KEY: key, AGENT_ID: agentId, PORT: '0' },
      cwd: newFolder(),
    });
    const complaints = text(child.stderr);
    const lines = createInterface({ input: child.stdout });
    const [line] = (await Promise.race([once(lines, 'line'), complaints.then((said) => [said])])) as [string];
    const [, port] = /port: (\d+)/.exec(line) ?? expect.fail(line);
    return {
      url: `ws://127.0.0.1:${port}`,
      [Symbol.asyncDispose]: async () => {
        child.kill();
        await complaints;
      },
    };
  };

  /** A call as Twilio would relay it: the bot's answers to what the caller says. */
  const call = async (url: string, from: string, prompts: readonly string[]): Promise<string[]> => {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'setup', callSid: `CA${from}`, from }));
    const answers: string[] = [];
    for (const voicePrompt of prompts) {
      const answered = once(socket, 'message') as Promise<[{ readonly data: string }]>;
      socket.send(JSON.stringify({ type: 'prompt', voicePrompt }));
      const [{ data }] = await answered;
      answers.push((JSON.parse(data) as { token: string }).token);
    }
    socket.close();
    await once(socket, 'close');
    return answers;
  };

  test.for(badDays)('answers, and loses no turn, on a day of %s', async (first) => {
    const org = await organization();
    const agent = await newAgent(org);
    await using badDay = await startBadDay(first);
    await using server = await start(badDay.baseUrl, org, agent.id);
    const answers = await call(server.url, '+12125550123', ['Hello', 'Goodbye']);
    expect(answers).toEqual(['You said: Hello', 'You said: Goodbye']);
    badDay.start();
    expect(await completedCallOf(org, agent.id)).toEqual({
      status: 'completed',
      end_reason: 'caller_hung_up',
      turns: ['user: Hello', 'agent: You said: Hello', 'user: Goodbye', 'agent: You said: Goodbye'],
    });
  });

  test('takes other calls after one that it could not write', async () => {
    const org = await organization();
    const agent = await newAgent(org);
    let failed = 0;
    let isDown = true;
    await using gateway = await startFailingGateway(platform.base_url, () => {
      if (!isDown) return undefined;
      failed += 1;
      return 'unavailable';
    });
    await using server = await start(gateway.baseUrl, org, agent.id);
    await call(server.url, '+12125550123', ['Hello']);
    // More than the attempts of one request: the call is tried again.
    await eventually(() => expect(failed).toBeGreaterThan(3));
    isDown = false;
    await call(server.url, '+12125550124', ['Hello']);
    const { turns } = await completedCallOf(org, agent.id, '+12125550124');
    expect(turns).toEqual(['user: Hello', 'agent: You said: Hello']);
  });
});

const programs = {
  Python: {
    missing: pythonMissing,
    command: ['python3', join(root, 'test/clients/python/own_bot.py')],
    env: pythonEnvironment({ RETRIES: '0' }, samples),
  },
  TypeScript: {
    missing: undefined,
    command: [
      process.execPath,
      '--import',
      join(root, 'test/support/resolve-client.ts'),
      join(root, 'test/clients/typescript/own-bot.ts'),
    ],
    env: process.env,
  },
};

describe.for(Object.entries(programs))('During an outage of the platform, in %s', ([, program]) => {
  /** A bot with a folder for its calls, and what it does. */
  const start = (what: string, cwd: string, baseUrl: string, { key }: Organization, agentId: string) => {
    const [command = '', ...given] = program.command;
    const env = { ...program.env, BASE: baseUrl, KEY: key, AGENT_ID: agentId };
    return spawn(command, [...given, what], { env, cwd });
  };

  /** A platform that is away after the middle of a call, for so many requests. */
  const awayFor = async (requests: number, org: Organization, agentId: string, cwd: string) => {
    let left = 0;
    await using gateway = await startFailingGateway(platform.base_url, () => {
      left -= 1;
      return left >= 0 ? 'unavailable' : undefined;
    });
    const bot = start('outage', cwd, gateway.baseUrl, org, agentId);
    const ended = endOf(bot);
    await once(bot.stdout, 'data');
    await eventually(async () => expect((await callOf(org, agentId)).turns.length).toBe(1));
    left = requests;
    bot.stdin.end('\n');
    expect(await ended).toBe('');
  };

  /** The call with its length, and the times of its turns. */
  const measured = async (org: Organization, agentId: string) => {
    const [call] = (await org.api.conversations.list({ query: { agent_id: agentId } })).data;
    const { id = '', duration_ms, status, end_reason } = call ?? {};
    const { data } = await org.api.transcripts.get({ params: { conversation_id: id } });
    return { duration_ms, status, end_reason, said: data.map(({ text: words, end_ms }) => [words, end_ms]) };
  };

  const real = {
    duration_ms: 3700,
    status: 'completed',
    end_reason: 'caller_hung_up',
    said: [
      ['Hello!', 500],
      ['Goodbye!', 2000],
      ['Goodbye!', 3500],
    ],
  };

  test('a call has its real length and all of its turns', async ({ skip }) => {
    skip(Boolean(program.missing), program.missing);
    const org = await organization();
    const agent = await newAgent(org);
    const folder = newFolder();
    await awayFor(12, org, agent.id, folder);
    expect(await measured(org, agent.id)).toEqual(real);
    expect(readdirSync(join(folder, 'unsent-calls'))).toEqual([]);
  });

  test('a call that was given up is sent by the next start, with its real length', async ({ skip }) => {
    skip(Boolean(program.missing), program.missing);
    const org = await organization();
    const agent = await newAgent(org);
    const folder = newFolder();
    await awayFor(Number.POSITIVE_INFINITY, org, agent.id, folder);
    expect(await measured(org, agent.id)).toMatchObject({ status: 'active', said: [['Hello!', 500]] });
    const next = start('restart', folder, platform.base_url, org, agent.id);
    expect(await endOf(next)).toBe('');
    expect(await measured(org, agent.id)).toEqual(real);
    expect(readdirSync(join(folder, 'unsent-calls'))).toEqual([]);
  });
});

test.for(['pipecat_bot.py', 'livekit_bot.py'])('%s passes mypy', async (file, { skip }) => {
  skip(Boolean(mypyMissing), mypyMissing);
  // Their frameworks need not be installed, so that what they return, and their decorators, have no types.
  const given = ['--strict', '--ignore-missing-imports', '--allow-untyped-decorators'];
  const mypy = spawn(
    'python3',
    ['-m', 'mypy', ...given, '--cache-dir', join(tmpdir(), 'mypy'), join(samples, file)],
    {
      env: pythonEnvironment({ MYPYPATH: join(root, 'clients/python/src') }),
    },
  );
  expect(await text(mypy.stdout)).toMatch(/^Success/);
});
