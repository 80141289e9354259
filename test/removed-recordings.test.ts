import { expect, test } from 'vitest';
import { operator, refusalOf } from './fixtures.ts';
import { passUntilDue, waitingTasks } from './support/due-tasks.ts';
import { eventually } from './support/eventually.ts';
import { changeIntegration } from './support/integrations.ts';
import { gone, recordedCall } from './support/recorded-calls.ts';

/* Whatever becomes of its copy, no recording stays at the carrier while its account is connected. */

/** The task of a conversation that has been tried so often, and is due later. */
const triedTasks = (id: string, attempts = 1) => waitingTasks('recordings', id, { attempts });

const begunCall = async () => {
  const call = await recordedCall();
  call.played();
  await call.begun();
  const { id } = await call.read();
  return { ...call, id, params: { conversation_id: id } };
};

test('a recording is removed of a call that was erased while its account was disabled', async () => {
  const call = await begunCall();
  await call.complete();
  await changeIntegration(call.org, call.integration, { status: 'disabled' });
  await call.org.api.conversations.erase({ params: call.params });
  const tried = await triedTasks(call.id);
  await changeIntegration(call.org, call.integration, { status: 'active' });
  await passUntilDue(tried);
  await gone(call.recordings);
  call.line.close();
});

test('a recording is copied once its account works again', async () => {
  const call = await begunCall();
  await call.complete();
  const at = `GET /2010-04-01/Accounts/${call.integration.account_id}`;
  await call.account.plan({ plans: [{ at, trouble: 'broken' }] });
  await call.line.hangUp();
  const first = await triedTasks(call.id);
  await changeIntegration(call.org, call.integration, { status: 'disabled' });
  await call.account.plan({ plans: [] });
  await passUntilDue(first);
  const second = await triedTasks(call.id, 2);
  await changeIntegration(call.org, call.integration, { status: 'active' });
  await passUntilDue(second);
  await eventually(async () => expect((await call.read()).audio).toMatchObject({ status: 'available' }));
  await gone(call.recordings);
});

test('a recording is removed at Twilio that cannot be copied', async () => {
  const call = await begunCall();
  await call.complete({ content: 'no audio' });
  await call.line.hangUp();
  await gone(call.recordings);
  expect((await call.read()).audio).toMatchObject({ status: 'failed' });
});

test('a recording is removed with its conversation also if it is said to have failed', async () => {
  const call = await recordedCall();
  const at = `POST /2010-04-01/Accounts/${call.integration.account_id}/Calls`;
  await call.account.plan({ plans: [{ at, trouble: 'refused' }] });
  call.played();
  await eventually(async () => expect((await call.read()).audio.status).toBe('failed'));
  const begun = {
    sid: 'RE1',
    call_sid: call.line.call_id,
    status: 'completed',
    source: 'StartCallRecordingAPI',
  };
  await call.account.plan({ plans: [], collections: { recordings: { RE1: begun } } });
  const { id: conversation_id } = await call.read();
  await call.org.api.conversations.erase({ params: { conversation_id } });
  await gone(call.recordings);
  call.line.close();
});

test('a recording is removed of a call whose organization is erased, although its carrier fails at first', async () => {
  const call = await begunCall();
  await call.complete();
  const at = `GET /2010-04-01/Accounts/${call.integration.account_id}`;
  await call.account.plan({ plans: [{ at, trouble: 'broken' }] });
  const client_id = call.org.client.id;
  await operator.clients.erase({ params: { client_id } });
  const tried = await triedTasks(call.id);
  const [second] = await waitingTasks('erase_organization', client_id);
  expect(Date.parse(String(second?.due)) - Date.now()).toBeGreaterThan(10 * 60_000);
  await call.account.plan({ plans: [] });
  await passUntilDue(tried);
  await gone(call.recordings);
  await passUntilDue(second ? [second] : []);
  await eventually(async () =>
    expect(await refusalOf(operator.clients.get({ params: { client_id } }))).toBe('404 client_not_found'),
  );
  const params = { integration_id: call.integration.id };
  expect(await refusalOf(operator.integrations.get({ params }))).toBe('404 integration_not_found');
  call.line.close();
});
