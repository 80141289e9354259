import { randomUUID } from 'node:crypto';
import type { Integration, ProviderName } from '#lib/contract/integrations.ts';
import { providerNames } from '#lib/contract/integrations.ts';
import { toContext } from '#lib/local/event.ts';
import type { ItemKey } from '#lib/store/table.ts';
import { taskKinds } from '#lib/store/tasks/kinds.ts';
import type { ProviderCall } from '../test/support/provider-calls.ts';
import { callsOf } from '../test/support/provider-calls.ts';
import { postEvent } from '../test/support/provider-webhooks.ts';
import type { MeasuredGroup, UnitsUsed } from './figure.ts';
import { figure, milliseconds } from './figure.ts';
import { costIn, createLocation, noUnits, plus, startMeasured, turnsAt } from './platform.ts';

export interface ProviderUnits {
  /** The webhooks of a call of five minutes, until its conversation is complete. */
  readonly units: Readonly<Record<ProviderName, UnitsUsed & { readonly webhooks: number }>>;
}

const secret = 'a-webhook-secret-of-the-benchmark';
const minutes = 5;
const turnsOfCall = 69;

const turns = Array.from({ length: turnsOfCall }, (_, at) => turnsAt(at))
  .flat()
  .slice(0, turnsOfCall);

/** The events of a call, with as many turns as five minutes have. */
const longCall = (provider: ProviderName, agent_id: string): ProviderCall => {
  const call = callsOf({ conversation_id: randomUUID(), agent_id }).find((one) => one.provider === provider);
  if (!call) throw new Error(`${provider} has no call`);
  const start = Date.UTC(2026, 5, 17, 16);
  const at = (index: number) => (index * minutes * 60) / turnsOfCall;
  const transcripts: Readonly<Record<string, (known: unknown[]) => unknown[]>> = {
    // ElevenLabs
    transcript: () =>
      turns.map(({ role, text }, index) => ({
        role,
        message: text,
        time_in_call_secs: Math.floor(at(index)),
        tool_calls: [],
        tool_results: [],
      })),
    // Vapi
    messages: () =>
      turns.map(({ role, text }, index) => ({
        role: role === 'agent' ? 'bot' : 'user',
        message: text,
        time: start + at(index) * 1000,
        secondsFromStart: at(index),
      })),
    // Retell
    transcript_with_tool_calls: () =>
      turns.map(({ role, text }, index) => ({
        role,
        content: text,
        words: [{ word: text, start: at(index), end: at(index) + 3 }],
      })),
  };
  const lengthened = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(lengthened);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const longer = Array.isArray(member) && member.length > 0 ? transcripts[name] : undefined;
        return [name, longer ? longer(member as unknown[]) : lengthened(member)];
      }),
    );
  };
  return { ...call, events: call.events.map(lengthened) as ProviderCall['events'] };
};

export const measure = async (size: number): Promise<MeasuredGroup<ProviderUnits>> => {
  const platform = await startMeasured();
  const { costOf } = platform;
  const { client: org } = await createLocation(platform);
  const { tasksDue } = await import('#lib/store/tasks/tasks.ts');
  const { handler } = await import('#functions/tasks/process-provider-event.ts');

  const connected = async (provider: ProviderName) => {
    const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia' } });
    const agents = [{ provider_agent_id: `there_${provider}`, agent_id }];
    const body = { provider, name: provider, webhook_secret: secret, agents } as const;
    return org.api.integrations.create({ body });
  };
  const post = async (integration: Integration, payload: unknown): Promise<Response> => {
    const response = await postEvent(integration, secret, payload);
    if (response.status !== 200) throw new Error(`The webhook was answered with ${response.status}`);
    return response;
  };
  /** Processes the events that have arrived. */
  const work = async (): Promise<void> => {
    const due: ItemKey[] = [];
    for await (const page of tasksDue(new Date(Date.now() + 1).toISOString()))
      due.push(...page.filter(({ kind }) => kind === 'provider_events'));
    const { function: name, seconds } = taskKinds.provider_events;
    for (const { pk, sk } of due) {
      const event = { Records: [{ body: JSON.stringify({ pk, sk }) }] };
      await handler(event as never, toContext(name, seconds * 1000) as never);
    }
  };
  const isComplete = async (id: string): Promise<boolean> => {
    for await (const { id: conversation_id } of org.api.conversations.list.all({ query: { limit: '100' } })) {
      const { provider, status, transcript } = await org.api.conversations.get({
        params: { conversation_id },
      });
      if (provider?.conversation_id === id) return status === 'completed' && transcript.turns === turnsOfCall;
    }
    return false;
  };

  const units: [string, UnitsUsed & { webhooks: number }][] = [];
  const answers: number[] = [];
  const finished: number[] = [];
  for (const provider of providerNames) {
    const integration = await connected(provider);
    for (let round = 0; round < Math.max(2, size / 500); round += 1) {
      const { events, conversation_id } = longCall(provider, `there_${provider}`);
      let used = noUnits;
      let began = 0;
      for (const event of events) {
        began = performance.now();
        const response = await post(integration, event);
        answers.push(performance.now() - began);
        used = plus(plus(used, costIn(response)), await costOf(work));
      }
      finished.push(performance.now() - began);
      if (!(await isComplete(conversation_id))) throw new Error(`The call of ${provider} is not complete`);
      if (round === 0) units.push([provider, { webhooks: events.length, ...used }]);
    }
  }

  const data: ProviderUnits = {
    units: Object.fromEntries(units) as unknown as ProviderUnits['units'],
  };
  return {
    figures: [
      figure('A provider’s webhook, until it is answered: milliseconds', milliseconds(answers)),
      figure(
        'The last webhook of a call of five minutes, until the conversation is complete: milliseconds',
        milliseconds(finished),
        2000,
      ),
    ],
    data,
  };
};
