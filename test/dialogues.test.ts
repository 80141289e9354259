import { describe, expect, test } from 'vitest';
import type { Conversation } from '#lib/contract/conversations.ts';
import { minuteMs } from '#lib/domain/durations.ts';
import type { Organization } from './fixtures.ts';
import { available, organization, upload, usersOf } from './fixtures.ts';
import type { Dialogue } from './support/dialogues.ts';
import {
  eachOf,
  haveDialogues,
  readDialogues,
  readRecorded,
  recordedIds,
  turnsOf,
} from './support/dialogues.ts';
import { withOwnPlatform } from './support/own-platform.ts';

const first = Date.UTC(2026, 0, 1);

type Users = ReturnType<typeof usersOf>;

/**
 * An organization tree with the agents of a service at its client: a service is a client’s line of business.
 */
const businessFor = async ({ organization, operator }: Users, reseller: Organization, service: string) => {
  const client = await organization(reseller, 'client');
  const [north, south] = await Promise.all([organization(client), organization(client)]);
  const locations = await Promise.all([organization(north, 'location'), organization(south, 'location')]);
  const agent = await operator.agents.create({
    body: { name: service, client_id: client.client.id, language: 'en' },
  });
  return { client, locations, agent };
};

const bodyOf = (dialogue: Dialogue, at: number) => ({
  status: 'completed' as const,
  start_time: new Date(first + at * minuteMs).toISOString(),
  duration_ms: dialogue.turns.length * 5000,
  outcome: dialogue.outcome,
  caller: { number: `+1415555${String(at % 10_000).padStart(4, '0')}` },
  provider: { name: 'dialogues', conversation_id: dialogue.dialogue_id },
  metadata: { dialogue: dialogue.dialogue_id },
});

const allGoInAndComeOut = async (users: Users): Promise<void> => {
  // All 2,098 take minutes.
  const dialogues = readDialogues().filter((_, at) => at % 10 === 0);
  const reseller = await users.organization(undefined, 'reseller');
  const services = [...new Set(dialogues.map(({ services: [service = ''] }) => service))];
  const businesses = new Map(
    await Promise.all(
      services.map(async (service) => [service, await businessFor(users, reseller, service)] as const),
    ),
  );

  const recorded: { dialogue: Dialogue; conversation: Conversation }[] = [];
  await eachOf(dialogues, 8, async (dialogue, at) => {
    const business = businesses.get(dialogue.services[0] ?? '');
    if (!business) throw new Error('No business');
    const location = business.locations[at % 2];
    const conversation = await business.client.api.conversations.create({
      body: {
        ...bodyOf(dialogue, at),
        agent_id: business.agent.id,
        client_id: location?.client.id ?? '',
        turns: turnsOf(dialogue),
      },
    });
    recorded[at] = { dialogue, conversation };
  });

  const listed = [];
  for await (const item of reseller.api.conversations.list.all({
    query: { limit: '100', order: 'asc' },
  })) {
    listed.push(item);
  }
  expect(listed.map(({ id }) => id)).toEqual(recorded.map(({ conversation }) => conversation.id));
  for (const [at, item] of listed.entries()) {
    const { audio, matches, successful, ...shown } = item;
    expect(recorded[at]?.conversation).toMatchObject(shown);
    expect(successful).toBe(recorded[at]?.conversation.quality?.successful ?? null);
  }

  await eachOf(recorded, 8, async ({ dialogue, conversation }) => {
    const params = { conversation_id: conversation.id };
    const [read, transcript] = await Promise.all([
      reseller.api.conversations.get({ params }),
      reseller.api.transcripts.get({ params, query: { limit: '100' } }),
    ]);
    expect(read).toEqual(conversation);
    expect(transcript.data).toEqual(turnsOf(dialogue));
    expect(transcript).toMatchObject({ status: 'final', has_more: false });
  });

  for (const outcome of ['success', 'failure', 'unknown']) {
    let count = 0;
    for await (const item of reseller.api.conversations.list.all({
      query: { outcome, limit: '100' },
    })) {
      expect(item.outcome).toBe(outcome);
      count += 1;
    }
    expect(count).toBe(dialogues.filter((dialogue) => dialogue.outcome === outcome).length);
  }
};

describe.skipIf(!haveDialogues)(
  `Real dialogues${haveDialogues ? '' : ' (skipped: ../shared/data is not there)'}`,
  () => {
    // Search has its own tests, on fewer dialogues.
    test('a tenth of them is stored, and returned unchanged by list, get and transcript', () =>
      withOwnPlatform((description) => allGoInAndComeOut(usersOf(description)), { following: false }));

    test.for(recordedIds)('the recording of %s is returned unchanged, whole and in ranges', async (id) => {
      const { dialogue, bytes } = readRecorded(id);
      const { content_type, channels, duration_ms } = dialogue.recording;
      const org = await organization();
      const agent = await org.api.agents.create({ body: { name: dialogue.services[0] ?? '' } });
      const conversation = await org.api.conversations.create({
        body: { ...bodyOf(dialogue, 0), agent_id: agent.id, duration_ms, turns: turnsOf(dialogue) },
      });
      const params = { conversation_id: conversation.id };
      const { upload: link } = await org.api.recordings.create({
        params,
        body: { content_type, size_bytes: bytes.length, channels, duration_ms },
      });
      expect((await upload(link, bytes)).status).toBe(200);
      await available(org, conversation.id);

      const { url } = await org.api.recordings.get({ params });
      const get = async (range?: string) => {
        const response = await fetch(url, range ? { headers: { range } } : {});
        return Buffer.from(await response.arrayBuffer());
      };
      expect((await get()).equals(bytes)).toBe(true);
      expect((await get('bytes=0-1023')).equals(bytes.subarray(0, 1024))).toBe(true);
      expect((await get('bytes=100000-')).equals(bytes.subarray(100_000))).toBe(true);
      expect((await get('bytes=-1000')).equals(bytes.subarray(-1000))).toBe(true);
      expect((await org.api.transcripts.get({ params })).data).toEqual(turnsOf(dialogue));
    });
  },
);
