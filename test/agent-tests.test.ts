import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { AgentTest } from '#lib/contract/agents.ts';
import { agents } from '#lib/local/demo/agents.ts';
import type { Organization } from './fixtures.ts';
import { operator, organization } from './fixtures.ts';
import type { Dialogue } from './support/dialogues.ts';
import { eachOf, haveDialogues, readDialogues } from './support/dialogues.ts';
import type { Answer } from './support/model-server.ts';
import { planAnswers } from './support/model-server.ts';

interface Message {
  readonly role: 'user' | 'agent';
  readonly content: string;
}

test('rehearsal mode follows the flow of the demonstration as before', async () => {
  const { organization: _name, model: _model, documents: _documents, ...pia } = agents.pia;
  const org = await organization(undefined, 'client', {
    settings: { quotas: { agent_tests_per_day: 100_000 } },
  });
  const { id: agent_id } = await org.api.agents.create({ body: structuredClone(pia) as never });
  const messages: Message[] = [];
  const variables = { practice: 'Harbor Dental' };
  let node: string | null = null;
  const walk: string[] = [];
  const listen = async () => {
    const answer: AgentTest = await org.api.agents.test({
      params: { agent_id },
      body: {
        messages,
        node,
        variables,
        tool_mocks: [{ name: 'find_appointments', result: ['Tuesday 10:00', 'Tuesday 11:30'] }],
      },
    });
    messages.push({ role: 'agent', content: answer.message ?? '(waits)' });
    node = answer.node;
    const calls = answer.tool_calls.map(({ name, mocked }) => `${name} ${mocked ? 'mocked' : 'unmocked'}`);
    walk.push([node, answer.ended && 'ended', ...calls, answer.message].filter(Boolean).join(' | '));
  };
  await listen();
  for (const content of [
    'Hello there.',
    'I would like to move my appointment.',
    'Can you find me an appointment, or two appointments, on Tuesday?',
    'Book the appointment at half past eleven.',
    'Is it booked?',
    'Thank you, bye.',
  ]) {
    messages.push({ role: 'user', content });
    await listen();
  }
  expect(walk).toEqual([
    'greet | Harbor Dental, this is Pia. How can I help you?',
    'greet | Rehearsal at “greet”: Greet, and find out what the caller needs.',
    'book | Rehearsal at “book”: Offer two times and book one.',
    'book | find_appointments mocked | Rehearsal at “book”: Offer two times and book one.\nA tool answered ["Tuesday 10:00","Tuesday 11:30"]',
    'book | book_appointment unmocked',
    'close | ended | Rehearsal at “close”: Sum up in one sentence and say goodbye.',
    'close | ended | Rehearsal at “close”: Sum up in one sentence and say goodbye.',
  ]);
});

/** `FindRestaurants` is to find restaurants. */
const inWords = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

/** A flow of a service: a node for each of its tools, to be reached from each other. */
const flowOf = (tools: readonly string[]) => {
  const ways = (from?: string) => [
    ...tools
      .filter((name) => name !== from)
      .map((name) => ({ to: name, when: `the caller wants to ${inWords(name)}` })),
    { to: 'close', when: 'the caller says thanks, goodbye, or that this is all' },
  ];
  return {
    start: 'start',
    nodes: [
      { id: 'start', instruction: 'Find out what the caller wants.', transitions: ways() },
      ...tools.map((name) => ({ id: name, instruction: `You ${inWords(name)}.`, transitions: ways(name) })),
      { id: 'close', instruction: 'Say goodbye.', transitions: [] },
    ],
  };
};

const perService = 3;

describe.skipIf(!haveDialogues)('Real dialogues', () => {
  const dialogues = new Map<string, Dialogue[]>();
  const toolsOf = new Map<string, string[]>();
  const agentIds = new Map<string, string>();
  let org: Organization;

  beforeAll(async () => {
    for (const dialogue of readDialogues()) {
      const [service = '', ...others] = dialogue.services;
      if (others.length > 0) continue;
      const names = dialogue.turns.flatMap(({ tool_calls = [] }) => tool_calls.map(({ name }) => name));
      toolsOf.set(service, [...new Set([...(toolsOf.get(service) ?? []), ...names])].sort());
      dialogues.set(service, [...(dialogues.get(service) ?? []), dialogue]);
    }
    org = await organization(undefined, 'client', { settings: { quotas: { agent_tests_per_day: 100_000 } } });
    for (const [service, tools] of toolsOf) {
      const { id } = await org.api.agents.create({
        body: {
          name: service,
          prompt: 'You serve callers. This is call {{call}}.',
          tools: tools.map((name) => ({ name, parameters: { type: 'object', additionalProperties: true } })),
          conversation_flow: flowOf(tools),
        },
      });
      agentIds.set(service, id);
    }
  });

  const some = () => [...dialogues.values()].flatMap((all) => all.slice(0, perService));

  /** Sends a dialogue turn by turn, each with all that was said before. */
  const replay = async (
    { services: [service = ''], turns }: Dialogue,
    draft: object,
    check: (answer: AgentTest, turn: Dialogue['turns'][number], before: string) => void,
    call = 'none',
  ) => {
    const messages: Message[] = [];
    let node = 'start';
    for (const turn of turns) {
      const { role, text, tool_calls = [] } = turn;
      if (role === 'user') {
        messages.push({ role, content: text });
        continue;
      }
      // The platform's key may wait as often as it likes.
      const answer = await operator.agents.test({
        params: { agent_id: agentIds.get(service) ?? '' },
        body: {
          messages,
          node,
          variables: { call },
          tool_mocks: [
            ...new Map(tool_calls.map(({ name, results }) => [name, { name, result: results }])).values(),
          ],
          draft,
        },
      });
      check(answer, turn, node);
      node = answer.node ?? '';
      messages.push({ role, content: text });
    }
  };

  test('are repeated exactly by a model: words, tool calls, results and nodes', async () => {
    let calls = 0;
    await eachOf(some(), 4, async (dialogue) => {
      const call = randomUUID();
      let at = 'start';
      const answers = dialogue.turns
        .filter(({ role }) => role === 'agent')
        .flatMap(({ text, tool_calls = [] }): Answer[] => {
          const [{ name } = {}] = tool_calls;
          const moves = name && name !== at ? [{ name: 'go_to', arguments: { to: name } }] : [];
          at = name ?? at;
          return [...(name ? [{ calls: [...moves, ...tool_calls] }] : []), { text }];
        });
      const asked = await planAnswers(inject('modelServer'), call, answers);
      await replay(
        dialogue,
        { model: { id: 'test-model' } },
        (answer, { text, tool_calls = [] }, before) => {
          calls += tool_calls.length;
          expect(answer).toMatchObject({
            message: text.trim(),
            node: tool_calls[0]?.name ?? before,
            tool_calls: tool_calls.map(({ name, arguments: given, results }) => ({
              name,
              arguments: given,
              result: tool_calls.findLast((one) => one.name === name)?.results ?? results,
              mocked: true,
            })),
          });
        },
        call,
      );
      const last = (await asked()).at(-1)?.body.messages as { role: string; content: string }[];
      const said = last.filter(({ role }) => role === 'user').map(({ content }) => content);
      const users = dialogue.turns.filter(({ role }) => role === 'user').map(({ text }) => text);
      expect(users.slice(0, said.length)).toEqual(said);
    });
    expect(calls).toBeGreaterThan(50);
  });

  test('follow their service’s flow in rehearsal mode, only along its transitions, and mostly to the original end', async () => {
    const reached = { wanted: 0, found: 0 };
    await eachOf(some(), 4, async (dialogue) => {
      const ways = new Map(
        flowOf(toolsOf.get(dialogue.services[0] ?? '') ?? []).nodes.map(({ id, transitions }) => [
          id,
          transitions.map(({ to }) => to),
        ]),
      );
      const walk: AgentTest[] = [];
      const visited = new Set<string>();
      await replay(dialogue, { tools: [] }, (answer, { tool_calls = [] }, before) => {
        expect([before, ...(ways.get(before) ?? [])]).toContain(answer.node);
        expect(answer.ended).toBe(answer.node === 'close');
        walk.push({ ...answer, latency_ms: 0 });
        visited.add(answer.node ?? '');
        for (const { name } of tool_calls) {
          reached.wanted += 1;
          if (visited.has(name)) reached.found += 1;
        }
      });
      const again: AgentTest[] = [];
      await replay(dialogue, { tools: [] }, (answer) => again.push({ ...answer, latency_ms: 0 }));
      expect(again).toEqual(walk);
    });
    expect(reached.found / reached.wanted).toBeGreaterThan(0.5);
  });
});
