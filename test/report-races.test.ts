import { expect, onTestFinished, test } from 'vitest';
import { toContext } from '#lib/local/event.ts';
import type { TaskItem } from '#lib/store/tasks/tasks.ts';
import { connect, conversationsOf, deliver, newCall } from './support/connected.ts';
import { interleaving } from './support/interleave.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { randomOf } from './support/random.ts';
import { tableOf } from './support/table.ts';
import { usersOf } from './support/users.ts';

const process = async ({ pk, sk }: TaskItem): Promise<void> => {
  // The source, and not its bundle, which has a client of the table of its own.
  const { handler } = await import('#functions/tasks/process-provider-event.ts');
  const event = { Records: [{ body: JSON.stringify({ pk, sk }) }] };
  await handler(event as never, toContext('tasks.processProviderEvent', 60_000) as never);
};

/**
 * The report of a call’s end, with so many turns of a size that one item of the table holds a few of them.
 */
const reportOf = (event: unknown, later: number, turns: number): unknown => {
  const { event_timestamp, data, ...rest } = event as { event_timestamp: number; data: object };
  const said = Array.from(
    { length: turns },
    (_, at) => `Turn ${at} of report ${later}. ${'Well. '.repeat(1000)}`,
  );
  const transcript = said.map((message, at) => ({ role: at % 2 === 0 ? 'agent' : 'user', message }));
  return { ...rest, event_timestamp: event_timestamp + later, data: { ...data, transcript } };
};

test('an erasure at any moment of a report that replaces the transcript leaves no turn', async () => {
  const platform = await startOwnPlatform({ following: false });
  onTestFinished(() => platform.close());
  const users = usersOf(platform.description);
  const table = tableOf(platform.description);
  // Only now, because the table's client takes its settings from the environment.
  const { dynamodb } = await import('#lib/store/table.ts');
  const { finishErasure } = await import('#lib/erasures/conversation-erasure.ts');
  const interleave = interleaving(dynamodb);
  const org = await users.organization();
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Reception' } });

  for (let calls = 0; ; calls += 1) {
    const call = newCall('elevenlabs');
    const integration = await connect(org, 'elevenlabs', { [call.agent_id]: agent_id });
    const event = call.events.find((one) => JSON.stringify(one).includes('"transcript"'));
    const received = async (payload: unknown): Promise<TaskItem> => {
      const tasks = async () => (await table.tasks()).filter(({ kind }) => kind === 'provider_events');
      const before = new Set((await tasks()).map(({ sk }) => sk));
      await deliver(integration, payload);
      const [task] = (await tasks()).filter(({ sk }) => !before.has(sk));
      return task as never;
    };
    await process(await received(reportOf(event, 0, 40)));
    const [conversation] = await conversationsOf(org);
    const id = conversation?.id ?? '';
    const turnsOf = async () =>
      (await table.partitions(`conversation#${id}`)).filter(({ sk }) => sk.startsWith('turns'));
    expect((await turnsOf()).length).toBeGreaterThan(3);

    const later = await received(reportOf(event, 1, 50));
    const happens = async () => {
      await org.api.conversations.erase({ params: { conversation_id: id } });
      await finishErasure(id);
    };
    const met = await interleave(randomOf(1), [{ run: () => process(later), after: { calls, happens } }]);
    expect(met.results.map(({ status }) => status)).toEqual(['fulfilled']);
    expect(met.calls[0]).toBeGreaterThan(2);
    // It was done before the erasure began.
    const isDone = (met.calls[0] ?? 0) <= calls;
    if (isDone) await happens();
    expect([calls, (await turnsOf()).map(({ sk }) => sk)]).toEqual([calls, []]);
    expect(await conversationsOf(org)).toEqual([]);
    if (isDone) break;
  }
});
