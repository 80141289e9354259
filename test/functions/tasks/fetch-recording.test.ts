import { expect, test } from 'vitest';
import { available, newAgent, organization, providerAccount } from '../../fixtures.ts';
import { connect, conversationsOf, deliver, newCall, settled } from '../../support/connected.ts';
import { eventually } from '../../support/eventually.ts';

test('the recording that an event of ElevenLabs holds can be heard', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const call = newCall('elevenlabs');
  const integration = await connect(org, 'elevenlabs', { [call.agent_id]: agent.id });
  for (const payload of call.events) await deliver(integration, payload);
  await settled(org, integration);
  const [found] = await conversationsOf(org);
  const { id, audio } = await available(org, found?.id ?? '');
  expect(audio).toMatchObject({ content_type: 'audio/mpeg', size_bytes: 417 });
  const { url } = await org.api.recordings.get({ params: { conversation_id: id } });
  const heard = Buffer.from(await (await fetch(url)).arrayBuffer());
  const sent = call.events.flatMap(({ data }) => (data as { full_audio?: string }).full_audio ?? []);
  expect(heard.toString('base64')).toBe(sent[0]);
});

test('a recording is fetched from the provider’s API where an event has no link', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const account = providerAccount(`key-of-${org.client.id}`);
  const call = newCall('elevenlabs');
  const [transcription] = call.events as unknown as [{ data: object }];
  const bytes = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(6_000_000, 1)]);
  await account.plan({
    collections: { audio: { [call.conversation_id]: { base64: bytes.toString('base64') } } },
  });
  const mapping = { [call.agent_id]: agent.id };
  const integration = await connect(org, 'elevenlabs', mapping, { api_key: account.apiKey });
  await deliver(integration, { ...transcription, data: { ...transcription.data, has_audio: true } });
  await settled(org, integration);
  const [{ id } = { id: '' }] = await conversationsOf(org);
  expect((await available(org, id)).audio).toMatchObject({
    status: 'available',
    content_type: 'audio/mpeg',
    size_bytes: bytes.length,
  });
});

test.for([
  ['http://10.0.0.1/recording.wav', 'must begin with https'],
  ['https://169.254.169.254/latest', 'not one of the public internet'],
  ['https://recordings.example.com/1.wav', 'is not allowed'],
  ['not a link', 'The URL is not valid'],
])('a recording at %s is not fetched: %s', async ([recording_url, reason]) => {
  const org = await organization();
  const agent = await newAgent(org);
  const call = newCall('retell');
  const { call: ended } = call.events[2] as { call: object };
  const integration = await connect(org, 'retell', { [call.agent_id]: agent.id });
  await deliver(integration, { event: 'call_ended', call: { ...ended, recording_url } });
  await settled(org, integration);
  await eventually(async () => {
    const [conversation] = await conversationsOf(org);
    expect(conversation).toMatchObject({
      audio: { status: 'failed' },
      provider: { metadata: { recording_error: expect.stringContaining(reason ?? '') } },
    });
  });
});
