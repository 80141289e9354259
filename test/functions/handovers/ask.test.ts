import { expect, test } from 'vitest';
import { clientFor, newConversation, organization, platform, refusalOf } from '../../fixtures.ts';
import { overtaken } from '../../support/fault-proxy.ts';
import { chatWithPeople } from '../../support/handed-over.ts';
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

test('a visitor asks for a person in as many chats as an address may begin', async () => {
  const org = await organization();
  const { id: widget_id } = await newWidget(org, { limits: { chats_per_visitor_hour: 2 } });
  const [one, other] = [await visit(widget_id), await visit(widget_id)];
  const ask = ({ found }: typeof one) =>
    asVisitor('POST', `/conversations/${found.conversation_id}/handover`, { token: found.session_token });
  await org.api.widgets.update({ params: { widget_id }, body: { limits: { chats_per_visitor_hour: 1 } } });
  // A repeat asks for nobody.
  expect([(await ask(one)).status, (await ask(one)).status]).toEqual([200, 200]);
  expect((await ask(other)).refusal).toBe('429 rate_limited');
  const { handovers } = clientFor(other.found.session_token);
  const params = { conversation_id: other.found.conversation_id };
  expect(await refusalOf(handovers.create({ params }))).toBe('429 rate_limited');
});

test('only an active chat of an agent is handed over on the live address, and not during an answer', async () => {
  const { org, api, params, send } = await chatWithPeople([{ text: 'First answer' }]);
  const ask = (conversation_id = params.conversation_id) =>
    refusalOf(api.handovers.ask({ params: { conversation_id } }));
  expect(await ask((await newConversation(org)).id)).toBe('409 not_a_chat');
  const writes = { contains: params.conversation_id, operation: 'TransactWriteItems' };
  const refused: string[] = [];
  await overtaken(
    platform.dynamodb_endpoint,
    writes,
    () => send('One'),
    async () => {
      refused.push(await ask());
    },
  );
  expect(refused).toEqual(['409 conversation_busy']);
  await api.chats.end({ params });
  expect(await ask()).toBe('409 conversation_ended');
  const removed = await chatWithPeople([{ text: 'Hello' }]);
  await removed.api.agents.remove({ params: { agent_id: removed.agent_id } });
  expect(await refusalOf(removed.api.handovers.ask({ params: removed.params }))).toBe('404 agent_not_found');
});
