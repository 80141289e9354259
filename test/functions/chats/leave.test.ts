import { expect, test } from 'vitest';
import { newConversation, organization, refusalOf } from '../../fixtures.ts';
import { asVisitor, newWidget, say, visit } from '../../support/widgets.ts';

test('a visitor ends the chat, once', async () => {
  const { id: widget_id } = await newWidget(await organization());
  const { found } = await visit(widget_id);
  const end = () =>
    asVisitor('POST', `/conversations/${found.conversation_id}/end`, { token: found.session_token });
  expect((await end()).found).toMatchObject({ status: 'completed', end_reason: 'user_ended' });
  expect(await end()).toMatchObject({ status: 200, isReadable: true });
  expect((await say(found)).refusal).toBe('409 conversation_ended');
});

test('only a chat is ended', async () => {
  const org = await organization();
  const { id: conversation_id } = await newConversation(org);
  expect(await refusalOf(org.api.chats.leave({ params: { conversation_id } }))).toBe('409 not_a_chat');
});
