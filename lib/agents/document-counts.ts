import { ApiError } from '#lib/contract/errors.ts';
import { maxDocuments, maxKnowledgeBytes } from '#lib/domain/agents/knowledge-base.ts';
import { keyOf } from '#lib/store/keys.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { tableName } from '#lib/store/table.ts';

/** The difference that a change makes to the counts of an agent's documents. Negative for removals. */
export interface Addition {
  readonly documents: number;
  readonly bytes: number;
}

const add = (agentId: string, { documents, bytes }: Addition) => ({
  TableName: tableName(),
  Key: keyOf('knowledge_base', agentId),
  UpdateExpression: 'ADD #documents :documents, #bytes :bytes, #version :one',
  ExpressionAttributeNames: { '#documents': 'documents', '#bytes': 'bytes', '#version': 'version' },
  ExpressionAttributeValues: { ':documents': documents, ':bytes': bytes, ':one': 1 },
});

/**
 * Adds to the counts in the transaction that adds the document, on condition that the limits still hold. If
 * the counts do not exist, the agent has been removed.
 */
export const countAdded = (
  agentId: string,
  addition: Addition,
): Operation<ApiError<'knowledge_base_full'> | Stale> => {
  const update = add(agentId, addition);
  return {
    request: {
      Update: {
        ...update,
        ConditionExpression: 'attribute_exists(pk) AND #documents <= :places AND #bytes <= :room',
        ExpressionAttributeValues: {
          ...update.ExpressionAttributeValues,
          ':places': maxDocuments - addition.documents,
          ':room': maxKnowledgeBytes - addition.bytes,
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    otherwise: (existing) =>
      existing
        ? new ApiError('knowledge_base_full', {
            detail: `An agent has at most ${maxDocuments} documents with ${maxKnowledgeBytes} bytes of text`,
            extensions: { documents: existing.documents, bytes: existing.bytes },
          })
        : new Stale(),
  };
};

/** Subtracts from the counts, for which there is no limit. */
export const countRemoved = (agentId: string, { documents, bytes }: Addition): Operation<Stale> => ({
  request: {
    Update: {
      ...add(agentId, { documents: -documents, bytes: -bytes }),
      ConditionExpression: 'attribute_exists(pk)',
    },
  },
  otherwise: () => new Stale(),
});
