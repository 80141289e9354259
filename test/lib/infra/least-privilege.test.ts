import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '#lib/contract/index.ts';
import { scheduleMinutes } from '#lib/function-settings.ts';
import { loadFunctions } from '#lib/local/functions.ts';
import type { OwnPlatform } from '../../support/own-platform.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';
import type { Access } from '../../support/policies.ts';
import { accessesOf, allows, statementsOf } from '../../support/policies.ts';
import { call, samplesOf } from '../../support/samples.ts';
import { bundles, resourcesOf, templateOf } from '../../support/stack.ts';
import { tableOf } from '../../support/table.ts';
import { usersOf } from '../../support/users.ts';

const resources = resourcesOf(templateOf());
const recorded = new Map<string, Access[]>();

/** The function that runs just now: one after the other, so that each request is known to be of one. */
let running: string | undefined;
let platform: OwnPlatform;

const record = async (id: string, task: () => Promise<unknown>): Promise<void> => {
  running = id;
  await task();
  running = undefined;
};

/** What stands in for the stream on one machine asks for events now and then; no function does. */
const looksForEvents = ({ action, partitions }: Access): boolean =>
  action === 'dynamodb:Query' && partitions.some((value) => value?.startsWith('events#'));

beforeAll(async () => {
  platform = await startOwnPlatform({
    following: false,
    proxied: true,
    onRequest: (operation, body) => {
      if (!running) return;
      const accesses = accessesOf(operation, body).filter((access) => !looksForEvents(access));
      recorded.set(running, [...(recorded.get(running) ?? []), ...accesses]);
    },
  });
  const users = usersOf(platform.description);
  const org = await users.organisation();
  const samples = samplesOf(org, users);
  for (const { id } of operations) {
    const input = (await samples[id]?.()) ?? {};
    const key = await users.makeKey(org.client.id);
    // What the function finds does not matter here, only what it may do to find it.
    await record(id, () => call(users.clientFor(key), id, input).catch(() => {}));
  }

  const items = await tableOf(platform.description).all();
  const Records = items
    .filter(({ pk }) => pk.startsWith('events#'))
    .map((item) => ({ dynamodb: { NewImage: marshall(item), SequenceNumber: item.sk } }));
  const load = loadFunctions(bundles);
  for (const id of ['events.indexConversation', 'events.finishWrite']) {
    await record(id, () => load(id)({ Records }, {}));
  }
  for (const id of Object.keys(scheduleMinutes)) await record(id, () => platform.run(id));
}, 180_000);
afterAll(() => platform.close());

const writes = /:(Put|Update|Delete|BatchWrite)/;

describe('A role', () => {
  test.for(bundles.filter(({ modules }) => modules.includes('lib/data/table.ts')))(
    'of $id allows each call that it was seen to make',
    ({ id }) => {
      const statements = statementsOf(resources, id);
      const refused = (recorded.get(id) ?? []).filter((access) => !allows(statements, access));
      expect(refused).toEqual([]);
    },
  );

  test('is held against calls of nearly every function', () => {
    const seen = [...recorded].filter(([, accesses]) => accesses.length > 0).map(([id]) => id);
    const unseen = bundles
      .filter(({ modules }) => modules.includes('lib/data/table.ts'))
      .map(({ id }) => id)
      .filter((id) => !seen.includes(id));
    expect(unseen).toEqual(['events.recordingUploaded']);
    const written = [...recorded.values()].flat().filter(({ action }) => writes.test(action));
    expect(written.length).toBeGreaterThan(100);
  });

  test.for(bundles)('of $id makes nobody somebody else, unless it makes keys', ({ id }) => {
    const statements = statementsOf(resources, id);
    const may = ['Put', 'Delete', 'Update', 'BatchWrite'].flatMap((kind) =>
      ['secret#x', 'api_key#x', 'cursor_keys']
        .map((partition) => ({ action: `dynamodb:${kind}Item`, partitions: [partition] }))
        .filter((access) => allows(statements, access))
        .map(({ action, partitions }) => `${action} ${partitions}`),
    );
    const makesKeys = ['apiKeys.create', 'apiKeys.rotate', 'apiKeys.revoke', 'events.finishWrite'].includes(
      id,
    );
    // That a key was used is noted with its secret, and nothing else; lists make their cursors' keys.
    const always = ['dynamodb:UpdateItem secret#x', 'dynamodb:PutItem cursor_keys'];
    if (makesKeys) expect(may).toContain('dynamodb:PutItem secret#x');
    else expect(may.filter((one) => !always.includes(one))).toEqual([]);
  });

  test('allows nothing in general', () => {
    for (const { id } of bundles) {
      for (const { Action, Resource: resource } of statementsOf(resources, id)) {
        const actions = [Action].flat();
        expect(actions.filter((action) => action.includes('*'))).toEqual([]);
        if (JSON.stringify(resource) === '"*"') {
          expect(actions).toEqual(['xray:PutTelemetryRecords', 'xray:PutTraceSegments']);
        }
      }
    }
  });
});
