import { expect, test } from 'vitest';
import { newConversation, organization, refusalOf } from '../../fixtures.ts';
import { asVisitor, newWidget, say, visit } from '../../support/widgets.ts';

test('the page of a visitor reads the chat again, and waits for people', async () => {
  const org = await organization();
  const { id: widget_id } = await newWidget(org);
  const { found } = await visit(widget_id);
  await say(found, 'Is anybody there?');
  const { conversation_id, session_token: token } = found;
  const path = `/conversations/${conversation_id}/messages`;
  const read = await asVisitor('GET', path, { token });
  expect(read.isReadable).toBe(true);
  expect(read.found.data.map(({ role }) => role)).toEqual(['agent', 'user', 'agent']);
  const waiting = asVisitor('GET', `${path}?after=2&wait=20`, { token });
  const body = { text: 'Hello, this is Kim.', author: 'Kim' };
  await org.api.handovers.reply({ params: { conversation_id }, body });
  expect((await waiting).found).toMatchObject({ handling: 'human', data: [{ text: 'Hello, this is Kim.' }] });
  expect((await asVisitor('GET', path, { token: `${token}x` })).refusal).toBe('401 unauthenticated');
});

test('a conversation that is no chat is not followed', async () => {
  const org = await organization();
  const { id: conversation_id } = await newConversation(org);
  expect(await refusalOf(org.api.chats.follow({ params: { conversation_id } }))).toBe('409 not_a_chat');
});
