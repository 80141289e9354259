import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { clientFor, organization, refusalOf } from '../../fixtures.ts';
import { planAnswers } from '../../support/model-server.ts';
import { asVisitor, newWidget, say, visit } from '../../support/widgets.ts';

test('pages of a removed widget begin and continue no chats, whose conversations stay', async () => {
  const org = await organization();
  const marker = randomUUID();
  await planAnswers(inject('modelServer'), marker, [{ calls: [{ name: 'ask_user', arguments: {} }] }]);
  const agent = {
    prompt: `You are Pia (${marker}).`,
    model: { id: 'test-model' },
    tools: [{ name: 'ask_user', action: { type: 'page' as const } }],
  };
  const { id: widget_id } = await newWidget(org, {}, agent);
  const { found: session } = await visit(widget_id);
  const { conversation_id, session_token } = session;
  const chat = { params: { conversation_id } };
  const { chats } = clientFor(session_token);
  const resultsOf = ({ tool_calls }: { readonly tool_calls: readonly { readonly id: string }[] }) =>
    tool_calls.map(({ id }) => ({ id, result: 'Yes' }));
  const answer = await chats.send({ ...chat, body: { text: 'Hello' } });
  const params = { widget_id };
  await org.api.widgets.remove({ params });
  expect((await visit(widget_id)).refusal).toBe('404 widget_not_found');
  expect((await asVisitor('GET', `/widgets/${widget_id}`)).refusal).toBe('404 widget_not_found');
  const results = resultsOf(answer);
  const sent = [
    await refusalOf(chats.sendResults({ ...chat, body: { results } })),
    await refusalOf(chats.send({ ...chat, body: { text: 'Hello' } })),
  ];
  expect(sent).toEqual(['409 widget_unavailable', '409 widget_unavailable']);
  expect((await say(session)).refusal).toBe('409 widget_unavailable');
  expect(await org.api.conversations.get({ params: { conversation_id } })).toMatchObject({ channel: 'web' });
  expect(await refusalOf(org.api.widgets.remove({ params }))).toBe('404 widget_not_found');
});
