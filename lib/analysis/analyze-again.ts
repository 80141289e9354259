import type { RequestedAnalyses } from '#lib/contract/analyses.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { depthOf } from '#lib/domain/organizations/depth.ts';
import { keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { taskWrite } from '#lib/store/tasks/tasks.ts';
import { readAnalyses } from './analyses.ts';
import type { AnalysisCriteria } from './analyze.ts';
import { isDue } from './analyze.ts';
import type { AnalyzerRecord } from './analyzer-record.ts';
import { analyzers } from './analyzer-record.ts';
import { analyzersFor } from './applying.ts';

/** A second in which a request and its repeat make one task. */
const thisSecond = (): string => `${new Date().toISOString().slice(0, 19)}.000Z`;

/**
 * Makes analyses again, in a task. Those of analyzers that the caller may not see are left as they are. The
 * organization of an analyzer pays, so organizations below it make only those again that are missing or out
 * of date.
 */
export const analyzeAgain = async (
  caller: Caller,
  conversation: ConversationRecord,
  analyzerId: string | undefined,
): Promise<Write<RequestedAnalyses>> => {
  const { id, path, client_id } = conversation;
  const applying = await analyzersFor(path);
  const [items, known] = await Promise.all([
    applying.length === 0 ? [] : batchGet(applying.map((id) => keyOf('analyzer', id))),
    readAnalyses(id),
  ]);
  const level = depthOf(caller.client_id, path);
  const isOwn = ({ client_id: owner }: AnalyzerRecord) => depthOf(owner, path) >= level;
  const due = items
    .flatMap((item) => (item ? [analyzers.fromItem(item)] : []))
    .filter((one) => analyzerId === undefined || one.id === analyzerId)
    .filter((one) => {
      const earlier = known.find(({ analyzer_id }) => analyzer_id === one.id);
      return isOwn(one) || (one.shared && isDue(earlier, one, conversation));
    });
  const ids = due.map((one) => one.id);
  const state: AnalysisCriteria = { analyzers: ids, again: due.filter(isOwn).map((one) => one.id) };
  const task = {
    kind: 'analyze_conversation' as const,
    id: analyzerId === undefined ? id : `${id}#${analyzerId}`,
    group: client_id,
    due: thisSecond(),
    state: JSON.stringify(state),
  };
  return {
    operations: ids.length === 0 ? [] : [taskWrite(task)],
    reply: { conversation_id: id, analyzer_ids: ids },
    about: conversation,
  };
};
