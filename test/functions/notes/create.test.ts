import { expect, test } from 'vitest';
import { newConversation, operator, organization, platform, problemOf, refusalOf } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { peopleOf } from '../../support/people.ts';
import { allItems } from '../../support/table.ts';

const { personIn } = peopleOf(platform.base_url, { operator });

test('a note says who wrote it, and which key added it', async () => {
  const org = await organization();
  const { id: conversation_id } = await newConversation(org);
  const params = { conversation_id };
  const note = await org.api.notes.create({ params, body: { text: 'Called back', author: 'Ada' } });
  const { key } = await org.api.me.get();
  expect(note).toMatchObject({ conversation_id, text: 'Called back', author: 'Ada', created_by: key?.id });
  expect((await org.api.notes.list({ params })).data).toEqual([note]);
  const anonymous = await org.api.notes.create({ params, body: { text: 'No name' } });
  expect(anonymous.author).toBeNull();
});

test('nobody who has signed in writes a note in another name', async () => {
  const org = await organization();
  const params = { conversation_id: (await newConversation(org)).id };
  const { api, memberId } = await personIn(org, 'operator');
  const body = { text: 'Refund approved', author: 'The Managing Director' };
  const { problem } = await problemOf(api.notes.create({ params, body }));
  expect(problem).toMatchObject({ errors: [{ pointer: '/author', code: 'not_applicable' }] });
  const note = await api.notes.create({ params, body: { text: 'Called back' } });
  expect(note).toMatchObject({ author: null, created_by: memberId });
  expect((await api.notes.list({ params })).data).toEqual([note]);
});

test('a note that is empty, too long or not a text is refused', async () => {
  const org = await organization();
  const params = { conversation_id: (await newConversation(org)).id };
  const faultsOf = async (body: object): Promise<unknown> => {
    const answered = org.api.notes.create({ params, body: body as never });
    const { errors } = (await answered.catch((error: unknown) => error)) as { errors: { pointer: string }[] };
    return errors.map(({ pointer }) => pointer);
  };
  expect(await faultsOf({ text: '' })).toEqual(['/text']);
  expect(await faultsOf({ text: 'x'.repeat(2001) })).toEqual(['/text']);
  expect(await faultsOf({ text: 'x', author: 'a'.repeat(101) })).toEqual(['/author']);
  expect(await faultsOf({ text: 'x', id: 'note_1' })).toEqual(['/id']);
  expect((await org.api.notes.list({ params })).data).toEqual([]);
});

test('a note is added once under an Idempotency-Key, and only to a conversation within reach', async () => {
  const org = await organization();
  const other = await organization();
  const params = { conversation_id: (await newConversation(org)).id };
  const input = { params, body: { text: 'Once' }, idempotencyKey: 'the-same-note' };
  expect(await org.api.notes.create(input)).toEqual(await org.api.notes.create(input));
  expect((await org.api.notes.list({ params })).data).toHaveLength(1);
  expect(await refusalOf(other.api.notes.create({ params, body: { text: 'Foreign' } }))).toBe(
    '404 conversation_not_found',
  );
});

test('webhooks receive the note', async () => {
  const org = await organization();
  const { id: conversation_id } = await newConversation(org);
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['note.created'] } });
  const note = await org.api.notes.create({ params: { conversation_id }, body: { text: 'Tell them' } });
  await eventually(async () => {
    const { data } = await org.api.webhookMessages.list({ params: { webhook_id } });
    expect(data).toMatchObject([
      { entity_id: conversation_id, payload: { type: 'note.created', data: note } },
    ]);
  });
});

test('notes are erased with their conversation', async () => {
  const org = await organization();
  const { id: conversation_id } = await newConversation(org);
  const params = { conversation_id };
  await org.api.notes.create({ params, body: { text: 'A quokka called' } });
  await org.api.conversations.erase({ params });
  expect(await refusalOf(org.api.notes.list({ params }))).toBe('404 conversation_not_found');
  await eventually(async () =>
    expect(JSON.stringify(await allItems(conversation_id))).not.toContain('quokka'),
  );
});
