import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';
import { asVisitor, newWidget, say, visit } from '../../support/widgets.ts';

test('pages of a removed widget begin and continue no chats, whose conversations stay', async () => {
  const org = await organization();
  const { id: widget_id } = await newWidget(org);
  const { found: session } = await visit(widget_id);
  const params = { widget_id };
  await org.api.widgets.remove({ params });
  expect((await visit(widget_id)).refusal).toBe('404 widget_not_found');
  expect((await asVisitor('GET', `/widgets/${widget_id}`)).refusal).toBe('404 widget_not_found');
  expect((await say(session)).refusal).toBe('409 widget_unavailable');
  const { conversation_id } = session;
  expect(await org.api.conversations.get({ params: { conversation_id } })).toMatchObject({ channel: 'web' });
  expect(await refusalOf(org.api.widgets.remove({ params }))).toBe('404 widget_not_found');
});
