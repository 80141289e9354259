import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { liveCallKey } from '#lib/store/keys.ts';
import type { Organization } from '../../fixtures.ts';
import {
  available,
  injectFault,
  newAgent,
  newConversation,
  organization,
  platform,
  refusalOf,
  upload,
} from '../../fixtures.ts';
import { connect, deliver, newCall, settled, webhookSecret } from '../../support/connected.ts';
import { preparedDeployment } from '../../support/deployments.ts';
import { eventually } from '../../support/eventually.ts';
import { changeIntegration } from '../../support/integrations.ts';
import type { Receiver } from '../../support/receiver.ts';
import { startReceiver } from '../../support/receiver.ts';
import { allItems, itemsLeft, tableOf } from '../../support/table.ts';

let receiver: Receiver | undefined;

afterAll(() => receiver?.close());

const over = {
  start_time: '2026-11-20T09:00:00.000Z',
  status: 'completed' as const,
  caller: { number: '+441632960999', name: 'Ida Quill' },
  turns: [{ role: 'user' as const, text: 'the word marzipan' }],
};

const gone = (org: Organization, id: string) =>
  eventually(async () =>
    expect(await refusalOf(org.api.conversations.erase({ params: { conversation_id: id } }))).toBe(
      '404 conversation_not_found',
    ),
  );

const search = async (org: Organization, q: string) =>
  (await org.api.conversations.list({ query: { q } })).data.map(({ id }) => id);

test('a conversation that is erased cannot be found from then on, and leaves only what was counted of it', async () => {
  const org = await organization();
  const provider = { name: 'vendor', conversation_id: 'call-1' };
  const { id } = await newConversation(org, { ...over, provider });
  const params = { conversation_id: id };
  const link = (
    await org.api.recordings.create({ params, body: { content_type: 'audio/wav', size_bytes: 3 } })
  ).upload;
  await upload(link, Buffer.from('abc'));
  await available(org, id);
  const { url } = await org.api.recordings.get({ params });
  await eventually(async () => expect(await search(org, 'marzipan')).toEqual([id]));

  const { reply, response } = await org.api.conversations.erase.withResponse({ params });
  expect([response.status, response.headers.get('etag'), reply]).toEqual([
    202,
    null,
    { id, status: 'erasing' },
  ]);
  for (const call of [
    () => org.api.conversations.get({ params }),
    () => org.api.conversations.update({ params, body: { outcome: 'success' } }),
    () => org.api.transcripts.get({ params }),
    () => org.api.transcripts.append({ params, body: { turns: [{ role: 'user', text: 'x' }] } }),
    () => org.api.recordings.get({ params }),
  ]) {
    expect(await refusalOf(call())).toBe('404 conversation_not_found');
  }
  expect((await org.api.conversations.list()).data).toEqual([]);
  expect(await search(org, 'marzipan')).toEqual([]);

  await gone(org, id);
  const left = await itemsLeft(id);
  // Usage and bills hold; they name no person and quote nothing that was said.
  expect(left.map(({ sk }) => sk)).toEqual(['usage']);
  expect(JSON.stringify(left)).not.toContain('marzipan');
  expect((await fetch(url)).status).toBe(404);
  // The provider's id is free again.
  expect((await newConversation(org, { ...over, provider })).id).not.toBe(id);
});

test('what a provider has posted is deleted with the conversation, from the bucket as well', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const call = newCall('elevenlabs');
  const integration = await connect(org, 'elevenlabs', { [call.agent_id]: agent.id });
  const [report, audio] = call.events as [object, { data: object }];
  const full_audio = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(2_000_000, 7)]).toString('base64');
  await deliver(integration, report);
  await deliver(integration, { ...audio, data: { ...audio.data, full_audio } });
  const events = await settled(org, integration);
  const { id: event_id = '', conversation_id } = events.find(({ type }) => type === 'post_call_audio') ?? {};
  const params = { integration_id: integration.id, event_id };
  const { payload_url } = await org.api.integrationEvents.get({ params });
  expect((await fetch(payload_url ?? '')).status).toBe(200);

  await org.api.conversations.erase({ params: { conversation_id: conversation_id ?? '' } });
  await gone(org, conversation_id ?? '');
  expect((await fetch(payload_url ?? '')).status).toBe(404);
  expect(await org.api.integrationEvents.get({ params })).toMatchObject({ payload: null, payload_url: null });
});

test('erasing a call of a custom LLM removes the arguments of its tools, and none is called again', async () => {
  receiver = await startReceiver(({ text }, response) => void response.writeHead(200).end(text));
  const word = `marzipan${randomUUID()}`;
  const parameters = { type: 'object', properties: { note: { type: 'string' } } };
  const action = { type: 'http', url: receiver.url, effect: 'write', bind: { note: '{{note}}' } };
  const prepared = await preparedDeployment('elevenlabs', {
    model: { id: 'rehearsal' },
    tools: [{ name: 'take_note', parameters, action }],
  });
  const { org, integration, agent } = prepared;
  const { provider_agent_id } = await prepared.deploy({ runs_on: 'platform' });
  await changeIntegration(org, integration, { webhook_secret: webhookSecret });
  const [token] = Object.values((await prepared.collections()).secrets ?? {}).map(({ value }) => value);
  const call = newCall('elevenlabs', String(provider_agent_id));
  const said = { role: 'user', content: 'Take a note' };
  const ask = async (...earlier: readonly object[]) => {
    const { status } = await fetch(`${platform.base_url}/v1/live/agents/${agent.id}/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-call-id': call.conversation_id,
      },
      body: JSON.stringify({ messages: [...earlier, said], variables: { note: word } }),
    });
    expect(status).toBe(200);
  };
  const { pk } = liveCallKey(integration.id, call.conversation_id);
  const noted = async () => JSON.stringify(await tableOf(platform).partitions(pk)).includes(word);
  await ask();
  expect([receiver.received.length, await noted()]).toEqual([1, true]);

  await deliver(integration, call.events[0]);
  const [event] = await settled(org, integration);
  const conversation_id = String(event?.conversation_id);
  await org.api.conversations.erase({ params: { conversation_id } });
  await gone(org, conversation_id);
  expect(await noted()).toBe(false);
  await ask(said, { role: 'assistant', content: 'Yes' });
  expect([receiver.received.length, await noted()]).toEqual([1, false]);
});

test('nothing that the record said is left while the rest is being erased', async () => {
  const org = await organization();
  const { id } = await newConversation(org, { ...over, summary: 'About marzipan' });
  await injectFault({ contains: id, operation: 'BatchWriteItem', kind: 'refused', times: 12 });
  await org.api.conversations.erase({ params: { conversation_id: id } });
  const record = (await allItems(id)).find(({ pk, sk }) => pk === `conversation#${id}` && sk === 'record');
  expect(Object.keys(record ?? {}).sort()).toEqual(
    record ? ['client_id', 'erasing', 'fact', 'id', 'path', 'pk', 'recording_key', 'sk', 'version'] : [],
  );
  await gone(org, id);
});

test('an active conversation can be erased, and a file that is uploaded later is deleted', async () => {
  const org = await organization();
  const { id } = await newConversation(org, { agent_id: (await newAgent(org)).id, turns: over.turns });
  const params = { conversation_id: id };
  const link = (
    await org.api.recordings.create({ params, body: { content_type: 'audio/wav', size_bytes: 3 } })
  ).upload;
  await org.api.conversations.erase({ params });
  await gone(org, id);
  expect((await upload(link, Buffer.from('abc'))).status).toBe(200);
  // The bucket's follower deletes the file, so that the same link takes it once more.
  await eventually(async () => expect((await upload(link, Buffer.from('abc'))).status).toBe(200));
});

test('of an erasure and changes at the same time, one comes first, and the conversation is gone', async () => {
  const org = await organization();
  const { id } = await newConversation(org, over);
  const params = { conversation_id: id };
  const calls = [
    org.api.conversations.erase({ params }),
    ...Array.from({ length: 5 }, (_, at) =>
      org.api.transcripts.append({ params, body: { turns: [{ role: 'user', text: `late ${at}` }] } }),
    ),
    org.api.conversations.erase({ params }),
  ];
  for (const { status, reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[]) {
    if (status === 'rejected')
      expect(String(reason.code)).toMatch(/conversation_not_found|request_in_flight/);
  }
  await gone(org, id);
  await eventually(async () => expect((await itemsLeft(id)).map(({ sk }) => sk)).toEqual(['usage']));
});
