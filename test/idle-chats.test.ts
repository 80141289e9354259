import { afterAll, beforeAll, expect, test } from 'vitest';
import { usersOf } from './fixtures.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { phoneOf } from './support/phone.ts';
import { tableOf } from './support/table.ts';
import { newWidget } from './support/widgets.ts';

const minutes = 60_000;

let platform: OwnPlatform;
beforeAll(async () => {
  platform = await startOwnPlatform();
});
afterAll(() => platform.close());

/** Each run of the clock ends the chats of all tests. */
const alone = { concurrent: false };

test(
  'the clock ends chats in which nobody writes, and lets agents resume where nobody answers',
  alone,
  async () => {
    const { description } = platform;
    const { api } = await usersOf(description).organization();
    const table = tableOf(description);
    const handover = { answer_within_minutes: 10, unanswered_message: 'Nobody is there.' };
    const { id: agent_id } = await api.agents.create({ body: { name: 'Pia', handover } });
    const newChat = async () => {
      const { id: conversation_id } = await api.chats.create({ params: { agent_id }, body: {} });
      return { conversation_id };
    };
    type Params = Awaited<ReturnType<typeof newChat>>;
    /** Changes the session of a chat, as if time had passed. */
    const change = async ({ conversation_id }: Params, more: Record<string, unknown>) => {
      const session = await table.get({ pk: `conversation#${conversation_id}`, sk: 'session' });
      await table.put({ ...session, fields: JSON.stringify({ ...JSON.parse(session?.fields), ...more }) });
    };
    const [fresh, idle, long] = [await newChat(), await newChat(), await newChat()];
    await change(idle, { idle_until: 1 });
    await change(long, { ends_at: 1 });
    const [waiting, answered] = [await newChat(), await newChat()];
    for (const params of [waiting, answered]) {
      await api.handovers.create({ params });
      await change(params, { idle_until: 1 });
    }
    await api.handovers.reply({ params: answered, body: { text: 'This is Kim.', author: 'Kim' } });
    const stateOf = async (params: Params) => {
      const { status, end_reason, handling } = await api.conversations.get({ params });
      const { data } = await api.chats.messages({ params, query: {} });
      return [status, end_reason, handling, ...data.map(({ text }) => text)];
    };
    const { endStaleConversations } = await import('#lib/chats/stale-conversations.ts');
    await endStaleConversations(() => true, Date.now() + 9 * minutes);
    expect(await Promise.all([fresh, idle, long, waiting, answered].map(stateOf))).toEqual([
      ['active', null, 'agent'],
      ['completed', 'idle', 'agent'],
      ['completed', 'idle', 'agent'],
      ['active', null, 'waiting'],
      ['active', null, 'human', 'This is Kim.'],
    ]);
    for (const later of [11, 12]) await endStaleConversations(() => true, Date.now() + later * minutes);
    expect(await Promise.all([waiting, answered].map(stateOf))).toEqual([
      ['active', null, 'agent', 'Nobody is there.'],
      ['active', null, 'human', 'This is Kim.'],
    ]);
  },
);

test('a visitor of a widget waits for a person no longer than the agent promises', alone, async () => {
  const { description } = platform;
  const { api } = await usersOf(description).organization();
  const handover = { answer_within_minutes: 60, unanswered_message: 'Nobody is there.' };
  const begun = async (agent: object) => {
    const { id: widget_id, agent_id } = await newWidget({ api }, {}, agent);
    const { id } = await api.chats.create({ params: { agent_id }, body: { widget_id } });
    const params = { conversation_id: id };
    await api.handovers.create({ params });
    return params;
  };
  const [unpromised, promised, answered] = [await begun({}), await begun({ handover }), await begun({})];
  await api.handovers.reply({ params: answered, body: { text: 'This is Kim.', author: 'Kim' } });
  const { endStaleConversations } = await import('#lib/chats/stale-conversations.ts');
  await endStaleConversations(() => true, Date.now() + 31 * minutes);
  const statuses = [unpromised, promised, answered].map(
    async (params) => (await api.conversations.get({ params })).status,
  );
  expect(await Promise.all(statuses)).toEqual(['completed', 'active', 'active']);
});

test(
  'a call whose end nobody reports lasts until the last words, and not until the clock ends it',
  alone,
  async () => {
    const phone = await phoneOf({}, await usersOf(platform.description).organization());
    const line = await phone.call();
    await line.hear();
    const { endStaleConversations } = await import('#lib/chats/stale-conversations.ts');
    await endStaleConversations(() => true, Date.now() + 14 * minutes);
    expect(await phone.conversations()).toMatchObject([{ status: 'active' }]);
    await endStaleConversations(() => true, Date.now() + 40 * minutes);
    const [ended] = await phone.conversations();
    expect(ended).toMatchObject({ status: 'completed', end_reason: 'idle' });
    expect(ended?.duration_ms).toBeLessThan(15 * minutes);
    line.close();
  },
);
