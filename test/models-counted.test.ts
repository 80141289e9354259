import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { operations } from '#lib/contract/index.ts';
import type { Organization } from './fixtures.ts';
import { operator, organization, platform } from './fixtures.ts';
import { endedConversation } from './support/analysis.ts';
import { eventually } from './support/eventually.ts';
import type { Answer } from './support/model-server.ts';
import { planAnswers } from './support/model-server.ts';

/*
 * An oracle for whatever asks a model: what the model server has answered is what usage has, and its price is
 * the cost, on every route and however the request ends. A new route fails until it has its row.
 */

interface World extends Organization {
  /** An agent whose model answers as planned, and which lets its client run `ask_user`. */
  readonly agent_id: string;
  readonly marker: string;
}

const post = async ({ key }: World, path: string, body: object): Promise<void> => {
  const response = await fetch(`${platform.base_url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.text();
};

/** Has a chat, which ends, so that it is counted. */
const inChat = async (world: World, talk: (conversation_id: string) => Promise<unknown>): Promise<void> => {
  const { id: conversation_id } = await world.api.chats.create({
    params: { agent_id: world.agent_id },
    body: {},
  });
  await talk(conversation_id);
  await world.api.chats.end({ params: { conversation_id } });
};

interface Row {
  readonly ask: (world: World) => Promise<unknown>;
  /** The answers of the model before the one of the way. */
  readonly before?: readonly Answer[];
  /** The messages in usage, by whether the last answer is made. */
  readonly messages: (isMade: boolean) => number;
}

const message = { text: 'Hello' };
const said = [{ role: 'user' as const, content: 'Hello' }];
const oneIfMade = (isMade: boolean) => (isMade ? 1 : 0);

/** Null: the route asks for a voice, and no language model. */
const rows: Readonly<Record<string, Row | null>> = {
  'agents.test': {
    ask: (world) => post(world, `/v1/agents/${world.agent_id}/test`, { messages: said }),
    messages: () => 0,
  },
  'chats.send': {
    ask: (world) => inChat(world, (id) => post(world, `/v1/conversations/${id}/messages`, message)),
    messages: oneIfMade,
  },
  'chats.stream': {
    ask: (world) => inChat(world, (id) => post(world, `/v1/live/conversations/${id}/messages`, message)),
    messages: oneIfMade,
  },
  'chats.sendResults': {
    before: [{ calls: [{ name: 'ask_user', arguments: {} }] }],
    ask: (world) =>
      inChat(world, async (conversation_id) => {
        const params = { conversation_id };
        const { tool_calls } = await world.api.chats.send({ params, body: message });
        const results = tool_calls.map(({ id }) => ({ id, result: 'Yes' }));
        await post(world, `/v1/conversations/${conversation_id}/tool-results`, { results });
      }),
    messages: () => 1,
  },
  'completions.create': {
    ask: (world) => post(world, `/v1/live/agents/${world.agent_id}/chat/completions`, { messages: said }),
    messages: oneIfMade,
  },
  'analyses.preview': {
    ask: async (world) => {
      const { id: conversation_id } = await endedConversation(world);
      const criteria = [
        { name: 'helped', kind: 'judge' as const, instruction: `Has the agent helped (${world.marker})?` },
      ];
      const analyzer = { name: 'Checks', enabled: false, criteria, model: { id: 'test-model' } };
      const { id } = await world.api.analyzers.create({ body: analyzer });
      await post(world, `/v1/analyzers/${id}/preview`, { conversation_id });
    },
    messages: () => 0,
  },
  'speech.create': null,
};

const asking = operations.filter(({ route }) => route.asksModel || route.sendsMessage).map(({ id }) => id);

test('every route that asks a model has its row', () => {
  expect(Object.keys(rows).sort()).toEqual([...asking].sort());
});

const tooManyCalls = Array.from({ length: 17 }, () => ({ name: 'ask_user', arguments: {} }));

/** The ways in which a model answers, and whether it charges for that. */
const ways: Readonly<
  Record<string, { readonly answer: Answer; readonly isMade: boolean; readonly used: 0 | 1 }>
> = {
  'is answered': { answer: { text: 'One' }, isMade: true, used: 1 },
  'fails because of what the model answers': { answer: { calls: tooManyCalls }, isMade: false, used: 1 },
  'fails because the model refuses': { answer: { status: 400, body: '{}' }, isMade: false, used: 0 },
};

const cases = Object.entries(rows).flatMap(([route, row]) =>
  row ? Object.entries(ways).map(([way, how]) => ({ route, way, row, ...how })) : [],
);

test.for(cases)('usage has what the model used if $route $way', async ({ row, answer, isMade, used }) => {
  const org = await organization();
  const settings = { analysis: { enabled: true } };
  await operator.clients.update({ params: { client_id: org.client.id }, body: { settings } });
  const marker = randomUUID();
  const { before = [] } = row;
  const asked = await planAnswers(inject('modelServer'), marker, [...before, answer]);
  const { id: agent_id } = await org.api.agents.create({
    body: {
      name: 'Pia',
      prompt: `You are Pia (${marker}).`,
      model: { id: 'test-model' },
      tools: [{ name: 'ask_user' }],
    },
  });
  await row.ask({ ...org, agent_id, marker });
  const answers = await asked();
  expect(answers.length).toBeGreaterThan(before.length);
  const paid = before.length + (answers.length - before.length) * used;
  await eventually(async () => {
    const params = { client_id: org.client.id };
    const { rows } = await operator.usage.get({ params, query: { interval: 'total' } });
    const [total] = rows;
    const spent = (name: 'input' | 'output') =>
      (total?.tokens[name] ?? 0) + (total?.analysis.tokens[name] ?? 0);
    const costs = [...(total?.costs ?? []), ...(total?.analysis.costs ?? [])];
    const cost = costs.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 1_000_000), 0);
    expect({ messages: total?.messages ?? 0, input: spent('input'), output: spent('output'), cost }).toEqual({
      messages: row.messages(isMade),
      input: 11 * paid,
      output: 7 * paid,
      cost: 78 * paid,
    });
  });
});
