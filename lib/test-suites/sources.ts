import { emptied } from '#lib/domain/test-suites/emptied.ts';
import { replaceEntity } from '#lib/store/entity.ts';
import { keyOf } from '#lib/store/keys.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { queryAll } from '#lib/store/operations/query-pages.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { emptyCopy } from './runs.ts';
import { scenarios } from './scenarios.ts';

/** Once it is done, a scenario has other words. */
const emptyScenario = (id: string, conversationId: string): Promise<void> =>
  retryStale(async () => {
    const scenario = await scenarios.read(id);
    if (scenario?.source?.conversation_id !== conversationId) return;
    await commit(replaceEntity(scenarios, scenario, scenarios.fieldsOf(emptied(scenario))).operations);
  });

/**
 * Removes the words of a conversation from the scenarios that were made from it, and from the runs of these.
 * It can be repeated after an interruption.
 */
export const emptyScenariosFrom = async (conversationId: string): Promise<void> => {
  const { pk, sk } = keyOf('scenario_source', conversationId, '');
  const items = await queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :beginning)',
    ExpressionAttributeValues: { ':pk': pk, ':beginning': sk },
    ConsistentRead: true,
  });
  for (const { run_id, scenario, scenario_id } of items as {
    run_id?: string;
    scenario?: number;
    scenario_id?: string;
  }[]) {
    if (scenario_id !== undefined) await emptyScenario(scenario_id, conversationId);
    if (run_id !== undefined && scenario !== undefined) await emptyCopy(run_id, scenario);
  }
};
