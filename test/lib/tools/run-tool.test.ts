import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentInput } from '#lib/contract/agents.ts';
import type { Tool, ToolAction } from '#lib/contract/tools.ts';
import type { ToolOutcome } from '#lib/model/converse.ts';
import { toolCallKeys } from '#lib/store/keys.ts';
import type { ToolContext } from '#lib/tools/run-tool.ts';
import { eventually } from '../../support/eventually.ts';
import { indiscretionOf } from '../../support/logs.ts';
import type { OwnPlatform } from '../../support/own-platform.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';
import type { Answering, Receiver } from '../../support/receiver.ts';
import { answering, startReceiver } from '../../support/receiver.ts';
import { tableOf } from '../../support/table.ts';
import type { Users } from '../../support/users.ts';
import { usersOf } from '../../support/users.ts';
import { variablesWith } from '../../support/variables.ts';

/*
 * Calls tools as the loop of a model does, with agents that were created through the API and servers that
 * answer as tests say.
 */

let platform: OwnPlatform;
let users: Users;
const receivers: Receiver[] = [];
const logged: string[] = [];

beforeAll(async () => {
  platform = await startOwnPlatform();
  users = usersOf(platform.description);
  for (const level of ['info', 'warn', 'error'] as const) {
    console[level] = (...line) => void logged.push(JSON.stringify(line));
  }
});
afterAll(async () => {
  for (const receiver of receivers) await receiver.close();
  await platform.close();
});

const order = {
  type: 'object',
  properties: { order: { type: 'integer' }, customer_id: { type: 'string' } },
  required: ['order', 'customer_id'],
  additionalProperties: false,
};

type Http = Partial<Extract<ToolAction, { type: 'http' }>>;

const json = (value: unknown): Answering =>
  answering(200, { 'content-type': 'application/json' }, JSON.stringify(value));

/** An agent with one tool, the server that it calls, and its secret. */
const toolAt = async (
  answer: Answering,
  action: Http = {},
  { parameters = order, ...agent }: Partial<Tool> & Partial<AgentInput> = {},
) => {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  const { api } = await users.organization();
  const created = await api.agents.create({
    body: {
      name: 'Shop',
      tools: [
        {
          name: 'find_order',
          description: 'Finds an order',
          parameters,
          action: { type: 'http', url: receiver.url, ...action },
        },
      ],
      ...agent,
    },
  });
  const params = { agent_id: created.id };
  const { secret } = await api.signingSecrets.rotate({ params, body: { overlap_seconds: 0 } });
  const conversation = await api.conversations.create({ body: { agent_id: created.id } });
  const context: ToolContext = {
    agent: { ...created, path: [created.client_id] },
    conversation_id: conversation.id,
    journal: toolCallKeys(conversation.id),
    turn: '3',
    variables: variablesWith({ customer_id: 'cus_7' }),
    deadline: Date.now() + 60_000,
  };
  return { api, params, receiver, secret, context };
};

/** Calls a tool as one answer of the model. */
const call = async (
  context: ToolContext,
  given: Record<string, unknown> = { order: 12 },
  { name = 'find_order', node = null }: { readonly name?: string; readonly node?: string | null } = {},
): Promise<ToolOutcome | undefined> => {
  // Only now, because the table's client takes its settings from the environment.
  const { toolRunner } = await import('#lib/tools/run-tool.ts');
  const run = toolRunner(context);
  return run({ id: 'call_1', name, arguments: given, node });
};

const bind = { customer_id: '{{customer_id}}' };

describe('A request to a server', () => {
  test('is signed as Standard Webhooks defines, and has the arguments of both the model and the platform', async () => {
    const { context, receiver, secret } = await toolAt(json({ status: 'sent' }), { bind });
    expect(await call(context)).toEqual({ content: { status: 'sent' } });
    const [request] = receiver.received;
    const verified = new Webhook(secret).verify(
      request?.text ?? '',
      request?.headers as Record<string, string>,
    );
    expect(verified).toEqual({
      id: request?.headers['webhook-id'],
      tool: 'find_order',
      arguments: { order: 12, customer_id: 'cus_7' },
      conversation_id: context.conversation_id,
      call_id: null,
      agent_id: context.agent.id,
      client_id: context.agent.client_id,
    });
    expect(() =>
      new Webhook('whsec_b3RoZXI=').verify(request?.text ?? '', request?.headers as never),
    ).toThrow();
  });

  test('has the same id for the same call, and another one for another turn or other arguments', async () => {
    const { context, receiver } = await toolAt(json({}), { bind });
    await call(context);
    await call(context);
    await call({ ...context, turn: '5' });
    await call(context, { order: 13 });
    const [first, ...others] = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(others[0]).toBe(first);
    expect(new Set(others).size).toBe(3);
  });

  test('cannot ask for another customer than the one of the conversation', async () => {
    const { context, receiver } = await toolAt(json({}), { bind });
    await call(context, { order: 12, customer_id: 'cus_8' });
    expect(receiver.received[0]?.body).toMatchObject({ arguments: { customer_id: 'cus_7' } });
  });

  test('is signed with the previous secret too, for as long as the rotation says', async () => {
    const { api, params, context, receiver, secret } = await toolAt(json({}), { bind });
    const next = await api.signingSecrets.rotate({ params, body: { overlap_seconds: 60 } });
    await call(context);
    const [{ text, headers } = { text: '', headers: {} }] = receiver.received;
    for (const each of [secret, next.secret]) new Webhook(each).verify(text, headers as never);
    await api.signingSecrets.rotate({ params, body: { overlap_seconds: 0 } });
    await call(context);
    const { text: later = '', headers: laterHeaders } = receiver.received[1] ?? {};
    expect(() => new Webhook(secret).verify(later, laterHeaders as never)).toThrow();
  });
});

describe('No request is made', () => {
  test.for([
    [{ order: 'twelve' }, /Expected "integer"/],
    [{}, /"order"/],
    [{ order: 1, more: true }, /additional/],
  ] as const)('with arguments %j, which do not match the parameters', async ([given, reason]) => {
    const { context, receiver } = await toolAt(json({}), { bind });
    const result = await call(context, given);
    expect(result?.error).toMatch(reason);
    expect(receiver.received).toEqual([]);
  });

  test('if the conversation has no value for an argument that the platform sets', async () => {
    const { context, receiver } = await toolAt(json({}), { bind });
    expect(await call({ ...context, variables: variablesWith() })).toEqual({
      content: null,
      error: 'The conversation has no value for customer_id',
    });
    expect(receiver.received).toEqual([]);
  });

  test('if the schema of the tool is none', async () => {
    const { context, receiver } = await toolAt(json({}), {}, { parameters: { $ref: '#/nowhere' } });
    expect((await call(context))?.error).toMatch(/schema of the tool is not valid/);
    expect(receiver.received).toEqual([]);
  });

  test('of a tool that the agent lacks, or may not call at this node', async () => {
    const flow = {
      start: 'greet',
      nodes: [
        { id: 'greet', instruction: 'Greet', tools: [], transitions: [{ to: 'help', when: 'always' }] },
        { id: 'help', instruction: 'Help', tools: null, transitions: [] },
      ],
    };
    const { context, receiver } = await toolAt(json({}), { bind }, { conversation_flow: flow });
    expect((await call(context, {}, { name: 'other' }))?.error).toMatch(/no tool with this name/);
    expect((await call(context, { order: 1 }, { node: 'greet' }))?.error).toMatch(/no tool with this name/);
    expect(receiver.received).toEqual([]);
    expect((await call(context, { order: 1 }, { node: 'help' }))?.error).toBeUndefined();
  });
});

const endless = (response: ServerResponse): void => {
  const write = (): void => {
    if (!response.destroyed) response.write('x'.repeat(64_000), () => setImmediate(write));
  };
  write();
};

describe('The model gets the failure of a server', () => {
  test.for<[name: string, answer: Answering, expected: object]>([
    ['answers 500', answering(500, {}, 'broken'), { content: 'broken', error: 'The server answered 500' }],
    [
      'answers 404 with a reason',
      answering(404, { 'content-type': 'application/problem+json' }, '{"detail":"No such order"}'),
      { content: { detail: 'No such order' }, error: 'The server answered 404' },
    ],
    [
      'redirects',
      answering(302, { location: 'http://127.0.0.1:1/' }),
      { content: null, error: 'The server answered 302' },
    ],
    [
      'sends without end',
      (_, response) => endless(response.writeHead(200)),
      { content: null, error: 'The answer of the server is longer than 65536 bytes' },
    ],
    [
      'sends a byte at a time',
      (_, response) => {
        const timer = setInterval(() => response.write('x'), 50);
        response.once('close', () => clearInterval(timer));
      },
      { content: null, error: 'The server took too long' },
    ],
    ['never answers', () => {}, { content: null, error: 'The server took too long' }],
    [
      'closes the connection',
      (_, response) => void response.destroy(),
      { content: null, error: 'The server closed the connection early' },
    ],
    [
      'claims JSON and sends something else',
      answering(200, { 'content-type': 'application/json' }, 'plainly not'),
      { content: 'plainly not' },
    ],
    ['sends text', answering(200, { 'content-type': 'text/plain' }, '7'), { content: '7' }],
    ['sends nothing', answering(204), { content: null }],
  ])('that %s', async ([, answer, expected]) => {
    const { context } = await toolAt(answer, { bind, timeout_seconds: 1 });
    expect(await call(context)).toEqual(expected);
  });

  test('whose name resolves to a private address, at once or the second time', async () => {
    const { callServer } = await import('#lib/tools/call-server.ts');
    const { names } = await import('../../support/names.ts');
    const { resolve } = names({ 'tools.example': [['10.0.0.1'], ['169.254.169.254']] });
    const action = { url: 'https://tools.example/', timeout_seconds: 1, effect: 'write' as const };
    for (const _ of [1, 2]) {
      expect(await callServer(action, { id: 'call_1', body: '{}', secrets: [], resolve })).toEqual({
        content: null,
        error: 'The host has no public address',
      });
    }
  });
});

describe('A call that changes something', () => {
  const writing = { bind, effect: 'write', timeout_seconds: 1 } as const;

  test('is made once for a turn, and its result is returned again', async () => {
    let booked = 0;
    const { context, receiver } = await toolAt((received, response, request) => {
      booked += 1;
      return json({ booking: booked })(received, response, request);
    }, writing);
    const results = await Promise.all([call(context), call(context)]);
    expect(receiver.received.length).toBe(1);
    expect(results.filter((result) => result?.error === undefined)).toContainEqual({
      content: { booking: 1 },
    });
    expect(await call(context)).toEqual({ content: { booking: 1 } });
    expect(await call({ ...context, turn: '5' })).toEqual({ content: { booking: 2 } });
    expect(receiver.received.length).toBe(2);
  });

  test('is not made again after a failure that the server reported', async () => {
    const { context, receiver } = await toolAt(answering(500), writing);
    for (const _ of [1, 2]) expect((await call(context))?.error).toBe('The server answered 500');
    expect(receiver.received.length).toBe(1);
  });

  test('is not made again if its outcome is unknown, and the model learns so', async () => {
    const { context, receiver } = await toolAt((_, response) => void response.destroy(), writing);
    for (const _ of [1, 2]) expect((await call(context))?.error).toMatch(/outcome of this call is unknown/);
    expect(receiver.received.length).toBe(1);
  });

  test('is not made again if the function ended in the middle of it', async () => {
    const { context, receiver } = await toolAt(json({}), writing);
    const { beginCall } = await import('#lib/tools/journal.ts');
    const { journal, turn } = context;
    const given = { customer_id: 'cus_7', order: 12 };
    const asked = { id: 'call_1', arguments: given, node: null, begun_at: Date.now() - 60_000 };
    const begun = { journal, turn, tool: 'find_order', arguments: given };
    expect(await beginCall(begun, asked)).toBe('new');
    expect((await call(context))?.error).toMatch(/outcome of this call is unknown/);
    expect(receiver.received).toEqual([]);
  });

  test('has a known outcome if the server could not be reached at all', async () => {
    const { context } = await toolAt(json({ done: true }), writing);
    const [tool] = context.agent.tools;
    const unreachable = { ...tool, action: { ...tool?.action, url: 'https://10.0.0.1/' } } as Tool;
    const broken = { ...context, agent: { ...context.agent, tools: [unreachable] } };
    expect(await call(broken)).toEqual({
      content: null,
      error: 'The address is not one of the public internet',
    });
  });

  test('is erased with its conversation', async () => {
    const { api, context } = await toolAt(json({ note: 'canary' }), writing);
    const table = tableOf(platform.description);
    const pk = `tool_call#${context.conversation_id}`;
    const journaled = () => table.partitions(pk);
    await call(context);
    expect(await journaled()).toMatchObject([{ tool: 'find_order' }]);
    await api.conversations.erase({ params: { conversation_id: context.conversation_id ?? '' } });
    await eventually(async () => expect(await journaled()).toEqual([]));
    // A result that arrives after the erasure leaves nothing behind.
    const { endCall } = await import('#lib/tools/journal.ts');
    const asked = { id: 'call_1', arguments: {}, node: null, begun_at: Date.now() };
    await endCall({ ...context, tool: 'find_order', arguments: {} }, asked, { content: 'canary' });
    expect(await journaled()).toEqual([]);
  });
});

test('abilities of the platform answer without a request', async () => {
  const builtin = (name: string, number: string | null = null) => ({
    name,
    action: { type: 'builtin', name, number, languages: null },
  });
  const { context } = await toolAt(json({}), {}, {
    tools: [
      builtin('hand_over'),
      builtin('end'),
      builtin('transfer', '+441632960123'),
      builtin('send_digits'),
      {
        name: 'switch_language',
        action: { type: 'builtin', name: 'switch_language', languages: [{ language: 'fr' }] },
      },
      { name: 'show_map', action: { type: 'page' } },
      { name: 'own', action: null },
    ],
  } as never);
  const results = await Promise.all(
    context.agent.tools.map(({ name }) =>
      call(context, { reason: 'Asked for a person', digits: '1w#', language: 'fr' }, { name }),
    ),
  );
  expect(results).toEqual([
    { content: { done: true }, hand_over: { reason: 'Asked for a person' } },
    { content: { done: true }, ends: true },
    { content: { done: true }, transfer: { to: '+441632960123' } },
    { content: { done: true }, keys: '1w#' },
    { content: { done: true }, language: 'fr' },
    undefined,
    undefined,
  ]);
});

test('nothing of a call is logged', async () => {
  const { context, secret } = await toolAt(json({ secret: 'canary' }), { bind });
  await call({ ...context, variables: variablesWith({ customer_id: 'canary' }) });
  expect(logged.filter((line) => line.includes(secret) || indiscretionOf(line))).toEqual([]);
});
