import { handleTask } from '#lib/events/handle-task.ts';
import { prepareRun } from '#lib/test-suites/runs.ts';
import { readScenarios } from '#lib/test-suites/suites.ts';

/** Creates the attempts of a test run, or chooses those that are judged again. */
export const handler = handleTask('test_runs', async ({ id }, timeLeft) =>
  (await prepareRun(id, ({ scenario_ids }) => readScenarios(scenario_ids), timeLeft))
    ? 'done'
    : { again: new Date() },
);
