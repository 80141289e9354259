import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { modelKey, planAnswers, testModel } from './support/model-server.ts';
import { withOwnPlatform } from './support/own-platform.ts';
import { anyAgent, ended } from './support/test-suites.ts';
import { usersOf } from './support/users.ts';

test('runs are compared only if the same models played the callers', async () => {
  const endpoint = inject('modelServer');
  const { settings } = testModel(endpoint);
  const models = ['rehearsal', 'test-model', 'other-model'];
  await withOwnPlatform(
    async (description) => {
      const org = await usersOf(description).organization();
      const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia', first_message: 'Hello' } });
      const params = { agent_id };
      const goal = `To know the hours (${randomUUID()})`;
      await planAnswers(endpoint, goal, [{ text: 'When do you open?' }]);
      const simulated = { kind: 'simulated' as const, goal };
      const scenarioOf = async (caller: typeof simulated | typeof anyAgent.caller) =>
        (await org.api.scenarios.create({ body: { ...anyAgent, max_turns: 2, caller } })).id;
      const scenario_ids = [await scenarioOf(simulated), await scenarioOf(anyAgent.caller)];
      const { id: suite_id } = await org.api.testSuites.create({
        body: { name: 'Hours', scenario_ids, repeat: 5 },
      });
      const run = async () => {
        const body = { suite_id, compare_with: 'last_passed' };
        return ended(org, (await org.api.testRuns.create({ params, body })).id);
      };
      const changes = async () => (await run()).scenarios.map(({ change }) => change);
      expect(await changes()).toEqual([null, null]);
      // The operator's first model plays callers unless the suite names one.
      const suite = { test_suite_id: suite_id };
      await org.api.testSuites.update({ params: suite, body: { caller_model: 'test-model' } });
      expect(await changes()).toEqual(['same', 'same']);
      await org.api.testSuites.update({ params: suite, body: { caller_model: 'other-model' } });
      expect(await changes()).toEqual(['not_comparable', 'same']);

      const [, scenario_id = ''] = scenario_ids;
      await org.api.scenarios.update({ params: { scenario_id }, body: { max_turns: 3 } });
      expect(await changes()).toEqual(['same', 'not_comparable']);

      // None of five passes where all of five did: the intervals do not overlap.
      const prompt = randomUUID();
      await org.api.agents.update({ params, body: { model: { id: 'test-model' }, prompt } });
      await planAnswers(endpoint, prompt, [{ text: 'No.' }]);
      expect(await run()).toMatchObject({ result: 'failed', scenarios: [{}, { change: 'broken' }] });
    },
    { model: { apiKey: modelKey, settings: { ...settings, models } } },
  );
});
