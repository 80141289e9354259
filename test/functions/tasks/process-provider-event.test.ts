import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Conversation } from '#lib/contract/conversations.ts';
import type { Integration } from '#lib/contract/integrations.ts';
import { providerNames } from '#lib/contract/integrations.ts';
import type { Organization } from '../../fixtures.ts';
import { newAgent, operator, organization } from '../../fixtures.ts';
import { connect, conversationsOf, deliver, eventsOf, newCall, settled } from '../../support/connected.ts';
import { eventually } from '../../support/eventually.ts';
import { mutated } from '../../support/mutations.ts';
import { allItems } from '../../support/table.ts';

test.for(providerNames)(
  'a call at %s becomes one conversation of the agent it is mapped to',
  async (provider) => {
    const org = await organization();
    const agent = await newAgent(org);
    const call = newCall(provider);
    const integration = await connect(org, provider, { [call.agent_id]: agent.id });
    for (const payload of call.events) await deliver(integration, payload);

    const events = await settled(org, integration);
    const [conversation, ...more] = await conversationsOf(org);
    expect(more).toEqual([]);
    expect(conversation).toMatchObject({
      agent_id: agent.id,
      client_id: org.client.id,
      channel: 'phone',
      direction: 'inbound',
      status: 'completed',
      caller: { number: '+14155550123' },
      duration_ms: 16_000,
      outcome: 'success',
      summary: 'The caller moved a cleaning to Tuesday at 9:00.',
      provider: {
        name: provider,
        conversation_id: call.conversation_id,
        agent_id: call.agent_id,
        metadata: { agent_number: '+12025550100' },
      },
      transcript: { status: 'final', turns: 4 },
    });
    expect(events.map(({ conversation_id }) => conversation_id)).toEqual(events.map(() => conversation?.id));
  },
);

/** A payload with secrets beside what it has: in its call, in an object, and in a list. */
const withSecrets = (event: object): object => {
  const hidden = 'hidden-value';
  const names = [
    'secret__pin',
    'callToken',
    'api_key',
    'X-Api-Key',
    'authorization',
    'sipHeaders',
    'headers',
  ];
  const all = Object.fromEntries([...names, 'Password', 'awsCredentials'].map((name) => [name, hidden]));
  const extra = { ...all, custom: { ...all, kept: 'kept-value', list: [{ ...all, deep: { ...all } }] } };
  const added = (name: string, value: unknown) => ({ [name]: { ...(value as object), ...extra } });
  return Object.fromEntries(
    Object.entries(event).flatMap(([name, value]) =>
      name === 'message'
        ? [[name, { ...value, ...extra, ...added('call', value.call) }]]
        : Object.entries(name === 'data' || name === 'call' ? added(name, value) : { [name]: value }),
    ),
  );
};

/** The content of a call, which must not depend on the order of its events. */
const contentOf = async (org: Organization, conversation: Conversation) => {
  const { data: turns } = await org.api.transcripts.get({ params: { conversation_id: conversation.id } });
  const { id, created_at, updated_at, version, agent_id, client_id, audio, ...rest } = conversation;
  return { ...rest, turns };
};

test.for(providerNames)(
  'events of %s make the same conversation in any order, twice, and at the same time',
  async (provider) => {
    const org = await organization();
    const agent = await newAgent(org);
    const { agent_id, events: sample } = newCall(provider);
    const all = [...sample.keys()];
    const disorder = fc.tuple(
      fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 }),
      fc.boolean(),
    );
    const calls = [[all, false] as const, ...fc.sample(disorder, 5)].map(([order, atOnce]) => ({
      ...newCall(provider, agent_id),
      order,
      atOnce,
    }));
    await Promise.all(
      calls.map(async ({ events, order, atOnce }) => {
        // On one machine the events of an integration are processed one after the other.
        const integration = await connect(org, provider, { [agent_id]: agent.id });
        const sent = order.map((at) => () => deliver(integration, events[at]));
        if (atOnce) await Promise.all(sent.map((send) => send()));
        else for (const send of sent) await send();
        await settled(org, integration);
      }),
    );

    const made = await conversationsOf(org);
    expect(made).toHaveLength(calls.length);
    const contents = await Promise.all(
      calls.map(async ({ conversation_id, order, atOnce }) => {
        const found = made.filter((one) => one.provider?.conversation_id === conversation_id);
        expect(found).toHaveLength(1);
        const text = JSON.stringify(await contentOf(org, found[0] as Conversation));
        return { order, atOnce, text: text.replaceAll(conversation_id, 'call') };
      }),
    );
    const [expected] = contents;
    for (const content of contents) expect(content).toEqual({ ...content, text: expected?.text });
  },
);

test('the length of a call does not depend on which of two reports with different starts came first', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const { agent_id, events: sample } = newCall('elevenlabs');
  const integration = await connect(org, 'elevenlabs', { [agent_id]: agent.id });
  const [report] = sample as readonly {
    readonly event_timestamp: number;
    readonly data: { metadata: object };
  }[];
  const reportOf = (conversation_id: string, later: number, call_duration_secs: number) => ({
    ...report,
    event_timestamp: (report?.event_timestamp ?? 0) + later,
    data: {
      ...report?.data,
      conversation_id,
      metadata: {
        ...report?.data.metadata,
        start_time_unix_secs: 1_781_712_000 + later * 7,
        call_duration_secs,
      },
    },
  });
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
    [0, 2, 1],
  ]) {
    const { conversation_id } = newCall('elevenlabs');
    for (const at of order) {
      await deliver(integration, reportOf(conversation_id, at, 40 - 10 * at));
      await settled(org, integration);
    }
    const made = (await conversationsOf(org)).find(
      (one) => one.provider?.conversation_id === conversation_id,
    );
    expect([order, made?.duration_ms]).toEqual([order, 20_000]);
  }
});

test('a call whose start is corrected is found by its ids at its new place', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const { agent_id, conversation_id: call_id, events: sample } = newCall('retell');
  const integration = await connect(org, 'retell', { [agent_id]: agent.id });
  const [{ call }] = sample as readonly [{ readonly call: object }];
  const begun = Date.parse('2026-11-20T10:00:00Z');
  const report = async (start_timestamp: number) => {
    const said = { ...call, call_id, agent_id, start_timestamp };
    await deliver(integration, { event: 'call_started', call: said });
    await settled(org, integration);
  };
  const found = async (query: { provider_conversation_id: string } | { external_id: string }) =>
    (await org.api.conversations.list({ query })).data.map(({ id, start_time }) => [id, start_time]);
  await report(begun);
  const [[id = ''] = []] = await found({ provider_conversation_id: call_id });
  const external_id = `own-${call_id}`;
  await org.api.conversations.update({ params: { conversation_id: id }, body: { external_id } });
  await report(begun + 7000);
  const there = [[id, '2026-11-20T10:00:07.000Z']];
  expect(await found({ provider_conversation_id: call_id })).toEqual(there);
  expect(await found({ external_id })).toEqual(there);
});

test('without a mapping the agent that names the provider’s agent is taken, and of two such agents neither', async () => {
  const org = await organization();
  const below = await organization(org);
  const call = newCall('vapi');
  const body = { name: 'Own', provider: { name: 'vapi', agent_id: call.agent_id } };
  const agent = await operator.agents.create({ body: { ...body, client_id: below.client.id } });
  const integration = await connect(org, 'vapi');
  for (const payload of call.events) await deliver(integration, payload);
  await settled(org, integration);
  expect(await conversationsOf(org)).toMatchObject([{ agent_id: agent.id, client_id: below.client.id }]);

  await operator.agents.create({ body: { ...body, client_id: org.client.id } });
  await deliver(integration, newCall('vapi', call.agent_id).events[0]);
  await eventually(async () => {
    const [event] = await eventsOf(org, integration);
    expect(event).toMatchObject({
      status: 'parked',
      status_detail: expect.stringContaining('Several agents'),
    });
  });
});

test('what the integrator sets of a conversation stays, whatever its provider reports later', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const call = newCall('retell');
  const [started, , ended, analyzed] = call.events;
  const integration = await connect(org, 'retell', { [call.agent_id]: agent.id });
  await deliver(integration, started);
  await deliver(integration, ended);
  await settled(org, integration);
  const [{ id } = { id: '' }] = await conversationsOf(org);
  await org.api.conversations.update({
    params: { conversation_id: id },
    body: { outcome: 'sold', metadata: { crm: '7' }, external_id: 'crm-7' },
  });
  await deliver(integration, analyzed);
  await settled(org, integration);
  expect(await conversationsOf(org)).toMatchObject([
    { id, outcome: 'sold', metadata: { crm: '7' }, sentiment: 'positive', status: 'completed' },
  ]);
  const { data } = await org.api.conversations.list({ query: { external_id: 'crm-7' } });
  expect(data.map((found) => found.id)).toEqual([id]);
});

test('what the integrator changes of a report stays when its provider reports it again', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const call = newCall('retell');
  const integration = await connect(org, 'retell', { [call.agent_id]: agent.id });
  const [, , ended, analyzed] = call.events as readonly { readonly call: object }[];
  await deliver(integration, ended);
  await settled(org, integration);
  const [reported] = await conversationsOf(org);
  const own = {
    duration_ms: 3000,
    end_reason: 'hung_up',
    cost: { amount: '9', currency: 'EUR' },
    metrics: { e2e_latency_p50_ms: 7 },
  };
  await org.api.conversations.update({ params: { conversation_id: reported?.id ?? '' }, body: own });
  await deliver(integration, analyzed);
  const later = {
    ...analyzed?.call,
    call_cost: { combined_cost: 1 },
    end_timestamp: Date.UTC(2026, 5, 17, 18),
  };
  await deliver(integration, { ...analyzed, call: later });
  await settled(org, integration);
  expect(await conversationsOf(org)).toMatchObject([{ ...own, outcome: 'success', sentiment: 'positive' }]);
});

test.for(providerNames)(
  'fields of a report of %s that are named like secrets are not stored',
  async (provider) => {
    const org = await organization();
    const agent = await newAgent(org);
    const call = newCall(provider);
    const integration = await connect(org, provider, { [call.agent_id]: agent.id });
    for (const event of call.events) await deliver(integration, withSecrets(event));
    await settled(org, integration);
    const [conversation] = await conversationsOf(org);
    const stored = JSON.stringify(conversation);
    expect(stored).toContain('kept-value');
    expect(stored).not.toContain('hidden-value');
  },
);

test('a conversation that the integrator has recorded itself is added to, and not made twice', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const call = newCall('vapi');
  const own = await org.api.conversations.create({
    body: {
      agent_id: agent.id,
      provider: { name: 'vapi', conversation_id: call.conversation_id },
      metadata: { own: 'yes' },
      turns: [{ role: 'user', text: 'What the integrator heard.' }],
    },
  });
  const integration = await connect(org, 'vapi', { [call.agent_id]: agent.id });
  for (const payload of call.events) await deliver(integration, payload);
  await settled(org, integration);
  expect(await conversationsOf(org)).toMatchObject([
    {
      id: own.id,
      status: 'completed',
      metadata: { own: 'yes' },
      outcome: 'success',
      transcript: { status: 'final', turns: 1 },
    },
  ]);
});

test('a conversation is found by the caller’s number and the status that are reported after its end', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const { agent_id, events } = newCall('retell');
  const [, , { call: ended } = {}, analyzed] = events;
  const integration = await connect(org, 'retell', { [agent_id]: agent.id });
  const search = async (filters: object = {}): Promise<string[]> => {
    const { data } = await org.api.conversations.list({ query: { q: 'cleaning', ...filters } });
    return data.map(({ id }) => id);
  };
  const disconnection_reason = 'error_asr';
  const early = { ...(ended as object), from_number: undefined, disconnection_reason };
  await deliver(integration, { event: 'call_ended', call: early });
  await eventually(async () => expect(await search({ status: 'failed' })).toHaveLength(1));

  await deliver(integration, analyzed);
  const [id] = await search();
  await eventually(async () =>
    expect(await search({ status: 'completed', caller: '+14155550123' })).toEqual([id]),
  );
  expect(await search({ status: 'failed' })).toEqual([]);
});

test('a very long transcript is replaced by a later report in one transaction', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const { agent_id, events } = newCall('elevenlabs');
  const integration = await connect(org, 'elevenlabs', { [agent_id]: agent.id });
  const report = structuredClone(events.find((event) => JSON.stringify(event).includes('"transcript"'))) as {
    event_timestamp: number;
    data: { transcript: unknown[] };
  };
  // Every other turn is larger than most items of turns, so that each turn is an item of its own.
  const said = (word: string, before: number) => [
    ...Array.from({ length: before }, () => ({ role: 'user', message: word })),
    ...Array.from({ length: 27 }, (_, at) => [
      {
        role: 'agent',
        message: `${word} ${at}`,
        tool_calls: [
          { request_id: `${at}`, tool_name: 'look', params_as_json: `{"a":"${'x'.repeat(32_700)}"}` },
        ],
      },
      { role: 'user', message: 'Go on' },
    ]).flat(),
  ];
  const transcriptOf = async (): Promise<string[]> => {
    const [conversation] = await conversationsOf(org);
    if (!conversation) return [];
    const texts: string[] = [];
    const params = { conversation_id: conversation.id };
    for await (const { text } of org.api.transcripts.get.all({ params })) texts.push(text);
    return texts;
  };
  for (const [word, before] of [
    ['first', 0],
    ['second', 1],
  ] as const) {
    const transcript = said(word, before);
    const event_timestamp = report.event_timestamp + before;
    await deliver(integration, { ...report, event_timestamp, data: { ...report.data, transcript } });
    await eventually(async () =>
      expect(await transcriptOf()).toEqual(transcript.map(({ message }) => message)),
    );
  }
  await settled(org, integration);
});

test('an organization cannot claim the calls of those beside or above it by naming their provider’s agent', async () => {
  const org = await organization();
  const [honest, greedy] = [await organization(org), await organization(org)];
  const call = newCall('vapi');
  const provider = { name: 'vapi', agent_id: call.agent_id };
  const integration = await connect(org, 'vapi');
  const claim = await greedy.api.agents.create({ body: { name: 'Greedy', provider } });
  await deliver(integration, call.events[0]);
  const [parked] = await settled(org, integration, ({ status }) => status === 'parked');
  expect(parked?.status_detail).toBe(`No agent is mapped to ${call.agent_id}`);

  // The integration's organization names the agent. No other change to the claiming agent has an effect.
  const agent = await org.api.agents.create({
    body: { name: 'Honest', client_id: honest.client.id, provider },
  });
  const params = { agent_id: claim.id };
  await greedy.api.agents.update({ params, body: { name: 'Still greedy' } });
  await org.api.agents.update({ params, body: { name: 'Renamed from above' } });
  const next = newCall('vapi', call.agent_id);
  for (const payload of next.events) await deliver(integration, payload);
  await eventually(async () => {
    expect(await conversationsOf(org)).toMatchObject([{ agent_id: agent.id, status: 'completed' }]);
  });

  // In the claimant's own account, its own word counts.
  const own = await connect(greedy, 'vapi');
  for (const payload of newCall('vapi', call.agent_id).events) await deliver(own, payload);
  await settled(greedy, own);
  expect(await conversationsOf(greedy)).toMatchObject([{ agent_id: claim.id }]);
});

/**
 * An ElevenLabs call whose analysis is as large as it can be: JSON writes a control character with six bytes.
 */
const largeCall = (agent_id?: string) => {
  const { events, ...call } = newCall('elevenlabs', agent_id);
  const [sample] = events as [{ event_timestamp: number; data: { analysis: object; metadata: object } }];
  const control = (characters: number) => '\u0001'.repeat(characters);
  const results = (count: number, result: (at: number) => object) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`r${at}`, result(at)]));
  const evaluation_criteria_results = results(50, (at) => ({
    criteria_id: `${at}${control(98)}`,
    result: 'success',
    rationale: control(2000),
  }));
  const data_collection_results = results(60, (at) => ({ value: control(400 + 10 * at) }));
  const transcript_summary = control(5000);
  const analysis = {
    ...sample.data.analysis,
    transcript_summary,
    evaluation_criteria_results,
    data_collection_results,
  };
  const done = { ...sample, data: { ...sample.data, analysis } };
  const begun = {
    ...sample,
    event_timestamp: sample.event_timestamp - 20,
    data: { ...sample.data, status: 'in-progress', transcript: [], analysis: {} },
  };
  return { ...call, begun, done };
};

test('an analysis of any size is shortened to what a conversation can have, first or later in a call', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const [whole, followed] = [largeCall(), largeCall()];
  const integration = await connect(org, 'elevenlabs', {
    [whole.agent_id]: agent.id,
    [followed.agent_id]: agent.id,
  });
  await deliver(integration, followed.begun);
  await settled(org, integration);
  await deliver(integration, followed.done);
  await deliver(integration, whole.done);
  await settled(org, integration);

  const conversations = await conversationsOf(org);
  expect(conversations).toHaveLength(2);
  for (const { id, status, summary, quality, transcript } of conversations) {
    expect([status, summary?.length, transcript.turns]).toEqual(['completed', 5000, 4]);
    expect(quality).toMatchObject({ successful: true, score: 1 });
    expect(quality?.criteria).toHaveLength(50);
    for (const { name, passed, rationale } of quality?.criteria ?? []) {
      expect([name.length > 98, passed]).toEqual([true, true]);
      expect([...new Set(rationale)]).toEqual(['\u0001', '…']);
      expect(rationale?.length).toBeGreaterThan(200);
    }
    // A later patch is not refused because of what the provider reported.
    await org.api.conversations.update({ params: { conversation_id: id }, body: { outcome: 'sold' } });
  }
});

test('of a report that does not fit beside what the integrator has stored, the large fields are left out', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const call = largeCall();
  const rationale = '語'.repeat(2000);
  const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`m${at}`, '語'.repeat(500)]));
  const quality = { criteria: Array.from({ length: 45 }, () => ({ name: 'Polite', rationale })) };
  const own = await org.api.conversations.create({
    body: {
      agent_id: agent.id,
      provider: { name: 'elevenlabs', conversation_id: call.conversation_id },
      metadata,
      quality,
    },
  });
  const integration = await connect(org, 'elevenlabs', { [call.agent_id]: agent.id });
  await deliver(integration, call.done);
  await settled(org, integration);
  expect(await conversationsOf(org)).toMatchObject([
    {
      id: own.id,
      status: 'completed',
      outcome: 'success',
      metadata,
      quality,
      data: {},
      summary: null,
      transcript: { status: 'final', turns: 4 },
    },
  ]);
});

test('a call can be reported with other metadata any number of times', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const { agent_id, events } = newCall('retell');
  const [{ call } = {}] = events;
  const integration = await connect(org, 'retell', { [agent_id]: agent.id });
  for (let report = 0; report < 20; report += 1) {
    const names = Array.from({ length: 1400 }, (_, at) => [`${(report * 1400 + at).toString(36)}`, 1]);
    await deliver(integration, {
      event: 'call_started',
      call: { ...(call as object), ...Object.fromEntries(names) },
    });
  }
  await settled(org, integration);
  expect(await conversationsOf(org)).toHaveLength(1);
});

test('an erased call does not return, and its provider’s events are erased with it', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const call = newCall('retell');
  const integration = await connect(org, 'retell', { [call.agent_id]: agent.id });
  for (const payload of call.events) await deliver(integration, payload);
  await settled(org, integration);
  const [{ id } = { id: '' }] = await conversationsOf(org);
  await org.api.conversations.erase({ params: { conversation_id: id } });
  await eventually(async () => {
    const left = await allItems(call.conversation_id);
    expect(left.filter(({ sk }) => sk.startsWith('payload#'))).toEqual([]);
  });
  await deliver(integration, call.events.at(-1));
  const [event] = await settled(org, integration);
  expect(event?.status_detail).toBe('The conversation has been erased');
  expect(await conversationsOf(org)).toEqual([]);
});

/** The events of an integration of which the payload can still be read. */
const withPayload = async (org: Organization, integration: Integration): Promise<string[]> => {
  const events = await Promise.all(
    (await eventsOf(org, integration)).map(({ id }) =>
      org.api.integrationEvents.get({ params: { integration_id: integration.id, event_id: id } }),
    ),
  );
  return events.filter(({ payload }) => payload !== null).map(({ type }) => type);
};

test('of what a provider posts about an erased call nothing is kept, whether it reports anything or not', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const call = newCall('vapi');
  const integration = await connect(org, 'vapi', { [call.agent_id]: agent.id });
  for (const payload of call.events) await deliver(integration, payload);
  await settled(org, integration);
  const [{ id } = { id: '' }] = await conversationsOf(org);
  await org.api.conversations.erase({ params: { conversation_id: id } });
  await eventually(async () => expect(await withPayload(org, integration)).toEqual([]));

  const update = { type: 'conversation-update', call: { id: call.conversation_id }, messages: ['Hello'] };
  for (const payload of [...call.events, { message: update }]) await deliver(integration, payload);
  await settled(org, integration);
  await eventually(async () => expect(await withPayload(org, integration)).toEqual([]));
});

test('a call that two integrations report is erased with the events of both', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const call = newCall('retell');
  const integrations = await Promise.all(
    [1, 2].map(() => connect(org, 'retell', { [call.agent_id]: agent.id })),
  );
  for (const integration of integrations) {
    for (const payload of call.events) await deliver(integration, payload);
    await settled(org, integration);
  }
  const [{ id } = { id: '' }, ...more] = await conversationsOf(org);
  expect(more).toEqual([]);
  await org.api.conversations.erase({ params: { conversation_id: id } });
  await eventually(async () => {
    for (const integration of integrations) expect(await withPayload(org, integration)).toEqual([]);
  });
});

test('events about a conversation that the integrator has recorded completely are erased with it', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const call = newCall('retell');
  const integration = await connect(org, 'retell', { [call.agent_id]: agent.id });
  const { conversation_id } = call;
  const provider = { name: 'retell', conversation_id };
  const { id } = await org.api.conversations.create({
    body: { agent_id: agent.id, status: 'completed', provider },
  });
  // It says nothing but when the call began, which a conversation that is over does not take from a report.
  const started = { event: 'call_started', call: { call_id: conversation_id, agent_id: call.agent_id } };
  await deliver(integration, started);
  await settled(org, integration);
  await org.api.conversations.erase({ params: { conversation_id: id } });
  await eventually(async () => expect(await withPayload(org, integration)).toEqual([]));
});

test('whatever a provider posts is answered with 200 and kept, and at worst it is not understood', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  await Promise.all(
    providerNames.map(async (provider) => {
      const call = newCall(provider);
      const integration = await connect(org, provider, { [call.agent_id]: agent.id });
      const payloads = call.events.flatMap((payload) => fc.sample(mutated(payload), 3));
      const texts = ['', 'null', '[]', '"text"', '{', '\\u0000', '{"a":'.repeat(2000)];
      // Two mutations can be the same, and the same body is the same event.
      const bodies = new Set([...payloads.map((payload) => JSON.stringify(payload)), ...texts]);
      for (const body of bodies) await deliver(integration, body);
      const events = await settled(org, integration, ({ status }) => status !== 'received');
      expect(events).toHaveLength(bodies.size);
      for (const { id: event_id } of events) {
        const params = { integration_id: integration.id, event_id };
        expect((await org.api.integrationEvents.get({ params })).id).toBe(event_id);
      }
    }),
  );
});
