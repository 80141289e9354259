import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#lib/local/client.ts';
import { problemOf, usersOf } from './fixtures.ts';
import type { Answer } from './support/model-server.ts';
import { planAnswers, startModelServer } from './support/model-server.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import type { Organization } from './support/users.ts';

const modelId = 'eu.amazon.nova-lite-v1:0';

let server: Awaited<ReturnType<typeof startModelServer>>;
let platform: OwnPlatform;
let org: Organization;
/** The log lines of each request. */
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  server = await startModelServer();
  // As AWS's own SDKs are told where Bedrock is.
  process.env.AWS_ENDPOINT_URL_BEDROCK_RUNTIME = server.endpoint;
  platform = await startOwnPlatform({
    following: false,
    model: {
      settings: {
        provider: 'bedrock',
        region: 'eu-central-1',
        models: [modelId],
        timeout_seconds: 15,
        max_tokens: 100,
      },
    },
  });
  org = await usersOf(platform.description).organization();
  console.warn = () => {};
  console.info = (line: Record<string, unknown>) => lines.push(line);
});
afterAll(async () => {
  await platform.close();
  await server.close();
});

const flow = {
  start: 'greet',
  nodes: [
    { id: 'greet', instruction: 'Greet.', transitions: [{ to: 'close', when: 'they are done' }] },
    { id: 'close', instruction: 'Say goodbye.' },
  ],
};
const tools = [
  { name: 'find_slots', parameters: { type: 'object', properties: { day: { type: 'string' } } } },
];

type TestBody = Parameters<Client['agents']['test']>[0]['body'];

const planned = async (answers: readonly Answer[]) => {
  const prompt = randomUUID();
  const asked = await planAnswers(server.endpoint, prompt, answers);
  const { id: agent_id } = await org.api.agents.create({
    body: {
      name: 'Pia',
      prompt,
      conversation_flow: flow,
      tools,
      model: { max_tokens: 5000, temperature: 0.5 },
    },
  });
  const say = (body: TestBody) => org.api.agents.test({ params: { agent_id }, body });
  return { agent_id, say, asked };
};

/** The answer to a message that is streamed, or the failure. */
const streamed = async (url: string, body: object) => {
  const headers = { authorization: `Bearer ${org.key}`, 'content-type': 'application/json' };
  const text = await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).text();
  return ['done', 'error'].map((name) => {
    const [, data] = new RegExp(`event: ${name}\ndata: (.*)\n`).exec(text) ?? [];
    return data === undefined ? undefined : JSON.parse(data);
  });
};

const hello = [{ role: 'user' as const, content: 'Hello' }];

test('a request without a model does not count as a model failure', async () => {
  const problem = await problemOf(
    org.api.agents.get({ params: { agent_id: 'agent_00000000000000000000000000' } }),
  );
  const { request_id } = problem.problem as { request_id: string };
  const line = lines.find((one) => one.request_id === request_id);
  expect(line).toMatchObject({ status: 404, duration_ms: expect.any(Number) });
  expect(line).not.toHaveProperty('dependencies_failed');
});

test('a request that may wait for a voice provider is not among those by which the service is judged', async () => {
  const problem = await problemOf(
    org.api.voices.list({ params: { integration_id: 'intg_00000000000000000000000000' } }),
  );
  const { request_id } = problem.problem as { request_id: string };
  const line = lines.find((one) => one.request_id === request_id);
  expect(line).toMatchObject({ status: 404, dependencies_failed: 0 });
});

describe('A Bedrock model', () => {
  test('is called through Converse, signed for its region, and answers', async () => {
    const { say, asked } = await planned([{ text: 'Good morning.' }]);
    expect(await say({ messages: hello })).toMatchObject({
      message: 'Good morning.',
      node: 'greet',
      model: modelId,
      usage: { input_tokens: 11, output_tokens: 7 },
    });
    const [{ path, headers = {}, body } = {}] = await asked();
    expect(decodeURIComponent(path ?? '')).toBe(`/model/${modelId}/converse`);
    expect(headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=\w+\/\d{8}\/eu-central-1\/bedrock\/aws4_request, /,
    );
    expect(body).toMatchObject({
      messages: [{ role: 'user', content: [{ text: 'Hello' }] }],
      inferenceConfig: { maxTokens: 100, temperature: 0.5 },
    });
  });

  test('calls tools, moves and ends', async () => {
    const { say, asked } = await planned([
      { text: 'One moment.', calls: [{ name: 'find_slots', arguments: { day: 'Monday' } }] },
      { calls: [{ name: 'go_to', arguments: { to: 'close' } }] },
      { text: 'Goodbye.', calls: [{ name: 'end_conversation', arguments: {} }] },
    ]);
    const answer = await say({ messages: hello, tool_mocks: [{ name: 'find_slots', result: ['10:00'] }] });
    expect(answer).toMatchObject({
      message: 'One moment.\nGoodbye.',
      node: 'close',
      ended: true,
      tool_calls: [{ name: 'find_slots', arguments: { day: 'Monday' }, result: ['10:00'], mocked: true }],
      usage: { input_tokens: 33, output_tokens: 21 },
    });
    const [, second] = await asked();
    expect(JSON.stringify(second?.body.messages)).toContain('"toolResult"');
  });

  test('that ends the conversation without a message is asked for one', async () => {
    const { say, asked } = await planned([
      { calls: [{ name: 'end_conversation', arguments: {} }] },
      { text: 'Bye.', calls: [{ name: 'find_slots', arguments: {} }] },
    ]);
    const answer = await say({ messages: hello, node: 'close' });
    expect(answer).toMatchObject({ message: 'Bye.', ended: true, tool_calls: [] });
    // It knows what it has done: Converse takes calls and results only together with tools.
    const [, last] = await asked();
    expect(JSON.stringify(last?.body.messages)).toContain('"toolResult"');
    expect(JSON.stringify(last?.body.toolConfig)).toContain('end_conversation');
    expect(JSON.stringify(last?.body.system)).toContain('call no tool');
  });

  test('streams its answers in chats, with tools and with its tokens', async () => {
    const { agent_id, asked } = await planned([
      { text: 'One moment.', calls: [{ name: 'find_slots', arguments: { day: 'Monday' } }] },
      { text: 'There is one at ten.' },
    ]);
    const { id, stream_url } = await org.api.chats.create({ params: { agent_id }, body: {} });
    const [first] = await streamed(stream_url, { text: 'Hello' });
    expect(first).toMatchObject({ message: 'One moment.', usage: { input_tokens: 11, output_tokens: 7 } });
    const results = [{ id: first?.tool_calls[0]?.id, result: ['10:00'] }];
    const params = { conversation_id: id };
    await org.api.chats.sendResults({ params, body: { results } as never });
    const { data } = await org.api.chats.messages({ params, query: {} });
    expect(data.at(-1)).toMatchObject({ role: 'agent', text: 'There is one at ten.' });
    const [{ path } = {}] = await asked();
    expect(decodeURIComponent(path ?? '')).toBe(`/model/${modelId}/converse-stream`);
  });

  test.for([
    ['throttlingException', 'model_unavailable'],
    ['modelStreamErrorException', 'model_failed'],
  ] as const)('that ends a stream with a %s has failed with %s', async ([exception, code]) => {
    const { agent_id } = await planned([{ text: 'Half of what', exception }]);
    const { stream_url } = await org.api.chats.create({ params: { agent_id }, body: {} });
    const [, failed] = await streamed(stream_url, { text: 'Hello' });
    expect(failed).toMatchObject({ code });
    expect(JSON.stringify(failed)).not.toContain('canary');
  });

  const failures: readonly [string, Answer, string][] = [
    [
      'may not be used',
      { status: 403, body: '{"message":"canary"}', headers: { 'x-amzn-errortype': 'AccessDeniedException' } },
      '502 model_failed',
    ],
    [
      'is throttled',
      { status: 429, body: '{"message":"canary"}', headers: { 'x-amzn-errortype': 'ThrottlingException' } },
      '503 model_unavailable',
    ],
    ['took too long by itself', { status: 408, body: '{"message":"canary"}' }, '504 model_timed_out'],
    ['answers with something else', { status: 200, body: '{"output":{}}' }, '502 model_failed'],
    ['says nothing', {}, '502 model_failed'],
    ['is silent', { trouble: 'silent' }, '504 model_timed_out'],
    ['is slow', { trouble: 'slow' }, '504 model_timed_out'],
    ['closes the connection', { trouble: 'closed' }, '503 model_unavailable'],
    ['streams unasked', { trouble: 'streamed' }, '502 model_failed'],
  ];
  test.for(failures)('that %s is reported as its failure', async ([, answer, expected]) => {
    const { say } = await planned([answer]);
    const problem = await problemOf(say({ messages: hello }));
    expect(`${problem.status} ${problem.code}`).toBe(expected);
    expect(JSON.stringify(problem.problem)).not.toMatch(/canary|Denied|Throttling/);
    // Counted apart, and with nothing by which the service's own answers are judged.
    const { request_id } = problem.problem as { request_id: string };
    expect(lines.find((line) => line.request_id === request_id)).toMatchObject({
      code: expected.slice(4),
      dependencies_failed: 1,
    });
  });
});
