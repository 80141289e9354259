import type { RequestedAnalyses } from '#lib/contract/analyses.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { depthOf } from '#lib/domain/organizations/depth.ts';
import type { ConversationRecord } from '../conversations/conversation-record.ts';
import { analyzerKey } from '../keys.ts';
import { batchGet } from '../operations/batch-get.ts';
import type { Write } from '../operations/operation.ts';
import { taskWrite } from '../tasks/tasks.ts';
import type { Wanted } from './analyze.ts';
import { analyzerFromItem } from './analyzer-record.ts';
import { analyzersFor } from './applying.ts';

/** Makes analyses again, in a task. Those of analyzers that the caller may not see are left as they are. */
export const analyzeAgain = async (
  caller: Caller,
  conversation: ConversationRecord,
  analyzerId: string | undefined,
): Promise<Write<RequestedAnalyses>> => {
  const { id, path, client_id } = conversation;
  const applying = await analyzersFor(path);
  const items = applying.length === 0 ? [] : await batchGet(applying.map(analyzerKey));
  const analyzers = items
    .flatMap((item) => (item ? [analyzerFromItem(item)] : []))
    .filter((one) => one.shared || depthOf(caller.client_id, path) <= depthOf(one.client_id, path))
    .map((one) => one.id)
    .filter((one) => analyzerId === undefined || one === analyzerId);
  const state: Wanted = { analyzers, again: true };
  return {
    operations:
      analyzers.length === 0
        ? []
        : [
            taskWrite({
              kind: 'analyze_conversation',
              id,
              group: client_id,
              state: JSON.stringify(state),
            }),
          ],
    reply: { conversation_id: id, analyzer_ids: analyzers },
    about: conversation,
  };
};
