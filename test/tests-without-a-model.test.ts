import { expect, test } from 'vitest';
import { withOwnPlatform } from './support/own-platform.ts';
import { anyAgent, attemptsOf, ended } from './support/test-suites.ts';
import { usersOf } from './support/users.ts';

test('without a model, scripted callers gate an agent, and a simulated one that is skipped opens nothing', () =>
  withOwnPlatform(async (description) => {
    const org = await usersOf(description).organization();
    const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia', first_message: 'Hello' } });
    const params = { agent_id };
    const caller = { kind: 'simulated' as const, goal: 'An appointment', opening: 'Hi' };
    const { id: scripted } = await org.api.scenarios.create({ body: anyAgent });
    const { id: simulated } = await org.api.scenarios.create({ body: { ...anyAgent, caller } });
    const newSuite = async (scenario_ids: string[]) =>
      (await org.api.testSuites.create({ body: { name: 'All', scenario_ids } })).id;
    const run = async (suite_id: string) => {
      await org.api.gates.replace({ params, body: { suite_id } });
      const { id } = await org.api.testRuns.create({ params, body: { suite_id } });
      const completed = await ended(org, id);
      const { gates } = await org.api.gates.get({ params });
      return { completed, attempts: await attemptsOf(org, id), opened_by: gates[0]?.opened_by };
    };
    const both = await run(await newSuite([scripted, simulated]));
    expect(both.completed).toMatchObject({ result: 'inconclusive', input_tokens: 0 });
    expect(both.completed.scenarios).toMatchObject([
      { result: 'passed', errors: 0 },
      { result: 'inconclusive', errors: 1, passed: 0, failed: 0 },
    ]);
    expect(both.attempts).toMatchObject([{ status: 'passed' }, { status: 'skipped', reason: 'no_model' }]);
    expect(both.opened_by).toBeNull();
    await expect(org.api.gates.setLive({ params, body: { version: 1 } })).rejects.toMatchObject({
      code: 'gate_not_passed',
    });

    const one = await run(await newSuite([scripted]));
    expect(one.opened_by).toBe(one.completed.id);
    await org.api.gates.setLive({ params, body: { version: 1 } });
  }));
