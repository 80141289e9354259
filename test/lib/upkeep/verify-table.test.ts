import { expect, test } from 'vitest';
import { auditRecordKey } from '#lib/audit/audit-records.ts';
import type { Conversation } from '#lib/contract/conversations.ts';
import { hashSecret } from '#lib/domain/keys/api-key.ts';
import { keyOf, listPartition, listSort, partitionOf } from '#lib/store/keys.ts';
import type { Key } from '#lib/store/table.ts';
import { usersOf } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { withOwnPlatform } from '../../support/own-platform.ts';
import { record, start_time } from '../../support/recorded.ts';
import { tableOf } from '../../support/table.ts';
import { anyAgent } from '../../support/test-suites.ts';

test('a table that was tampered with is found out, wherever it was', () =>
  withOwnPlatform(async (description) => {
    const { organization } = usersOf(description);
    const { get, put, remove, all } = tableOf(description);
    // Only now, because the table's client takes its settings from the environment.
    const { verifyTable } = await import('#lib/upkeep/verify-table.ts');
    const { encodeFresh } = await import('#lib/search/fresh-documents.ts');
    const verify = () => verifyTable({ rechecks: 1, recheckMs: 0 });
    const org = await organization();
    const [conversation] = (await record(org, ['hello world'])) as [Conversation];
    const { id } = conversation;
    const clean = () => eventually(async () => expect((await verify()).findings).toEqual([]));
    const params = { agent_id: conversation.agent_id };
    const known = await org.api.documents.create({ params, body: { name: 'Hours', text: 'Nine to five' } });
    const webhook = await org.api.webhooks.create({ body: { events: ['ping'] } });
    const sent = await org.api.webhooks.test({ params: { webhook_id: webhook.id } });
    const scenario = await org.api.scenarios.create({
      body: { ...anyAgent, source: { conversation_id: id, turn: 0 } },
    });
    await clean();

    const sort = listSort(start_time, id);
    const entry = { pk: listPartition(org.client.id, 'conversations'), sk: sort };
    const [fresh] = (await all())
      .filter(({ pk }) => pk === partitionOf('fresh_documents', org.client.id))
      .map(({ pk, sk }) => ({ pk, sk })) as [Key];
    const others = (terms: readonly string[], place = sort) =>
      encodeFresh([{ sort: place, version: 1, terms }]).then((bytes) => ({ bytes }));
    const claim = { pk: `provider#${org.client.id}#test#0`, sk: 'record' };
    const version = keyOf('agent_version', conversation.agent_id, 1);
    const versionEntry = {
      pk: listPartition(conversation.agent_id, 'versions'),
      sk: `000000001#${conversation.agent_id}`,
    };
    const document = keyOf('document', conversation.agent_id, known.id);
    const documentEntry = {
      pk: listPartition(conversation.agent_id, 'documents'),
      sk: listSort(known.created_at, known.id),
    };
    const knowledge = keyOf('knowledge_base', conversation.agent_id);
    const secret = keyOf('secret', hashSecret(org.key));
    const webhookEntry = {
      pk: listPartition(org.client.id, 'webhooks'),
      sk: listSort(webhook.created_at, webhook.id),
    };
    const message = { pk: listPartition(webhook.id, 'messages'), sk: listSort(sent.created_at, sent.id) };
    const { key: sender } = await org.api.me.get();
    const [audited] = (await org.api.auditRecords.list({ query: { target: webhook.id } })).data;
    const auditedBy = sender?.id ?? '';
    const auditRecord = auditRecordKey(audited?.id ?? '');
    const copies = [org.client.id, auditedBy, webhook.id].map((list) => ({
      pk: listPartition(list, 'audit_records'),
      sk: auditRecord.sk,
    })) as [Key, Key, Key];
    const source = keyOf('scenario_source', id, scenario.id);
    const soon = new Date(Date.now() + 60_000).toISOString();

    for (const [key, found] of [
      [entry, keyOf('conversation', id)],
      [fresh, keyOf('conversation', id)],
      [claim, keyOf('conversation', id)],
      [keyOf('turns', id, 0), keyOf('conversation', id)],
      [keyOf('search_text', id), keyOf('conversation', id)],
      [keyOf('agent', conversation.agent_id), version],
      [version, keyOf('agent', conversation.agent_id)],
      [versionEntry, version],
      [document, documentEntry],
      [documentEntry, document],
      [knowledge, keyOf('agent', conversation.agent_id)],
      [secret, undefined],
      [keyOf('webhook', webhook.id), message],
      [keyOf('listeners', org.client.id), keyOf('webhook', webhook.id)],
      [webhookEntry, keyOf('webhook', webhook.id)],
      [auditRecord, copies[0]],
      [source, keyOf('scenario', scenario.id)],
      [keyOf('scenario', scenario.id), source],
      ...copies.map((copy) => [copy, auditRecord] as const),
    ] as const) {
      const item = (await get(key)) ?? {};
      await remove(key);
      const { findings } = await verify();
      expect([key, findings.length > 0]).toEqual([key, true]);
      if (found) expect(findings.map((finding) => finding.key)).toContainEqual(found);
      await put(item);
    }
    await clean();

    const fields = JSON.parse((await get(keyOf('conversation', id)))?.fields as string);
    for (const [key, change] of [
      [entry, { f2: 'the key of another status' }],
      [entry, { summary: 'Another' }],
      [fresh, await others(['hello', 'word'])],
      [keyOf('conversation', id), { fields: JSON.stringify({ ...fields, turns: 2 }) }],
      [keyOf('conversation', id), { path: ['client_other'] }],
      [keyOf('counts', org.client.id), { agents: 7 }],
      [keyOf('counts', org.client.id), { total_api_keys: 7 }],
      [version, { name: 'Another' }],
      [versionEntry, { name: 'Another' }],
      [document, { text: 'Nine to six o’clock' }],
      [documentEntry, { name: 'Another' }],
      [knowledge, { documents: 2 }],
      [knowledge, { bytes: 1 }],
      [keyOf('agent', conversation.agent_id), { version: 2 }],
      [keyOf('webhook', webhook.id), { events: '["*"]' }],
      [keyOf('webhook', webhook.id), { path: ['client_other'] }],
      [keyOf('listeners', org.client.id), { hooks: '[]' }],
      ...copies.map((copy) => [copy, { ip: '198.51.100.9' }] as const),
      [auditRecord, { actor: { type: 'person', id: 'prs_01kag3x5ntfyxs4v4yh2m8q9ab' } }],
      // No task delivers it.
      [message, { next_attempt_at: soon }],
      [keyOf('client', org.client.id), { settings: '{"rate_limit":{"requests_per_minute":5}}' }],
    ] as const) {
      const item = (await get(key)) ?? {};
      await put({ ...item, ...change });
      expect([key, (await verify()).findings.length > 0]).toEqual([key, true]);
      await put(item);
    }

    for (const item of [
      { ...entry, sk: listSort(start_time, 'conv_01kag3x5ntfyxs4v4yh2m8q9ab') },
      { ...entry, sk: listSort('2026-11-20T09:00:00.001Z', id) },
      {
        ...fresh,
        sk: 'another',
        ...(await others(['hello'], listSort(start_time, 'conv_01kag3x5ntfyxs4v4yh2m8q9ab'))),
      },
      { ...keyOf('segment_part', 'lost', 'root'), owner: org.client.id },
      { ...keyOf('erased_document', org.client.id, '2026-01-01T00:00:00.000Z', '1') },
      keyOf('turns', id, 1),
      { ...versionEntry, sk: `000000002#${conversation.agent_id}` },
      { ...version, pk: 'agent#agent_01kag3x5ntfyxs4v4yh2m8q9ab' },
      { pk: 'last_use#key_01kag3x5ntfyxs4v4yh2m8q9ab', sk: 'record' },
      { pk: 'whatever', sk: 'record' },
      { ...copies[0], pk: listPartition('prs_01kag3x5ntfyxs4v4yh2m8q9ab', 'audit_records') },
      { ...copies[0], sk: listSort(start_time, 'aud_01kag3x5ntfyxs4v4yh2m8q9ab') },
      { ...message, pk: listPartition('hook_01kag3x5ntfyxs4v4yh2m8q9ab', 'messages') },
      { pk: 'webhook#hook_01kag3x5ntfyxs4v4yh2m8q9ab', sk: 'health' },
      { pk: 'listeners#client_01kag3x5ntfyxs4v4yh2m8q9ab', sk: 'record', hooks: '[]' },
      { pk: `deliveries#${id}`, sk: 'payload#evt_01kag3x5ntfyxs4v4yh2m8q9ab' },
      {
        ...keyOf('test_run_scenario', 'trun_01kag3x5ntfyxs4v4yh2m8q9ab', 0),
        scenario: JSON.stringify({ id: scenario.id, source: scenario.source }),
        expires: 4_000_000_000,
      },
      { pk: 'parked', sk: 'evt_1', follower: 'nobody' },
      { pk: 'parked', sk: 'evt_1', expires: 4_000_000_000 },
    ]) {
      const key = { pk: item.pk, sk: item.sk };
      const turns = JSON.stringify([{ index: 1, text: 'x' }]);
      await put({ ...item, ...(key.sk.startsWith('turns#') && { turns }) });
      const { findings } = await verify();
      expect(findings.map((finding) => finding.key)).toContainEqual(key);
      await remove(key);
    }

    // Lists do not show a copy without its record either.
    const shown = () => org.api.auditRecords.list({ query: { target: webhook.id } });
    const recorded = await shown();
    const invented = {
      sk: listSort(start_time, 'aud_01kag3x5ntfyxs4v4yh2m8q9ab'),
      id: 'aud_01kag3x5ntfyxs4v4yh2m8q9ab',
    };
    await put({ ...(await get(copies[2])), pk: copies[2].pk, ...invented });
    expect(await shown()).toEqual(recorded);
    await remove({ pk: copies[2].pk, sk: invented.sk });
    // A scenario that is removed leaves nothing behind.
    await org.api.scenarios.remove({ params: { scenario_id: scenario.id } });
    await clean();
  }));
