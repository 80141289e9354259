import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { sessionFromItem, sessionItem } from '#lib/chats/sessions.ts';
import type { ChatSession } from '#lib/domain/chats/session.ts';
import type { Item } from '#lib/store/table.ts';
import { operator, platform } from './fixtures.ts';
import { eventually } from './support/eventually.ts';
import type { Answer } from './support/model-server.ts';
import { planAnswers } from './support/model-server.ts';
import { phoneOf } from './support/phone.ts';
import { tableOf } from './support/table.ts';

/* The tokens of calls at carriers: what one call may use, and what counts of answers that nobody hears. */

const refusal = 'Please call again.';

/** A call whose model answers as planned, after the greeting. */
const talking = async (answers: readonly Answer[]) => {
  const marker = randomUUID();
  const asked = await planAnswers(inject('modelServer'), marker, answers);
  const prompt = `You are Pia (${marker}).`;
  const words = { failure_message: refusal, limit_message: refusal };
  const phone = await phoneOf({ prompt, model: { id: 'test-model' }, ...words });
  const line = await phone.call();
  await line.hear();
  const [{ id: conversation_id } = { id: '' }] = await phone.conversations();
  const table = tableOf(platform);
  const key = { pk: `conversation#${conversation_id}`, sk: 'session' };
  const session = async () => sessionFromItem((await table.get(key)) as Item);
  const change = async (fields: Partial<ChatSession>) =>
    table.put({ ...sessionItem(conversation_id, { ...(await session()), ...fields }) });
  const used = async () => {
    const params = { client_id: phone.org.client.id };
    const { rows } = await operator.usage.get({ params, query: { interval: 'total' } });
    return rows[0]?.tokens;
  };
  return { phone, line, asked, session, change, used, params: { conversation_id } };
};

test('sixty prompts at the same moment exceed the tokens of their call by one answer at most', async () => {
  const usage = { input: 4000, output: 1500 };
  const { line, asked, session, change, used } = await talking([
    { text: 'At nine.', usage, pace: { first_ms: 1500, part_ms: 0 } },
  ]);
  await change({ tokens: 290_000 });
  // Each answer reserves 6000 tokens, so the second one may exceed the limit.
  for (const prompts of [1, 2]) {
    line.say('When do you open?');
    await eventually(async () => expect(await asked()).toHaveLength(prompts));
  }
  for (let prompts = 3; prompts <= 60; prompts += 1) {
    line.say('When do you open?');
    expect(await line.hear()).toBe(refusal);
  }
  await eventually(async () => expect(await session()).toMatchObject({ tokens: 301_000, reserved: [] }));
  await line.hangUp();
  await eventually(async () => expect(await used()).toEqual({ input: 8000, output: 3000 }));
  expect(await asked()).toHaveLength(2);
});

test('an answer counts whose only words were overtaken by the next prompt', async () => {
  const { line, asked, session, used } = await talking([
    { text: 'At nine', pace: { first_ms: 500, part_ms: 0 } },
    { text: 'At ten.' },
  ]);
  line.say('When do you open?');
  await eventually(async () => expect(await asked()).toHaveLength(1));
  line.say('On Sundays, I mean.');
  expect(await line.hear()).toBe('At ten.');
  await eventually(async () => expect(await session()).toMatchObject({ tokens: 36, reserved: [] }));
  await line.hangUp();
  await eventually(async () => expect(await used()).toEqual({ input: 22, output: 14 }));
});

test('an answer counts whose words still wait when its call is erased', async () => {
  const { phone, line, session, used, params } = await talking([{ text: 'At nine.' }]);
  line.say('When do you open?');
  await line.hear();
  await eventually(async () => expect(await session()).toMatchObject({ tokens: 18 }));
  await phone.org.api.conversations.erase({ params });
  await eventually(async () => expect(await used()).toEqual({ input: 11, output: 7 }));
  line.close();
});
