import { describe, expect, test } from 'vitest';
import type { EvidenceField } from '#lib/domain/authority/writers.ts';
import { writers } from '#lib/domain/authority/writers.ts';
import type { Client } from '#lib/local/client.ts';
import type { Organization } from './fixtures.ts';
import { newAgent, operator, organization, problemOf, refusalOf } from './fixtures.ts';
import { analyzing } from './support/analysis.ts';
import { connect, conversationsOf, deliver, newCall, settled } from './support/connected.ts';
import { eventually } from './support/eventually.ts';

/*
 * The evidence of a verdict has the writers of what a bill follows from: an organization below the one that
 * records a conversation can add to it, but not to what the analyzers above it judge.
 */

const disclosure = 'this call is recorded';

const criteria = [
  { name: 'disclosure', kind: 'contains' as const, texts: [disclosure], speaker: 'agent' as const },
  { name: 'complaints', kind: 'metric' as const, metric: 'complaints', op: 'eq' as const, value: 0 },
  { name: 'ended', kind: 'ended_by' as const, end_reasons: ['solved'] },
];

const when = { min_turns: 0, min_duration_ms: 0 };

interface Family {
  readonly above: Organization;
  readonly own: Organization;
  readonly agent_id: string;
  readonly analyzer_id: string;
}

const newFamily = async ({ shared }: { readonly shared: boolean }): Promise<Family> => {
  const above = await analyzing();
  const own = await organization(above);
  const body = { name: 'Compliance', criteria, when, mandatory: true, shared };
  const [{ id: analyzer_id }, { id: agent_id }] = await Promise.all([
    above.api.analyzers.create({ body }),
    newAgent(own),
  ]);
  return { above, own, agent_id, analyzer_id };
};

const turns = [{ role: 'agent' as const, text: 'Hello.' }];

const recordedByKey = async ({ above, own, agent_id }: Family, more: object = {}): Promise<string> => {
  const { id } = await above.api.conversations.create({
    body: {
      ...{ agent_id, client_id: own.client.id, status: 'completed', duration_ms: 60_000 },
      ...{ turns, end_reason: 'caller_hung_up', ...more },
    },
  });
  return id;
};

/** A call that the integration of the organization above reports. */
const reportOf = async ({ above, agent_id }: Family) => {
  const { conversation_id, agent_id: provider_agent_id, events } = newCall('retell');
  const integration = await connect(above, 'retell', { [provider_agent_id]: agent_id });
  const send = async () => {
    for (const event of events) await deliver(integration, event);
    await settled(above, integration);
  };
  return { conversation_id, provider_agent_id, send };
};

const recordedByIntegration = async (family: Family): Promise<string> => {
  await (await reportOf(family)).send();
  const [conversation] = await conversationsOf(family.own);
  return String(conversation?.id);
};

const verdictsOf = async ({ analyzer_id }: Family, api: Client, conversation_id: string) => {
  const { results } = await api.analyses.get({ params: { conversation_id, analyzer_id } });
  return Object.fromEntries(results.map(({ name, verdict }) => [name, verdict]));
};

const notPassed = { disclosure: 'failed', complaints: 'unknown', ended: 'failed' };

describe('The evidence of a call', () => {
  /** A value of each field that requests can change. A field without one fails. */
  const values: Partial<Record<EvidenceField, object>> = {
    end_time: { end_time: new Date(Date.now() + 60_000).toISOString() },
    duration_ms: { duration_ms: 1 },
    status: { status: 'failed' },
    end_reason: { end_reason: 'solved' },
    metrics: { metrics: { complaints: 0 } },
  };
  const changeable = Object.entries(writers.conversation)
    .filter(([, { by, follows }]) => {
      const [ways, consequences]: readonly (readonly string[])[] = [by, follows];
      return ways?.includes('update') && consequences?.includes('verdicts');
    })
    .map(([field]) => field);

  test('has a value of each field here', () => {
    expect(changeable.toSorted()).toEqual(Object.keys(values).toSorted());
  });

  test.for([
    { by: 'an integration', record: recordedByIntegration },
    { by: 'a key', record: recordedByKey },
  ])('that $by above has recorded is changed by nobody below', async ({ record }) => {
    const family = await newFamily({ shared: false });
    const { above, own } = family;
    const params = { conversation_id: await record(family) };
    await eventually(async () => {
      expect(await verdictsOf(family, above.api, params.conversation_id)).toEqual(notPassed);
    });
    for (const field of changeable) {
      const body = values[field as EvidenceField] as object;
      const { status, errors } = await problemOf(own.api.conversations.update({ params, body }));
      const codes = errors.map(({ code }) => code);
      expect([field, status, codes]).toEqual([
        field,
        ...(field === 'status' ? [409, []] : [400, ['out_of_reach']]),
      ]);
    }
    const before = await above.api.analyses.get({ params: { ...params, analyzer_id: family.analyzer_id } });
    const said = { role: 'agent' as const, text: `By the way, ${disclosure}.` };
    const { turns: length } = await own.api.transcripts.append({ params, body: { turns: [said] } });
    // Sent again, it is the same turn.
    const again = { turns: [{ ...said, index: length - 1 }] };
    expect((await own.api.transcripts.append({ params, body: again })).turns).toBe(length);
    const { data } = await above.api.transcripts.get({ params, query: {} });
    expect(data.map(({ added_by }) => added_by)).toEqual([
      ...Array.from({ length: length - 1 }, () => undefined),
      own.client.id,
    ]);

    await above.api.analyses.create({ params, body: {} });
    await eventually(async () => {
      const after = await above.api.analyses.get({ params: { ...params, analyzer_id: family.analyzer_id } });
      expect(after.analyzed_at).not.toBe(before.analyzed_at);
      expect([after.turns_read, after.results]).toEqual([length - 1, before.results]);
    });

    // Those who record the call correct it, and their analyzers read that.
    const corrected = { end_reason: 'solved', metrics: { complaints: 0 } };
    await above.api.conversations.update({ params, body: corrected });
    await above.api.transcripts.append({ params, body: { turns: [said] } });
    await eventually(async () => {
      expect(await verdictsOf(family, above.api, params.conversation_id)).toEqual({
        disclosure: 'passed',
        complaints: 'passed',
        ended: 'passed',
      });
    });
  });

  test.for([
    { order: 'and its report has a transcript', withTurns: true },
    { order: 'and its report has none', withTurns: false },
  ])('is that of an integration above, $order, whoever recorded the call first', async ({ withTurns }) => {
    const family = await newFamily({ shared: true });
    const { above, own, agent_id } = family;
    const { conversation_id: call_id, agent_id: provider_agent_id } = newCall('retell');
    const integration = await connect(above, 'retell', { [provider_agent_id]: agent_id });
    const { id } = await own.api.conversations.create({
      body: {
        ...{ agent_id, status: 'completed', duration_ms: 1000, direction: 'outbound' },
        ...{ end_reason: 'solved', metrics: { complaints: 0 } },
        turns: [{ role: 'agent', text: `By the way, ${disclosure}.` }],
        provider: { name: 'retell', conversation_id: call_id, agent_id: provider_agent_id, metadata: {} },
      },
    });
    await eventually(async () => {
      expect(Object.values(await verdictsOf(family, own.api, id))).toEqual(['passed', 'passed', 'passed']);
    });
    await deliver(integration, {
      event: 'call_ended',
      call: {
        ...{ call_id, agent_id: provider_agent_id, call_type: 'phone_call', call_status: 'ended' },
        ...{ start_timestamp: Date.now() - 60_000, end_timestamp: Date.now() },
        ...(withTurns && { transcript_object: [{ role: 'agent', content: 'Hello.' }] }),
      },
    });
    await settled(above, integration);
    const params = { conversation_id: id };
    const { end_reason, metrics, direction } = await own.api.conversations.get({ params });
    expect({ end_reason, metrics, direction }).toEqual({ end_reason: null, metrics: {}, direction: null });
    const { data } = await own.api.transcripts.get({ params, query: {} });
    expect(data.map(({ text, added_by }) => [text, added_by])).toEqual([
      withTurns ? ['Hello.', undefined] : [`By the way, ${disclosure}.`, own.client.id],
    ]);

    await above.api.analyses.create({ params, body: {} });
    const verdicts = { disclosure: 'failed', complaints: 'unknown', ended: 'unknown' };
    await eventually(async () => expect(await verdictsOf(family, own.api, id)).toEqual(verdicts));
    // Those that were replaced have left a trace.
    const { replaced } = await own.api.analyses.get({
      params: { ...params, analyzer_id: family.analyzer_id },
    });
    expect(replaced?.results).toEqual(criteria.map(({ name }) => ({ name, verdict: 'passed' })));
    const records = await above.api.auditRecords.list({ query: { action: 'analysis.replaced', target: id } });
    expect(records.data).toMatchObject([{ changed: ['results'], client_id: own.client.id }]);
    const key = (await above.api.me.get()).key?.id;
    expect(records.data[0]?.actor).toMatchObject({ type: 'api_key', id: key });
  });
});

test('a review from above stays, and one from below does not keep it away', async () => {
  const family = await newFamily({ shared: true });
  const { above, own, analyzer_id } = family;
  const conversation_id = await recordedByKey(family);
  const params = { conversation_id, analyzer_id };
  await eventually(() => above.api.analyses.get({ params }));
  const review = ({ api }: Organization, verdict: 'passed' | 'failed') =>
    api.analyses.review({ params, body: { results: [{ name: 'disclosure', verdict }] } });
  await review(own, 'passed');
  await review(above, 'failed');
  const { review: stands } = await above.api.analyses.get({ params });
  expect(await refusalOf(review(own, 'passed'))).toBe('403 ancestor_key_required');
  expect(await refusalOf(own.api.analyses.removeReview({ params }))).toBe('403 ancestor_key_required');
  expect((await own.api.analyses.get({ params })).review).toEqual(stands);
  await operator.analyses.removeReview({ params });
  await review(own, 'passed');
  await own.api.analyses.removeReview({ params });
});

test('replaced verdicts of an analyzer that is not shared are in no log below it', async () => {
  const family = await newFamily({ shared: false });
  const { above, own } = family;
  const conversation_id = await recordedByKey(family);
  await eventually(() => verdictsOf(family, above.api, conversation_id));
  const said = { turns: [{ role: 'agent' as const, text: disclosure }] };
  await above.api.transcripts.append({ params: { conversation_id }, body: said });
  const query = { action: 'analysis.replaced', target: conversation_id };
  await eventually(async () => {
    expect((await above.api.auditRecords.list({ query })).data).toHaveLength(1);
  });
  expect((await own.api.auditRecords.list({ query })).data).toEqual([]);
});

test('in a chat of the platform, an organization’s additions are read by its own analyzers alone', async () => {
  const family = await newFamily({ shared: true });
  const { above, own, agent_id } = family;
  const ownAnalyzer = await own.api.analyzers.create({ body: { name: 'Own', criteria, when } });
  const { id: conversation_id } = await own.api.chats.create({ params: { agent_id }, body: {} });
  const params = { conversation_id };
  const said = { turns: [{ role: 'agent' as const, text: disclosure }] };
  await own.api.transcripts.append({ params, body: said });
  await own.api.chats.end({ params });
  const ofAnalyzer = async (analyzer_id: string) => {
    const { turns_read, results } = await above.api.analyses.get({ params: { ...params, analyzer_id } });
    return [turns_read, results[0]?.verdict];
  };
  await eventually(async () => {
    expect(await ofAnalyzer(ownAnalyzer.id)).toEqual([1, 'passed']);
    expect(await ofAnalyzer(family.analyzer_id)).toEqual([0, 'failed']);
  });
});

test('a call that two integrations report is as the one above reports it, whichever comes first', async () => {
  const states = [];
  for (const isBelowFirst of [true, false]) {
    const { above, own, agent_id, analyzer_id } = await newFamily({ shared: true });
    const { agent_id: provider_agent_id, events } = newCall('retell');
    const reportTo = async (organization: Organization) => {
      const integration = await connect(organization, 'retell', { [provider_agent_id]: agent_id });
      for (const event of events) {
        await deliver(integration, event);
        await settled(organization, integration);
      }
    };
    await reportTo(isBelowFirst ? own : above);
    await reportTo(isBelowFirst ? above : own);
    const [conversation] = await conversationsOf(own);
    const params = { conversation_id: String(conversation?.id) };
    const { data: turns } = await above.api.transcripts.get({ params });
    await eventually(() => above.api.analyses.get({ params: { ...params, analyzer_id } }));
    const { status, duration_ms, end_reason, metrics, direction } = conversation ?? {};
    states.push({ status, duration_ms, end_reason, metrics, direction, turns });
  }
  expect(states[0]).toEqual(states[1]);
  expect(states[0]).toMatchObject({ end_reason: 'user_hangup', duration_ms: 16_000 });
  expect(states[0]?.turns.length).toBeGreaterThan(1);
});
