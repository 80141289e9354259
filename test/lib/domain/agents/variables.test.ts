import { expect, test } from 'vitest';
import { Agent } from '#lib/contract/agents.ts';
import { textsOf } from '#lib/contract/variables.ts';
import { conversationVariables, fill, missingIn, refuseMissing } from '#lib/domain/agents/variables.ts';
import { variablesWith } from '../../../support/variables.ts';

test('variables are replaced once, and one without a value is never shown', () => {
  const variables = { name: '{{other}}', other: 'x', 'a.b-c': 'dotted', empty: '' };
  expect(fill('{{name}} {{ other }} {{a.b-c}}{{empty}} {{missing}} {{ }} {name}', variables)).toBe(
    '{{other}} x dotted  {{ }} {name}',
  );
  expect(fill('{{toString}} {{constructor}}', {})).toBe(' ');
});

test('a default stands in for a variable without a value', () => {
  const text = 'Hello {{name|there}}, {{ name | dear friend }}{{title|}}.';
  expect(fill(text, {})).toBe('Hello there, dear friend.');
  expect(fill(text, { name: '' })).toBe('Hello there, dear friend.');
  expect(fill(text, { name: 'Ada', title: '!' })).toBe('Hello Ada, Ada!.');
  expect(missingIn(text, {})).toEqual([]);
  expect(missingIn('{{name}} {{name|x}} {{other}}', { other: '' })).toEqual(['name']);
});

test('a text that variables make too long is refused', () => {
  expect(() => fill('{{a}}'.repeat(101), { a: 'x'.repeat(2000) })).toThrow();
  expect(fill('{{a}}'.repeat(100), { a: 'x'.repeat(2000) })).toHaveLength(200_000);
});

const saidToCustomers = Object.keys(Agent.shape).filter((field) => /message$|^disclosure$/.test(field));

test('every text that an agent says or thinks with is filled in', () => {
  const text = '{{missing}}';
  const node = { id: 'a', instruction: text, transitions: [{ to: 'a', when: text }], tools: null };
  const agent = {
    ...Object.fromEntries(saidToCustomers.map((field) => [field, text])),
    prompt: text,
    handover: { unanswered_message: text, answer_within_minutes: 1 },
    conversation_flow: { start: 'a', nodes: [node] },
  } as unknown as Agent;
  expect(textsOf(agent)).toHaveLength(saidToCustomers.length + 4);
  expect(saidToCustomers).toEqual(expect.arrayContaining(['first_message', 'limit_message']));
  expect(() => refuseMissing(agent, variablesWith())).toThrow();
  expect(() => refuseMissing(agent, variablesWith({ missing: '' }))).not.toThrow();
});

const at = (timezone: string, time: string) => {
  const owner = { client: { id: 'client_1', name: 'Harbor' }, members: [{ settings: { timezone } }] };
  const held = { id: null, channel: 'phone', caller: null } as const;
  const made = conversationVariables(
    {},
    { id: 'agent_1', name: 'Pia' },
    owner,
    held,
    Date.parse(time),
    undefined,
  );
  return [made['now.weekday'], made['now.datetime']].join(' ');
};

test('the time is that of the organization, also beside a change of its clocks', () => {
  expect(at('UTC', '2026-11-28T23:30:00Z')).toBe('Saturday 2026-11-28T23:30:00+00:00');
  expect(at('Asia/Kolkata', '2026-11-28T23:30:00Z')).toBe('Sunday 2026-11-29T05:00:00+05:30');
  expect(at('America/St_Johns', '2026-11-29T01:00:00Z')).toBe('Saturday 2026-11-28T21:30:00-03:30');
  expect(at('Europe/Berlin', '2026-03-29T00:59:00Z')).toBe('Sunday 2026-03-29T01:59:00+01:00');
  expect(at('Europe/Berlin', '2026-03-29T01:00:00Z')).toBe('Sunday 2026-03-29T03:00:00+02:00');
});
