import { expect, test } from 'vitest';
import { eventually } from './support/eventually.ts';
import { phoneOf } from './support/phone.ts';

/* Orders of people reach the carrier of a call also while its connection is being replaced. */

type Phone = Awaited<ReturnType<typeof phoneOf>>;
type Params = { readonly conversation_id: string };
type Intervention = (phone: Phone, params: Params) => Promise<unknown>;

const text = 'One moment, please.';

const interventions: Readonly<Record<string, readonly [Intervention, expected: object]>> = {
  'words of a person': [
    ({ org }, params) => org.api.calls.control({ params, body: { action: 'say', text, author: 'Dana' } }),
    { type: 'text', token: text },
  ],
  'words of a person who takes the call over': [
    ({ org }, params) => org.api.handovers.reply({ params, body: { text, author: 'Dana' } }),
    { type: 'text', token: text },
  ],
  'a transfer': [
    ({ org }, params) => org.api.calls.control({ params, body: { action: 'transfer', to: '+441632960456' } }),
    { type: 'end' },
  ],
};

test.for(Object.entries(interventions))('%s', async ([, [intervene, expected]]) => {
  const phone = await phoneOf();
  const line = await phone.call();
  await line.hear();
  const [{ id: conversation_id } = { id: '' }] = await phone.conversations();
  const params = { conversation_id };
  line.close();
  const intervened = intervene(phone, params);
  // It was stored, and the connection is gone.
  await eventually(async () => {
    const { data } = await phone.org.api.auditRecords.list({ query: { target: conversation_id } });
    const { handling } = await phone.org.api.conversations.get({ params });
    expect(data.length > 0 || handling === 'human').toBe(true);
  });
  await line.reconnect();
  expect((await line.messages.next()).value).toMatchObject(expected);
  await intervened;
  await line.hangUp();
});
