import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { talk } from '#lib/local/talk.ts';
import { organization, platform } from '../../fixtures.ts';
import { runLocal } from '../../support/local-process.ts';

/** Everything that a chat in the terminal prints after these lines were typed. */
const printedAfter = async (api_key: string, agent: string, lines: readonly string[]): Promise<string> => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(lines.map((line) => `${line}\n`).join(''));
  const printed = text(output);
  await talk({ base_url: platform.base_url, api_key }, agent, { input, output }).finally(() => output.end());
  return printed;
};

const agentWithTools = {
  name: 'Eva',
  first_message: 'Harbor Dental.',
  prompt: 'You are Eva.',
  tools: [
    { name: 'find_slots', action: { type: 'page' as const } },
    { name: 'get_person', action: { type: 'builtin' as const, name: 'hand_over' as const } },
  ],
};

test('a chat in the terminal streams answers, asks for results of tools, and ends with its input', async () => {
  const { api, key } = await organization();
  await api.agents.create({ body: { name: 'Mia' } });
  const { id } = await api.agents.create({ body: agentWithTools });
  const lines = ['Hello', '', 'Can you find free slots?', '["Thursday"]', 'Can I get a person, please?'];
  const printed = await printedAfter(key, 'Eva', lines);
  const { data } = await api.conversations.list({ query: { agent_id: id } });
  expect(data).toMatchObject([{ status: 'completed', end_reason: 'user_ended', channel: 'chat' }]);
  for (const said of [
    'Harbor Dental.\nYou: Rehearsal: You are Eva.\n',
    '(find_slots: returned)',
    'find_slots({}) returns: Rehearsal: You are Eva.\nA tool answered ["Thursday"]\n',
    '(The agent has asked for a person, who can answer in the console.)',
    `The chat is over: ${platform.base_url}/conversations/${data[0]?.id}\n`,
  ])
    expect(printed).toContain(said);
});

test('the name of a variable stands in for its value', async () => {
  const { api, key } = await organization();
  const first_message = 'Hello {{caller.name}}, this is {{practice}}.';
  const { id } = await api.agents.create({ body: { name: 'Eva', first_message } });
  expect(await printedAfter(key, id, ['Hello'])).toContain('Hello You, this is (practice).\n');
});

test('a refusal is shown, and the chat goes on', async () => {
  const { api, key } = await organization();
  const { id } = await api.agents.create({ body: agentWithTools });
  const printed = await printedAfter(key, id, ['x'.repeat(2001), 'Hello']);
  expect(printed).toMatch(/\(400 validation_failed: .*\)\nYou: Rehearsal: You are Eva\./);
});

test('npm start -- --talk chats with an agent, and stops the platform afterwards', async () => {
  const options = ['--memory', '--port', '0', '--demo', '--demo-calls', '0', '--talk'];
  const { code, printed } = await runLocal([...options, 'Pia'], 'Hello\n');
  expect([code, printed]).toEqual([
    0,
    expect.stringMatching(/A chat with Pia, reception\.[\s\S]*You: Rehearsal/),
  ]);
  expect(printed).toMatch(/The chat is over: http:.*\n$/);
  const nobody = await runLocal([...options, 'Nobody'], '');
  expect([nobody.code, nobody.printed]).toEqual([
    1,
    expect.stringMatching(/There is no agent Nobody\. Agents: .*Pia/),
  ]);
});
