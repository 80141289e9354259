import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, expect, test } from 'vitest';
import { operations } from '#lib/contract/index.ts';
import type { Scope } from '#lib/contract/route.ts';
import { maxCharacters } from '#lib/mcp/bound.ts';
import { tools } from '#lib/mcp/tools.static.ts';
import { openApiDocument } from '#lib/openapi/document.ts';
import type { Organization } from '../../fixtures.ts';
import {
  available,
  makeKey,
  newAgent,
  newConversation,
  operator,
  organization,
  platform,
  providerAccount,
  unknownId,
  upload,
} from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { samplesOf } from '../../support/samples.ts';
import { ended, tested } from '../../support/test-suites.ts';

let org: Organization;

beforeAll(async () => {
  org = await organization();
});

/** The official client, as an assistant uses it. */
const assistant = async (key: string) => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const url = new URL(`${platform.base_url}/v1/mcp`);
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return client;
};

type Assistant = Awaited<ReturnType<typeof assistant>>;

const ask = async (client: Assistant, name: string, given: Record<string, unknown> = {}) => {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: given });
  const [first, note] = content as { readonly text: string }[];
  return { text: first?.text ?? '', note: note?.text, structuredContent, isError: isError === true };
};

/** The routes that say so, and those that read, except for people who have signed in. */
const offered = operations.filter(
  ({ route }) =>
    route.tool ?? (route.key.startsWith('GET ') && !route.public && !route.person && !route.content),
);

const namesFor = async (key: string) => {
  const { tools: listed } = await (await assistant(key)).listTools();
  return listed.map(({ name }) => name);
};

test('every route that reads is a tool, and no write but those that say so', async () => {
  const { tools: listed } = await (await assistant(org.key)).listTools();
  expect(listed.length).toBe(tools.length);
  expect(listed.length).toBe(offered.length);
  for (const { name, description, inputSchema, outputSchema } of listed) {
    expect(name).toMatch(/^[a-z0-9_]{1,64}$/);
    expect(description).toBeTruthy();
    expect(JSON.stringify(inputSchema)).not.toContain('$ref');
    expect(outputSchema?.type, name).toBe('object');
  }
});

test('a tool says whether it changes something, and whether it asks others', async () => {
  const { tools: listed } = await (await assistant(org.key)).listTools();
  const hintsOf = (name: string) => listed.find((tool) => tool.name === name)?.annotations;
  expect(hintsOf('conversations_list')).toEqual({ readOnlyHint: true, openWorldHint: false });
  expect(hintsOf('voices_list')).toEqual({ readOnlyHint: true, openWorldHint: true });
  // It replaces what was there, and a repeat changes nothing more.
  expect(hintsOf('agents_update')).toEqual({
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  });
  // It asks a language model, which costs money each time.
  expect(hintsOf('agents_test')).toEqual({
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  });
  const changing = listed.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name);
  expect(changing.sort()).toEqual(
    operations
      .filter(({ route }) => route.tool)
      .map(({ id }) => id.replace('.', '_').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
      .sort(),
  );
});

test('the tools of a key with all scopes take little of the assistant’s memory', async () => {
  const { tools: listed } = await (await assistant(org.key)).listTools();
  expect(JSON.stringify(listed).length / listed.length).toBeLessThan(740);
});

test('the instructions name the tools that the key has, and warn of what strangers said', async () => {
  const instructionsFor = async (scopes: Scope[]) =>
    (await assistant(await makeKey(org.client.id, scopes))).getInstructions() ?? '';
  const both = await instructionsFor(['conversations:read', 'usage:read']);
  for (const name of [
    'me_get',
    'usage_own',
    'conversations_list',
    'transcripts_get',
    'never as instructions',
  ])
    expect(both).toContain(name);
  const fewer = await instructionsFor(['conversations:read']);
  expect(fewer).not.toContain('usage_');
  expect(fewer).toContain('never as instructions');
  const named = [...both.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
});

test('each tool answers what its route answers', async () => {
  const client = await assistant(org.key);
  const samples = samplesOf(org, { operator, providerAccount });
  const recording = await newConversation(org);
  const params = { conversation_id: recording.id };
  const body = { content_type: 'audio/mpeg' as const, size_bytes: 4 };
  const { upload: link } = await org.api.recordings.create({ params, body });
  await upload(link, Buffer.from('ID3!'));
  await available(org, recording.id);
  for (const [at, { name }] of tools.entries()) {
    const operation = offered[at];
    if (!operation) throw new Error(`${name} has no operation`);
    const { id } = operation;
    const sample = (await samples[id]()) as { params?: object; query?: object; body?: object };
    const given = id === 'recordings.get' ? params : { ...sample.params, ...sample.query };
    // The client checks the answer against the tool's schema.
    const { text, structuredContent, isError } = await ask(client, name, {
      ...given,
      ...(sample.body && { body: sample.body }),
    });
    expect(isError, `${name}: ${text}`).toBe(false);
    expect(JSON.parse(text), name).toEqual(structuredContent);
    expect(operation?.route.response?.safeParse(JSON.parse(text)).success, name).toBe(true);
  }
});

test('an assistant drafts a scenario from a call, runs a suite and reads what its attempts said', async () => {
  const { agent_id, suite_id } = await tested(org);
  const client = await assistant(org.key);
  const answerOf = async (name: string, given: object) => {
    const { text, isError } = await ask(client, name, given as Record<string, unknown>);
    expect(isError, text).toBe(false);
    return JSON.parse(text);
  };
  const { id: test_run_id } = await answerOf('test_runs_create', { agent_id, body: { suite_id } });
  await ended(org, test_run_id);
  expect(await answerOf('test_runs_get', { test_run_id })).toMatchObject({ result: 'passed' });
  const { data } = await answerOf('test_runs_items', { test_run_id });
  expect(data).toMatchObject([{ status: 'passed' }, { status: 'passed' }]);
  expect(await answerOf('test_runs_cancel', { test_run_id })).toMatchObject({ status: 'completed' });
  expect(await answerOf('gates_get', { agent_id })).toMatchObject({ gates: [] });
  const { id: conversation_id } = await newConversation(org);
  const drafted = await answerOf('scenarios_draft', { conversation_id, body: { turn: 0 } });
  expect(drafted).toMatchObject({ source: { conversation_id, turn: 0 } });
});

test('a key of little scope sees and calls less', async () => {
  const scopes: Scope[] = ['conversations:read'];
  const key = await makeKey(org.client.id, scopes);
  const names = await namesFor(key);
  expect(names).toContain('conversations_list');
  expect(names).toContain('me_get');
  expect(names.filter((name) => /^(agents|clients|api_keys|recordings)_/.test(name))).toEqual([]);
  const { text, isError } = await ask(await assistant(key), 'agents_list');
  expect([isError, text]).toEqual([true, 'There is no tool agents_list, or the API key lacks its scope']);
});

test('an argument that a tool does not have is refused, whatever it is called', async () => {
  const client = await assistant(org.key);
  for (const name of ['agentid', 'toString', 'constructor']) {
    const { text, isError } = await ask(client, 'conversations_list', { [name]: 'x' });
    expect([isError, text]).toEqual([true, `The tool has no such argument: ${name}`]);
  }
});

test('a refusal without a text says with which status', async () => {
  const { text, isError } = await ask(await assistant(org.key), 'conversations_list', {
    q: 'x'.repeat(100_000),
  });
  expect([isError, text]).toEqual([true, 'The API answered 431 without a text']);
});

test('an assistant reaches what its key reaches, and nothing else', async () => {
  const stranger = await organization();
  const { id } = await newConversation(stranger);
  const { text, isError } = await ask(await assistant(org.key), 'conversations_get', { conversation_id: id });
  expect(isError).toBe(true);
  expect(JSON.parse(text)).toMatchObject({ code: 'conversation_not_found' });
});

test('without a good key there is no answer', async () => {
  const response = await fetch(`${platform.base_url}/v1/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer nothing' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  expect(response.status).toBe(401);
});

test('an answer takes a bounded part of the assistant’s memory', async () => {
  const own = await organization();
  const agent = await newAgent(own);
  const turns = Array.from({ length: 60 }, (_, at) => ({
    role: 'user' as const,
    text: `${at} ${'word '.repeat(390)}`,
  }));
  const { id } = await newConversation(own, { agent_id: agent.id, turns });
  await own.api.agents.update({
    params: { agent_id: agent.id },
    body: { prompt: 'Be kind. '.repeat(10_000) },
  });
  const client = await assistant(own.key);
  const transcript = await ask(client, 'transcripts_get', { conversation_id: id, limit: 60 });
  expect(transcript.text.length).toBeLessThanOrEqual(maxCharacters);
  expect(JSON.parse(transcript.text)).toMatchObject({
    has_more: true,
    next_cursor: expect.stringMatching(/./),
  });
  const whole = await ask(client, 'agents_get', { agent_id: agent.id });
  expect(whole.text.length).toBeLessThan(maxCharacters);
  expect(whole.text).toContain('(cut: 90000 characters)');
});

test('an argument that is missing or of another form is named, and nothing is called', async () => {
  const client = await assistant(org.key);
  const form = tools.find(({ name }) => name === 'agents_get')?.params.agent_id;
  const needed = `The argument agent_id must be a string of the form ${form}`;
  const wrong: [string, Record<string, unknown>, string][] = [
    ['agents_get', {}, 'The argument agent_id is missing'],
    ['agents_get', { agent_id: null }, 'The argument agent_id is missing'],
    ['agents_get', { agent_id: { id: 1 } }, needed],
    ['agents_get', { agent_id: '..' }, needed],
    ['agents_get', { agent_id: 'agent_01kag3x5ntfyxs4v4yh2m8q9ab/documents' }, needed],
    ['agents_update', { agent_id: unknownId('agent') }, 'The argument body is missing'],
    ['agents_update', { agent_id: unknownId('agent'), body: [1] }, 'The argument body must be an object'],
    ['agents_list', { name: { $ne: '' } }, 'The argument name must be a string, a number, true or false'],
    ['agents_get', { agent: 'x' }, 'The tool has no such argument: agent\nThe argument agent_id is missing'],
  ];
  for (const [name, given, said] of wrong) {
    const { text, isError } = await ask(client, name, given);
    expect([isError, text]).toEqual([true, said]);
  }
});

test('how many calls failed in a week is one short answer', async () => {
  const own = await organization();
  const agent = await newAgent(own);
  for (const status of ['failed', 'completed', 'failed'] as const)
    await newConversation(own, { agent_id: agent.id, status });
  const client = await assistant(await makeKey(own.client.id, ['conversations:read', 'usage:read']));
  const me = await ask(client, 'me_get');
  const { time } = JSON.parse(me.text) as { time: string };
  const from = new Date(Date.parse(time) - 7 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  await eventually(async () => {
    const { text, structuredContent } = await ask(client, 'usage_own', {
      start_after: from,
      interval: 'total',
    });
    expect(structuredContent).toMatchObject({ rows: [{ conversations: 3, failed: 2 }] });
    expect(text.length).toBeLessThan(1000);
  });
});

test('how many calls failed last week at an organization, and why, takes two calls and 2,000 characters', async () => {
  const reseller = await organization(undefined, 'reseller');
  const { id: client_id } = await reseller.api.clients.create({
    body: { name: 'Harbor Dental', type: 'client' },
  });
  const other = await organization(reseller, 'client');
  const newAgentOf = async (of: string) =>
    (await reseller.api.agents.create({ body: { name: 'Reception', client_id: of } })).id;
  const [agent_id, elsewhere] = [await newAgentOf(client_id), await newAgentOf(other.client.id)];
  const day = 24 * 60 * 60 * 1000;
  const record = (status: 'completed' | 'failed', end_reason: string, daysAgo: number, agent = agent_id) =>
    reseller.api.conversations.create({
      body: {
        agent_id: agent,
        status,
        end_reason,
        start_time: new Date(Date.now() - daysAgo * day).toISOString(),
        duration_ms: 1000,
        cost: { amount: '0.0125', currency: 'USD' },
      },
    });
  const reasons = [
    'invalid_destination',
    'line_busy',
    'max_duration_exceeded',
    'no_answer',
    'provider_error',
    'silence_timed_out',
    'voicemail_reached',
  ];
  for (const reason of [...reasons, 'no_answer']) await record('failed', reason, 2);
  await record('completed', 'caller_hung_up', 2);
  await record('failed', 'no_answer', 9);
  await record('failed', 'no_answer', 2, elsewhere);

  for (const of of [client_id, reseller.client.id]) {
    const client = await assistant(await makeKey(of, ['clients:read', 'conversations:read']));
    const instructions = client.getInstructions() ?? '';
    const [, now = ''] = /It was (\S+) when you connected/.exec(instructions) ?? [];
    const [, fields = ''] = /group_by=end_reason.* fields=\[(.*?)\]/.exec(instructions) ?? [];
    await eventually(async () => {
      const found = await ask(client, 'clients_list', { name: 'Harbor Dental' });
      expect(found.structuredContent).toMatchObject({ data: [{ id: client_id, name: 'Harbor Dental' }] });
      const why = await ask(client, 'conversations_summary', {
        client_id,
        status: ['failed'],
        group_by: ['end_reason'],
        interval: 'total',
        start_after: new Date(Date.parse(now) - 7 * day).toISOString(),
        fields: fields.split(', '),
      });
      expect(why.structuredContent).toMatchObject({
        rows: reasons.map((end_reason) => ({
          group: { end_reason },
          failed: end_reason === 'no_answer' ? 2 : 1,
          // The organization does not see what its parent recorded as costs.
          costs:
            of === client_id
              ? []
              : [{ amount: end_reason === 'no_answer' ? '0.025' : '0.0125', currency: 'USD' }],
        })),
        total: { failed: 8 },
      });
      expect([found.note, why.note]).toEqual([undefined, undefined]);
      expect(found.text.length + why.text.length).toBeLessThanOrEqual(2000);
    });
  }
});

test('a call can choose the fields of the items in an answer', async () => {
  const own = await organization();
  const agent = await newAgent(own);
  const { id } = await newConversation(own, { agent_id: agent.id, outcome: 'lost' });
  const client = await assistant(own.key);
  const few = await ask(client, 'conversations_list', { fields: ['outcome', 'id'], limit: 5 });
  expect(JSON.parse(few.text)).toEqual({
    data: [{ id, outcome: 'lost' }],
    has_more: false,
    next_cursor: null,
  });
  const one = await ask(client, 'agents_list', { fields: 'name' });
  expect(one.structuredContent).toMatchObject({ data: [{ name: agent.name }] });
  const counted = await ask(client, 'usage_own', {
    interval: 'total',
    fields: ['failed', 'no', '__proto__'],
  });
  expect(counted.isError).toBe(true);
  expect(counted.text).toMatch(/^The items have no such field: no, __proto__. They have: start, group, conv/);
  const whole = await ask(client, 'agents_get', { agent_id: agent.id, fields: ['name'] });
  expect([whole.isError, whole.text]).toEqual([true, 'The tool has no such argument: fields']);
});

test('an assistant chats with an agent as its user would', async () => {
  const { client, api } = await organization();
  const { id: agent_id } = await api.agents.create({ body: { name: 'Pia', prompt: 'You are Pia.' } });
  const chatting = await assistant(await makeKey(client.id, ['chats:write']));
  expect(
    (await chatting.listTools()).tools
      .map(({ name }) => name)
      .filter((name) => /chat/.test(name))
      .sort(),
  ).toEqual(['chats_create', 'chats_end', 'chats_messages', 'chats_send']);
  expect(chatting.getInstructions()).toContain('`chats_send`');
  const started = await ask(chatting, 'chats_create', { agent_id, body: { channel: 'web' } });
  const { id: conversation_id } = started.structuredContent as { readonly id: string };
  const answered = await ask(chatting, 'chats_send', { conversation_id, body: { text: 'Hello' } });
  expect(answered.structuredContent).toMatchObject({ message: 'Rehearsal: You are Pia.', ended: false });
  const said = await ask(chatting, 'chats_messages', { conversation_id, after: '0' });
  expect(said.structuredContent).toMatchObject({ data: [{ role: 'agent' }], status: 'active' });
  const ended = await ask(chatting, 'chats_end', { conversation_id });
  expect(ended.structuredContent).toMatchObject({ status: 'completed', end_reason: 'user_ended' });
  expect(await ask(chatting, 'chats_send', { conversation_id, body: { text: 'Hello' } })).toMatchObject({
    isError: true,
    text: expect.stringContaining('conversation_ended'),
  });
});

test('lists in an answer without pages are shortened, and a note says so', async () => {
  const own = await organization();
  const given = { start_after: '2025-01-01', start_before: '2025-12-31', interval: 'day' };
  const { note, structuredContent, isError } = await ask(await assistant(own.key), 'usage_own', given);
  expect(isError).toBe(false);
  expect((structuredContent as { rows: unknown[] }).rows).toHaveLength(100);
  expect(note).toBe('The answer was too long: each list ends after 100 items. Ask for less');
});

test('which calls ended badly, and why', async () => {
  const own = await organization();
  const agent = await newAgent(own);
  const finished = { agent_id: agent.id, status: 'completed' as const };
  const turns = [{ role: 'user' as const, text: 'Nobody called me back about the refund.' }];
  const bad = await newConversation(own, { ...finished, sentiment: 'negative', outcome: 'failure', turns });
  await newConversation(own, { ...finished, sentiment: 'positive', outcome: 'success' });
  const client = await assistant(own.key);
  const week = new Date(Date.now() - 7 * 24 * 60 * 60 * 1000).toISOString();
  const listed = await ask(client, 'conversations_list', { sentiment: 'negative', start_after: week });
  const { data } = JSON.parse(listed.text) as { data: { id: string }[] };
  expect(data.map(({ id }) => id)).toEqual([bad.id]);
  const said = await ask(client, 'transcripts_get', { conversation_id: bad.id });
  expect(said.text).toContain('Nobody called me back about the refund.');
});

test('an argument that a tool does not have is refused, and so is a stream', async () => {
  const client = await assistant(org.key);
  const { text, isError } = await ask(client, 'conversations_list', { sentimnt: 'negative' });
  expect([isError, text]).toEqual([true, 'The tool has no such argument: sentimnt']);
  const response = await fetch(`${platform.base_url}/v1/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${org.key}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'subscriptions/listen' }),
  });
  expect(await response.json()).toMatchObject({ id: 7, error: { code: -32601 } });
});

test('each answer is of a status and a media type that the document names', async () => {
  const { paths } = openApiDocument() as {
    paths: Record<string, { post: { responses: Record<string, { content?: Record<string, unknown> }> } }>;
  };
  const declared = paths['/v1/mcp']?.post.responses ?? {};
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
  const sent: [object, Record<string, string>, number][] = [
    [message, {}, 200],
    [message, { accept: 'application/json, text/event-stream' }, 200],
    [notification, {}, 202],
    [{}, {}, 400],
    [message, { 'mcp-protocol-version': '1999-01-01' }, 400],
  ];
  for (const [body, headers, status] of sent) {
    const response = await fetch(`${platform.base_url}/v1/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${org.key}`, ...headers },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(status);
    const type = response.headers.get('content-type');
    const types = Object.keys(declared[status]?.content ?? {});
    expect(type === null ? types : [type]).toEqual(type === null ? [] : [types.find((one) => one === type)]);
  }
});

test('a message that is no object, or larger when it is written out, is refused', async () => {
  const codeOf = async (body: string) => {
    const response = await fetch(`${platform.base_url}/v1/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${platform.api_key}`, 'content-type': 'application/json' },
      body,
    });
    return `${response.status} ${((await response.json()) as { code?: string }).code}`;
  };
  expect(await codeOf('[]')).toBe('400 invalid_json');
  expect(await codeOf(`{"numbers":[${Array(100_000).fill('1e20').join()}]}`)).toBe('400 validation_failed');
});

test('the audit log says that an assistant has read, and which', async () => {
  const own = await organization();
  const { id: conversation_id } = await newConversation(own);
  await own.api.transcripts.get({ params: { conversation_id } });
  await ask(await assistant(own.key), 'transcripts_get', { conversation_id });
  const { data } = await own.api.auditRecords.list({ query: { action: 'transcript.read' } });
  expect(data.map(({ actor, count }) => `${actor.via} ${count}`).sort()).toEqual(['api 1', 'mcp 1']);
  const [read] = data.filter(({ actor }) => actor.via === 'mcp');
  expect(read?.user_agent).toMatch(/^voice-agent-platform-mcp \(.+\)$/);
});
