import { expect, test } from 'vitest';
import { injectFault, unknownId } from '../../fixtures.ts';
import { numbers, phoneOf, postForm } from '../../support/phone.ts';

test('a caller who hangs up ends the call', async () => {
  const phone = await phoneOf();
  const line = await phone.call();
  await line.hear();
  expect((await line.hangUp()).text).toContain('<Response><Hangup/></Response>');
  expect(await phone.conversations()).toMatchObject([{ status: 'completed', end_reason: 'user_ended' }]);
  // The same form once more, as a repetition of it.
  expect((await line.hangUp()).text).toContain('<Response><Hangup/></Response>');
  expect(await phone.conversations()).toHaveLength(1);
});

test('a caller whose connection was lost is connected again', async () => {
  const phone = await phoneOf();
  const line = await phone.call();
  await line.hear();
  const again = await line.finish({ SessionStatus: 'failed', CallStatus: 'in-progress' });
  expect(again.relay_url).toBe(line.answered.instructions.relay_url);
  expect(await phone.conversations()).toMatchObject([{ status: 'active' }]);
  await line.hangUp();
  expect((await line.finish({ SessionStatus: 'failed', CallStatus: 'in-progress' })).text).toContain(
    '<Hangup/>',
  );
});

test('a connection that is lost a third time ends the call', async () => {
  const phone = await phoneOf();
  const line = await phone.call();
  await line.hear();
  const lost = { SessionStatus: 'failed', CallStatus: 'in-progress' };
  let { action } = line.answered.instructions;
  for (const attempt of [2, 3]) {
    const again = await line.finish(lost, action);
    expect(again.relay_url).toBe(line.answered.instructions.relay_url);
    expect(again.action).toBe(`${phone.integration.webhook_url}/ended?attempt=${attempt}`);
    expect(await phone.conversations()).toMatchObject([{ status: 'active' }]);
    action = again.action;
  }
  expect((await line.finish(lost, action)).text).toContain('<Response><Hangup/></Response>');
  expect(await phone.conversations()).toMatchObject([{ status: 'completed', end_reason: 'agent_failed' }]);
});

test('the number in a text that Twilio returns is dialed only while the agent’s session is the one that ends', async () => {
  const phone = await phoneOf();
  const line = await phone.call();
  await line.hear();
  const HandoffData = JSON.stringify({ reason: 'transferred', to: '+441632960456' });
  const over = await phone.call();
  await over.hear();
  expect((await over.finish({ HandoffData, CallStatus: 'completed' })).text).toContain('<Hangup/>');
  const handed = await line.finish({ HandoffData });
  expect(handed.text).toContain('>+441632960456</Dial>');
  expect(await phone.conversations()).toContainEqual(
    expect.objectContaining({ status: 'completed', end_reason: 'transferred' }),
  );
  // The answer may have been lost, and no other number is dialed.
  const other = JSON.stringify({ reason: 'transferred', to: '+441632960457' });
  for (const again of [HandoffData, other]) {
    expect((await line.finish({ HandoffData: again })).text).toContain('>+441632960456</Dial>');
  }
});

const to = '+441632960456';
const HandoffData = JSON.stringify({ reason: 'transferred', to });

/** A call that has been transferred, and its instructions. */
const transferred = async (phone: Awaited<ReturnType<typeof phoneOf>>, from?: string) => {
  const line = await phone.call(from === undefined ? {} : { from });
  await line.hear();
  const { text } = await line.finish({ HandoffData });
  const afterwards = async (DialCallStatus: string) => {
    const action = `${phone.integration.webhook_url}/ended`;
    return (await line.finish({ DialCallStatus }, action)).text;
  };
  return { text, afterwards };
};

test('a transfer rings for a while, and comes from a number that the carrier knows', async () => {
  const phone = await phoneOf();
  const action = `action="${phone.integration.webhook_url}/ended"`;
  const { text } = await transferred(phone);
  expect(text).toContain(`<Dial ${action} timeout="30">${to}</Dial>`);
  // A number that is withheld would be refused elsewhere.
  const anonymous = await transferred(phone, 'anonymous');
  expect(anonymous.text).toContain(`<Dial ${action} callerId="${numbers.to}" timeout="30">${to}</Dial>`);
});

test.for([
  ['busy', '<Say language="de-DE">Im Moment ist niemand erreichbar.'],
  ['no-answer', '<Say language="de-DE">'],
  ['failed', '<Say language="de-DE">'],
  ['completed', '<Response><Hangup/>'],
] as const)(
  'the caller of a transfer that is %s hears it in the language of the agent',
  async ([state, expected]) => {
    const phone = await phoneOf({ language: 'de-AT' });
    const { afterwards } = await transferred(phone);
    const text = await afterwards(state);
    expect(text).toContain(expected);
    expect(text).toContain('<Hangup/>');
    expect(await phone.conversations()).toMatchObject([{ end_reason: 'transferred' }]);
  },
);

test('the caller of a transfer hears the same after the call was erased', async () => {
  const phone = await phoneOf();
  const { afterwards } = await transferred(phone);
  const [{ id: conversation_id } = { id: '' }] = await phone.conversations();
  await phone.org.api.conversations.erase({ params: { conversation_id } });
  expect(await afterwards('no-answer')).toContain('<Say language="en-US">Nobody is answering');
});

test('a text that no agent has written ends the call, whatever its form', async () => {
  const phone = await phoneOf();
  for (const HandoffData of ['{', 'null', '"+441632960456"', '{"to":{}}', '['.repeat(1000)]) {
    const line = await phone.call();
    await line.hear();
    expect((await line.finish({ HandoffData })).text).toContain('<Response><Hangup/></Response>');
  }
  const ends = (await phone.conversations()).map(({ end_reason }) => end_reason);
  expect(ends).toEqual(Array.from({ length: 5 }, () => 'agent_ended'));
});

test('a form about a call that nobody has connected changes nothing', async () => {
  const phone = await phoneOf();
  const rejected = await phone.call({ to: '+441632960998' });
  expect((await rejected.hangUp()).text).toContain('<Reject reason="rejected"/>');
  expect(await phone.conversations()).toEqual([]);
});

test('an account that is unknown, disabled or cannot be read is not served', async () => {
  const phone = await phoneOf();
  await injectFault({ contains: phone.integration.id, kind: 'refused', times: 3 });
  expect(await postForm(phone, '/ended')).toBe('503 unavailable');
  expect(await postForm(phone, '/ended')).toBe('done');
  expect(await postForm(phone, '/ended', unknownId('intg'))).toBe('404 integration_not_found');
  const other = await phoneOf();
  const params = { integration_id: other.integration.id };
  await other.org.api.integrations.update({ params, body: { status: 'disabled' } });
  expect(await postForm(other, '/ended')).toBe('409 integration_disabled');
});
