import { marshall } from '@aws-sdk/util-dynamodb';
import { toContext } from '#lib/local/event.ts';
import { loadFunctions } from '#lib/local/functions.ts';
import type { TaskItem } from '#lib/store/tasks/tasks.ts';
import type { OwnPlatform } from './own-platform.ts';
import { tableOf } from './table.ts';

/*
 * Lets tasks and the functions behind webhooks run on a platform that follows nothing by itself, at times
 * that a test sets: a step is made when the test says so.
 */

const functionOf = {
  deliver_message: 'tasks.deliverMessage',
  tend_webhook: 'tasks.tendWebhook',
  provider_events: 'tasks.processProviderEvent',
  recordings: 'tasks.fetchRecording',
  calls: 'tasks.makeCall',
  imports: 'tasks.runImport',
  replay_parked: 'tasks.replayParked',
} as const;
type Kind = keyof typeof functionOf;

export const deliveriesOf = async ({ description }: Pick<OwnPlatform, 'description'>) => {
  const load = loadFunctions();
  const table = tableOf(description);
  const followed = new Set<string>();

  /** Follows every event that was not followed yet. */
  const follow = async (): Promise<void> => {
    const events = (await table.events()).filter(({ sk }) => !followed.has(sk));
    for (const event of events.sort((one, other) => (one.sk < other.sk ? -1 : 1))) {
      followed.add(event.sk);
      const NewImage = marshall(event);
      const Keys = marshall({ pk: event.pk, sk: event.sk });
      const Records = [{ dynamodb: { Keys, NewImage, SequenceNumber: event.sk } }];
      const { batchItemFailures } = (await load('events.followWrites')({ Records }, {})) as {
        batchItemFailures: unknown[];
      };
      if (batchItemFailures.length > 0) throw new Error(`${event.sk} was not followed`);
    }
  };

  const tasksOf = async (group: string, kind: Kind = 'deliver_message'): Promise<TaskItem[]> =>
    (await table.tasks(group))
      .filter((item) => item.group === group && item.kind === kind)
      .sort((one, other) => (one.sk < other.sk ? -1 : 1)) as never;

  const run = async ({ pk, sk, kind }: TaskItem, milliseconds = 60_000): Promise<void> => {
    const id = functionOf[kind as Kind];
    await load(id)({ Records: [{ body: JSON.stringify({ pk, sk }) }] }, toContext(id, milliseconds));
  };

  return { table, follow, tasksOf, run };
};

export type Deliveries = Awaited<ReturnType<typeof deliveriesOf>>;
