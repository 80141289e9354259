import { keyOf } from '#lib/store/keys.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { tableName } from '#lib/store/table.ts';

/** The counts of a run, which several attempts increase at once. */
export type RunCount = 'done' | 'input_tokens' | 'output_tokens';

interface RunState {
  readonly id: string;
  readonly status: string;
  readonly preparing: string | null;
}

/** Replaces all but the counts of a run, if its state is still the one that was read. */
export const runUpdate = (
  before: RunState,
  { run, status, preparing }: RunState & { readonly run: string },
): Operation<Stale> => ({
  request: {
    Update: {
      TableName: tableName(),
      Key: keyOf('test_run', before.id),
      UpdateExpression: 'SET run = :run, #status = :status, preparing = :preparing',
      ConditionExpression: '#status = :was AND preparing = :prepared',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':run': run,
        ':status': status,
        ':preparing': preparing ?? 'nothing',
        ':was': before.status,
        ':prepared': before.preparing ?? 'nothing',
      },
    },
  },
  otherwise: () => new Stale(),
});

/** Adds to the counts of a run, if it is still there. */
export const runCounts = (runId: string, by: Partial<Record<RunCount, number>>): Operation<Stale> => {
  const names = (Object.keys(by) as RunCount[]).filter((name) => by[name] !== 0);
  return {
    request: {
      Update: {
        TableName: tableName(),
        Key: keyOf('test_run', runId),
        UpdateExpression: `ADD ${names.map((name) => `${name} :${name}`).join(', ')}`,
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, by[name]])),
      },
    },
    otherwise: () => new Stale(),
  };
};
