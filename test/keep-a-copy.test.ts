import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { newAgent, newConversation, organization, platform } from './fixtures.ts';
import { eventually } from './support/eventually.ts';
import { pythonEnvironment, pythonMissing } from './support/python.ts';

test('a copy in a database has what exists, follows changes, and loses what is erased', async ({ skip }) => {
  skip(Boolean(pythonMissing), pythonMissing);
  const org = await organization();
  const { id: agent_id } = await newAgent(org);
  const { id: trial } = await org.api.clients.create({
    body: { name: 'Trial', type: 'location', parent_id: org.client.id, test: true },
  });
  const { id: tried } = await org.api.agents.create({ body: { name: 'Trial', client_id: trial } });
  const [kept, erased] = [await newConversation(org, { agent_id }), await newConversation(org, { agent_id })];
  const env = pythonEnvironment(
    { BASE: platform.base_url, KEY: org.key },
    join(root, 'docs/guides/samples/keep-a-copy'),
  );
  const program = spawn('python3', [join(root, 'test/clients/python/keep_a_copy.py')], { env });
  const complaints = text(program.stderr);
  const copies: Record<string, [outcome: string | null, erased: number, content: boolean]>[] = [];
  createInterface({ input: program.stdout }).on('line', (line) => copies.push(JSON.parse(line)));
  await eventually(() => expect(Object.keys(copies.at(-1) ?? {}).length).toBe(2));

  const params = { conversation_id: kept.id };
  await org.api.conversations.update({ params, body: { status: 'completed', outcome: 'won' } });
  await org.api.conversations.erase({ params: { conversation_id: erased.id } });
  await newConversation(org, { agent_id: tried });
  const added = await newConversation(org, { agent_id, outcome: 'lost' });
  await eventually(() =>
    expect(copies.at(-1)).toEqual({
      [kept.id]: ['won', 0, true],
      [erased.id]: [null, 1, false],
      [added.id]: ['lost', 0, true],
    }),
  );
  program.kill();
  await once(program, 'close');
  expect(await complaints).toBe('');
});
