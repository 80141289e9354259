import { expect, test } from 'vitest';
import { clientFor, organization, refusalOf } from '../../fixtures.ts';
import { asVisitor, newWidget, say, visit } from '../../support/widgets.ts';

test('pages of a removed widget begin and continue no chats, whose conversations stay', async () => {
  const org = await organization();
  const { id: widget_id } = await newWidget(org);
  const { found: session } = await visit(widget_id);
  const { conversation_id, session_token } = session;
  const chat = { params: { conversation_id } };
  const { chats, handovers } = clientFor(session_token);
  const params = { widget_id };
  await org.api.widgets.remove({ params });
  expect((await visit(widget_id)).refusal).toBe('404 widget_not_found');
  expect((await asVisitor('GET', `/widgets/${widget_id}`)).refusal).toBe('404 widget_not_found');
  const results = [{ id: 'call_1', result: 'Yes' }];
  const sent = [
    await refusalOf(chats.sendResults({ ...chat, body: { results } })),
    await refusalOf(chats.send({ ...chat, body: { text: 'Hello' } })),
    await refusalOf(handovers.create(chat)),
    await refusalOf(handovers.ask(chat)),
    (await say(session)).refusal,
  ];
  expect(sent).toEqual(sent.map(() => '409 widget_unavailable'));
  // Its page learns it, and reads what was said.
  const path = `/conversations/${conversation_id}/messages`;
  const read = await asVisitor('GET', path, { token: session_token });
  expect([read, await say(session)]).toMatchObject([{ status: 200, isReadable: true }, { isReadable: true }]);
  expect(await org.api.conversations.get({ params: { conversation_id } })).toMatchObject({ channel: 'web' });
  expect(await refusalOf(org.api.widgets.remove({ params }))).toBe('404 widget_not_found');
});
