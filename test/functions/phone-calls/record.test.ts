import { expect, test } from 'vitest';
import type { Organization } from '../../fixtures.ts';
import { clientFor, injectFault, makeKey, organization, refusalOf, unknownId } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { disclosure, phoneOf, postForm } from '../../support/phone.ts';
import { announcement, gone, recordedCall } from '../../support/recorded-calls.ts';

test('a recording is announced before it begins, copied after the call, and removed at Twilio', async () => {
  const call = await recordedCall();
  expect(call.greeting).toContain(`${disclosure} ${announcement}`);
  expect(await call.recordings()).toEqual([]);
  call.played();
  const recording = await call.begun();
  expect(recording.asked).toEqual({
    RecordingChannels: 'dual',
    RecordingStatusCallback: `${call.integration.webhook_url}/recording`,
    RecordingStatusCallbackEvent: 'completed absent',
  });
  expect(await call.read()).toMatchObject({ status: 'active', audio: { status: 'pending' } });
  // Another pause of the agent begins no other recording.
  call.played();
  call.line.say('Thank you.');
  await call.line.hear();
  await call.complete();
  await call.line.hangUp();
  expect(await call.ended()).toBe('done');
  await eventually(async () =>
    expect((await call.read()).audio).toMatchObject({ status: 'available', content_type: 'audio/mpeg' }),
  );
  await gone(call.recordings);
  expect(await call.ended()).toBe('done');
  const { asked } = await call.account.look();
  const begins = asked.filter(({ method, path }) => method === 'POST' && path.endsWith('/Recordings.json'));
  expect(begins).toHaveLength(1);
});

test('no call is recorded unless the organization records', async () => {
  for (const settings of [{}, { record_calls: true, recording_enabled: false }]) {
    const call = await recordedCall(settings);
    expect(call.greeting).not.toContain(announcement);
    call.played();
    call.line.say('Hello.');
    await call.line.hear();
    await call.line.hangUp();
    expect(await call.recordings()).toEqual([]);
    expect((await call.read()).audio.status).toBe('none');
  }
});

test('a call that is erased while it goes on is no longer recorded, and nothing of it is copied', async () => {
  const call = await recordedCall();
  call.played();
  await call.begun();
  const { id: conversation_id } = await call.read();
  await call.org.api.conversations.erase({ params: { conversation_id } });
  await gone(call.recordings);
  const { asked } = await call.account.look();
  expect(asked.filter(({ path }) => path.endsWith('.mp3'))).toEqual([]);
  expect(asked.filter(({ body }) => body === 'Status=stopped')).toHaveLength(1);
  expect(await call.ended()).toBe('done');
});

test('a call at the account of a reseller is erased by its client once it is over, and at Twilio', async () => {
  const reseller = await organization(undefined, 'reseller');
  const call = await recordedCall({ record_calls: true }, reseller);
  call.played();
  await call.begun();
  const params = { conversation_id: (await call.read()).id };
  const erase = ({ api }: Pick<Organization, 'api'>) => api.conversations.erase({ params });
  // It would not be billed.
  expect(await refusalOf(erase(call.org))).toBe('403 ancestor_key_required');
  expect(await refusalOf(erase(await organization(reseller, 'client')))).toBe('404 conversation_not_found');
  await call.line.hangUp();
  const writer = await makeKey(call.org.client.id, ['conversations:write']);
  expect(await refusalOf(erase({ api: clientFor(writer) }))).toBe('403 insufficient_scope');
  expect(await erase(call.org)).toMatchObject({ status: 'erasing' });
  await gone(call.recordings);
  await eventually(async () =>
    expect(await refusalOf(reseller.api.conversations.get({ params }))).toBe('404 conversation_not_found'),
  );
});

test('a call whose recording somebody else uploads is not recorded as well', async () => {
  const call = await recordedCall();
  const params = { conversation_id: (await call.read()).id };
  await call.org.api.recordings.create({ params, body: { content_type: 'audio/wav', size_bytes: 1000 } });
  call.played();
  call.line.say('Hello.');
  await call.line.hear();
  await call.line.hangUp();
  expect(await call.recordings()).toEqual([]);
});

test('a recording that Twilio refuses to begin leaves the call alone', async () => {
  const call = await recordedCall();
  const at = `POST /2010-04-01/Accounts/${call.integration.account_id}/Calls`;
  await call.account.plan({ plans: [{ at, trouble: 'refused' }] });
  call.played();
  await eventually(async () => expect((await call.read()).audio.status).toBe('failed'));
  call.line.say('Are you there?');
  expect(await call.line.hear()).not.toBe('');
  await call.line.hangUp();
  expect(await call.read()).toMatchObject({ status: 'completed' });
});

test('an account that is disabled during a call records nothing of it', async () => {
  const call = await recordedCall();
  const params = { integration_id: call.integration.id };
  await call.org.api.integrations.update({ params, body: { status: 'disabled' } });
  call.played();
  await eventually(async () => expect((await call.read()).audio.status).toBe('failed'));
  expect(await call.recordings()).toEqual([]);
  call.line.close();
});

test('a recording goes on no longer than the agent is in the call', async () => {
  const call = await recordedCall();
  call.played();
  await call.begun();
  // The call is transferred, and Twilio records on.
  await call.line.finish({ HandoffData: JSON.stringify({ reason: 'transferred', to: '+441632960456' }) });
  await eventually(async () => {
    const [recording] = await call.recordings();
    expect(recording).toMatchObject({ was_stopped: true });
  });
});

test('a report that is forged, or of an account that does not work, is refused', async () => {
  const phone = await phoneOf();
  const forged = await fetch(`${phone.integration.webhook_url}/recording`, {
    method: 'POST',
    headers: { 'x-twilio-signature': 'forged' },
    body: new URLSearchParams({ CallSid: 'CA1', RecordingStatus: 'completed' }),
  });
  expect(forged.status).toBe(401);
  await injectFault({ contains: phone.integration.id, kind: 'refused', times: 3 });
  expect(await postForm(phone, '/recording')).toBe('503 unavailable');
  expect(await postForm(phone, '/recording')).toBe('done');
  expect(await postForm(phone, '/recording', unknownId('intg'))).toBe('404 integration_not_found');
  const other = await phoneOf();
  const params = { integration_id: other.integration.id };
  await other.org.api.integrations.update({ params, body: { status: 'disabled' } });
  expect(await postForm(other, '/recording')).toBe('409 integration_disabled');
});
