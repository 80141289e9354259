import { expect, test } from 'vitest';
import type { Agent } from '#lib/contract/agents.ts';
import { callWordsOf } from '#lib/domain/agents/spoken.ts';

const bare = {
  language: 'de-AT',
  disclosure: null,
  filler: null,
  failure_message: null,
};

test('an agent says that it is an AI in its language, unless it says it in its own words or not at all', () => {
  const saidBy = (agent: Partial<Pick<Agent, 'language' | 'disclosure'>>, settings = {}) =>
    callWordsOf({ ...bare, ...agent }, settings, { name: 'Ms. Bell' }).disclosure;
  expect(saidBy({})).toBe('Sie sprechen mit einem KI-Assistenten.');
  expect(saidBy({ language: null })).toBe('You are talking to an AI assistant.');
  expect(saidBy({ disclosure: 'I am an AI, {{name}}.' })).toBe('I am an AI, Ms. Bell.');
  expect(saidBy({ disclosure: '' })).toBeNull();
  expect(saidBy({ disclosure: '{{other}}' }, { disclosure_required: true })).toBe(
    'Sie sprechen mit einem KI-Assistenten.',
  );
});

test('a call is announced as recorded only if it is', () => {
  const recording = (settings: object) => callWordsOf(bare, settings, {}).recording;
  expect(recording({ record_calls: true })).toBe('Dieses Gespräch wird aufgezeichnet.');
  for (const settings of [
    {},
    { recording_enabled: true },
    { record_calls: true, recording_enabled: false },
  ]) {
    expect(recording(settings)).toBeNull();
  }
});

test('an agent that cannot answer says so, whatever its language', () => {
  const failure = (agent: object) => callWordsOf({ ...bare, ...agent }, {}, {}).failure_message;
  expect(failure({})).toBe('Es tut mir leid, ich kann gerade nicht antworten.');
  expect(failure({ language: 'ja' })).toBe('I am sorry, I cannot answer right now.');
  expect(failure({ failure_message: 'Please call again.' })).toBe('Please call again.');
});
