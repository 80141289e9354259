import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { Conversation } from '#lib/contract/conversations.ts';
import { eventData } from '#lib/contract/event-data.ts';
import { eventTypes } from '#lib/contract/events.ts';
import { newAgent, newConversation, platform } from './fixtures.ts';
import { analyzing } from './support/analysis.ts';
import { eventually } from './support/eventually.ts';
import { pythonEnvironment, pythonMissing } from './support/python.ts';

/** A request for a person comes with another event of the same version. */
const versions = eventTypes.filter(
  (type) => eventData[type] === Conversation && type !== 'conversation.handover_requested',
);

test.for(['copy.ts', 'copy_of_platform.py'])('%s follows every event of a new version', (name) => {
  const program = readFileSync(join(root, 'docs/guides/samples/keep-a-copy', name), 'utf8');
  const followed = [...program.matchAll(/^ +['"](\w+\.\w+)['"],$/gm)].map(([, type]) => type);
  expect(followed.toSorted()).toEqual([...versions, 'conversation.erased'].toSorted());
});

test('a copy in a database has what exists, follows changes, and loses what is erased', async ({ skip }) => {
  skip(Boolean(pythonMissing), pythonMissing);
  const org = await analyzing();
  const criteria = [{ name: 'short', kind: 'turns' as const, op: 'lte' as const, value: 5 }];
  const turns = [{ role: 'user' as const, text: 'Hello' }];
  const { id: analyzer_id } = await org.api.analyzers.create({
    body: {
      name: 'Checks',
      criteria,
      success: { rule: 'all_required' },
      when: { min_turns: 1, min_duration_ms: 0 },
    },
  });
  const { id: agent_id } = await newAgent(org);
  const { id: trial } = await org.api.clients.create({
    body: { name: 'Trial', type: 'location', parent_id: org.client.id, test: true },
  });
  const { id: tried } = await org.api.agents.create({ body: { name: 'Trial', client_id: trial } });
  const [kept, erased] = [
    await newConversation(org, { agent_id, turns }),
    await newConversation(org, { agent_id }),
  ];
  const env = pythonEnvironment(
    { BASE: platform.base_url, KEY: org.key },
    join(root, 'docs/guides/samples/keep-a-copy'),
  );
  const program = spawn('python3', [join(root, 'test/clients/python/keep_a_copy.py')], { env });
  const complaints = text(program.stderr);
  type Row = [outcome: string | null, erased: number, content: boolean, successful: boolean | null];
  const copies: Record<string, Row>[] = [];
  createInterface({ input: program.stdout }).on('line', (line) => copies.push(JSON.parse(line)));
  await eventually(() => expect(Object.keys(copies.at(-1) ?? {}).length).toBe(2));

  const params = { conversation_id: kept.id };
  await org.api.conversations.update({ params, body: { status: 'completed', outcome: 'won' } });
  await org.api.conversations.erase({ params: { conversation_id: erased.id } });
  await newConversation(org, { agent_id: tried });
  const added = await newConversation(org, { agent_id, outcome: 'lost' });
  await eventually(() =>
    expect(copies.at(-1)).toEqual({
      [kept.id]: ['won', 0, true, true],
      [erased.id]: [null, 1, false, null],
      [added.id]: ['lost', 0, true, null],
    }),
  );
  await org.api.analyses.review({ params: { ...params, analyzer_id }, body: { outcome: 'reviewed' } });
  await eventually(() => expect(copies.at(-1)?.[kept.id]).toEqual(['reviewed', 0, true, true]));
  program.kill();
  await once(program, 'close');
  expect(await complaints).toBe('');
});
