import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { eventually } from './support/eventually.ts';
import { startLocal } from './support/local-process.ts';
import { planAnswers } from './support/model-server.ts';
import { usersOf } from './support/users.ts';

/** The answers of the agent in each attempt, and what the model reports for each. */
const answers = 2;
const reported = { input_tokens: 11, output_tokens: 7 };

const kills = 3;

/** The attempts that a platform on one machine holds at the same time, at most. */
const atOnce = 20;

test('a run of 200 attempts goes on where it was after each kill -9, and counts no attempt twice', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'killed-runs-'));
  const endpoint = inject('modelServer');
  const marker = `Killed ${directory}`;
  const asked = await planAnswers(endpoint, marker, [{ text: 'On Thursday.' }]);
  const options = ['--model-url', `${endpoint}/v1`, '--model', 'test-model'];
  const start = () => startLocal(directory, options);
  let local = await start();
  onTestFinished(async () => {
    await local.end('SIGTERM');
    await rm(directory, { recursive: true, force: true });
  });
  const org = await usersOf(local.description).organization();
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia', prompt: marker } });
  const lines = Array.from({ length: answers - 1 }, () => 'When?');
  const scenario_ids: string[] = [];
  for (let at = 0; at < 10; at += 1) {
    const { id } = await org.api.scenarios.create({
      body: {
        name: `Scenario ${at}`,
        caller: { kind: 'script', lines },
        checks: [{ type: 'says', contains: ['Thursday'] }],
      },
    });
    scenario_ids.push(id);
  }
  const { id } = await org.api.testRuns.create({
    params: { agent_id },
    body: { scenario_ids, repeat: 20 },
  });
  const params = { test_run_id: id };
  /** The client of the platform that runs now, whose port is another one after each start. */
  const api = () => usersOf(local.description).clientFor(org.key);

  let before = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    await eventually(async () =>
      expect((await api().testRuns.get({ params })).done).toBeGreaterThanOrEqual(before + 20),
    );
    expect(await local.end('SIGKILL')).toBe('SIGKILL');
    local = await start();
    const { done, status } = await api().testRuns.get({ params });
    expect(status).toBe('running');
    expect(done).toBeGreaterThanOrEqual(before + 20);
    before = done;
  }

  const total = scenario_ids.length * 20;
  await eventually(async () => expect((await api().testRuns.get({ params })).status).toBe('completed'));
  const run = await api().testRuns.get({ params });
  expect(run).toMatchObject({
    ...{ result: 'passed', total, done: total },
    input_tokens: total * answers * reported.input_tokens,
    output_tokens: total * answers * reported.output_tokens,
  });
  expect(run.scenarios.map(({ attempts, passed }) => [attempts, passed])).toEqual(
    scenario_ids.map(() => [20, 20]),
  );
  const numbers: number[] = [];
  for await (const attempt of api().testRuns.items.all({ params, query: { limit: '100' } })) {
    numbers.push(attempt.number);
    expect(attempt.messages.map(({ role }) => role)).toEqual(['agent', 'user', 'agent']);
    expect(attempt).toMatchObject({
      status: 'passed',
      input_tokens: answers * reported.input_tokens,
    });
  }
  expect(numbers).toEqual(Array.from({ length: total }, (_, at) => at));
  // A kill costs the turns that were under way, and no turn that was stored.
  const times = (await asked()).length;
  expect(times).toBeGreaterThanOrEqual(total * answers);
  expect(times).toBeLessThanOrEqual(total * answers + kills * atOnce);
});
