import { expect, test } from 'vitest';
import { organization } from '../../fixtures.ts';
import { asVisitor, newWidget, visit } from '../../support/widgets.ts';

test('a visitor asks for a person, and the agent is silent', async () => {
  const org = await organization();
  const { id: widget_id } = await newWidget(org);
  const { found } = await visit(widget_id);
  const { conversation_id, session_token: token } = found;
  const asked = await asVisitor('POST', `/conversations/${conversation_id}/handover`, { token });
  expect(asked).toMatchObject({ status: 200, isReadable: true, found: { handling: 'waiting' } });
  const conversation = await org.api.conversations.get({ params: { conversation_id } });
  expect(conversation.handling).toBe('waiting');
});
