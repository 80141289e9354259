import { expect, test } from 'vitest';
import { operator, organization, platform, refusalOf, suspend } from '../../fixtures.ts';
import { peopleOf } from '../../support/people.ts';
import { phoneOf } from '../../support/phone.ts';

const { personIn } = peopleOf(platform.base_url, { operator });

const calling = async () => {
  const phone = await phoneOf();
  const line = await phone.call();
  await line.hear();
  const [conversation] = await phone.conversations();
  const params = { conversation_id: String(conversation?.id) };
  return { ...phone, line, params };
};

test('words of a person are spoken in place of the agent, and the transcript names the person', async () => {
  const { org, line, params, turns } = await calling();
  const body = { action: 'say' as const, text: 'One moment, please.', author: 'Dana' };
  expect(await org.api.calls.control({ params, body })).toMatchObject({ status: 'active' });
  expect(await line.hear()).toBe('One moment, please.');
  line.say('Thank you.');
  expect(await line.hear()).toContain('Rehearsal');
  await line.hangUp();
  expect(await turns()).toMatchObject([
    { role: 'agent' },
    { role: 'agent', text: 'One moment, please.', author: 'Dana' },
    { role: 'user', text: 'Thank you.' },
    { role: 'agent' },
  ]);
});

test('somebody who has signed in speaks in their own name', async () => {
  const { org, line, params, turns } = await calling();
  const { api } = await personIn(org, 'admin');
  const body = { action: 'say' as const, text: 'Hello.' };
  expect(await refusalOf(api.calls.control({ params, body: { ...body, author: 'Dana' } }))).toBe(
    '400 validation_failed',
  );
  await api.calls.control({ params, body });
  expect(await line.hear()).toBe('Hello.');
  await line.hangUp();
  const [, words] = await turns();
  expect(words?.author).toEqual(expect.any(String));
});

test('words of people are refused once the transcript has no room for another exchange', async () => {
  const { org, params } = await calling();
  const turns = Array.from({ length: 13 }, () => ({ role: 'system' as const, text: 'x'.repeat(20_000) }));
  await org.api.transcripts.append({ params, body: { turns } });
  for (const action of ['say', 'instruct'] as const) {
    const body = { action, text: 'Hello.', author: 'Dana' };
    expect(await refusalOf(org.api.calls.control({ params, body }))).toBe('400 validation_failed');
  }
  const reply = org.api.handovers.reply({ params, body: { text: 'Hello.', author: 'Dana' } });
  expect(await refusalOf(reply)).toBe('400 validation_failed');
  const ended = await org.api.calls.control({ params, body: { action: 'end' } });
  expect(ended.end_reason).toBe('staff_ended');
});

test('a call is ended, and its caller hears nothing more', async () => {
  const { org, line, params, conversations } = await calling();
  const state = await org.api.calls.control({ params, body: { action: 'end' } });
  expect(state).toMatchObject({ status: 'completed', end_reason: 'staff_ended' });
  // It is over now, and not when the carrier reports its end.
  expect(await conversations()).toMatchObject([{ status: 'completed', end_reason: 'staff_ended' }]);
  expect((await line.messages.next()).value).toMatchObject({ type: 'end' });
  expect((await line.finish()).text).toContain('<Hangup/>');
  expect(await conversations()).toMatchObject([{ status: 'completed', end_reason: 'staff_ended' }]);
  expect(await refusalOf(org.api.calls.control({ params, body: { action: 'end' } }))).toBe(
    '409 conversation_ended',
  );
});

test('a call is transferred to a number that its organization may call, and to no other', async () => {
  const { org, line, params, conversations } = await calling();
  await operator.clients.update({
    params: { client_id: org.client.id },
    body: { settings: { call_prefixes: ['+44'] } },
  });
  const to = (number: string) => org.api.calls.control({ params, body: { action: 'transfer', to: number } });
  expect(await refusalOf(to('+4930123456'))).toBe('400 validation_failed');
  await to('+441632960456');
  expect((await line.messages.next()).value).toMatchObject({ type: 'end' });
  expect((await line.finish()).text).toContain('>+441632960456</Dial>');
  expect(await conversations()).toMatchObject([{ end_reason: 'transferred' }]);
});

test('only live calls of this platform are controlled, by those who reach them', async () => {
  const { org, line, params } = await calling();
  const other = await organization();
  const body = { action: 'end' as const };
  expect(await refusalOf(other.api.calls.control({ params, body }))).toBe('404 conversation_not_found');
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Eva' } });
  const { id: conversation_id } = await org.api.conversations.create({ body: { agent_id } });
  expect(await refusalOf(org.api.calls.control({ params: { conversation_id }, body }))).toBe(
    '409 not_a_live_call',
  );
  for (const lacking of [{ action: 'say' as const, author: 'Dana' }, { action: 'transfer' as const }]) {
    expect(await refusalOf(org.api.calls.control({ params, body: lacking }))).toBe('400 validation_failed');
  }
  // Nobody writes in a call.
  expect(await refusalOf(org.api.chats.send({ params, body: { text: 'Hello' } }))).toBe('409 not_a_chat');
  await suspend(org);
  expect(await refusalOf(org.api.calls.control({ params, body }))).toBe('409 client_suspended');
  line.close();
});
