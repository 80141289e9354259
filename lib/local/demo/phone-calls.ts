import { hourMs, minuteMs } from '#lib/domain/durations.ts';
import type { AgentName } from './agents.ts';

/** A turn of a call, and what its caller did not hear of it. */
interface DemoTurn {
  readonly role: 'user' | 'agent';
  readonly text: string;
  readonly start_ms: number;
  readonly unheard?: string;
  /** The times until the first word, the first sentence and the whole answer, in milliseconds. */
  readonly latency?: readonly [first: number, sentence: number, whole: number];
}

interface DemoPhoneCall {
  /** The call's id at the carrier. */
  readonly call_id: string;
  readonly agent: AgentName;
  /** The name of the organization. */
  readonly organization: string;
  readonly hoursAgo: number;
  readonly duration_ms: number;
  readonly caller: string;
  readonly end_reason: 'user_ended' | 'transferred';
  readonly summary: string;
  readonly turns: readonly DemoTurn[];
}

/** Calls at a number of the platform, which its agent answered. The numbers are reserved for fiction. */
export const phoneCalls: readonly DemoPhoneCall[] = [
  {
    call_id: 'CA_demo_interrupted',
    agent: 'pia',
    organization: 'Harbor Dental Group',
    hoursAgo: 3,
    duration_ms: 41_000,
    caller: '+441632960144',
    end_reason: 'user_ended',
    summary:
      'A patient with toothache interrupted the agent and took the earlier time, 15:20 at Quay Street.',
    turns: [
      {
        role: 'agent',
        text: 'You are speaking with an AI assistant. Harbor Dental, this is Pia. How can I help you?',
        start_ms: 400,
      },
      { role: 'user', text: 'My tooth has hurt since last night, it’s really bad.', start_ms: 7200 },
      {
        role: 'agent',
        text: 'I am sorry, that sounds painful. I can offer you',
        start_ms: 11_300,
        unheard: 'Dr Amari today at 16:40 at Castle Road, or tomorrow morning.',
        latency: [310, 540, 1260],
      },
      { role: 'user', text: 'Is there anything before four?', start_ms: 15_100 },
      {
        role: 'agent',
        text: 'Yes, Dr Osei has a gap at 15:20 today. It would be at Quay Street. Shall I take it?',
        start_ms: 17_900,
        latency: [420, 690, 1480],
      },
      { role: 'user', text: 'Yes please, that is much better.', start_ms: 24_600 },
      {
        role: 'agent',
        text: 'Then it is 15:20 today at Quay Street with Dr Osei. See you soon.',
        start_ms: 27_800,
        latency: [350, 610, 1190],
      },
    ],
  },
  {
    call_id: 'CA_demo_transferred',
    agent: 'pia',
    organization: 'Harbor Dental Group',
    hoursAgo: 5,
    duration_ms: 29_000,
    caller: '+441632960152',
    end_reason: 'transferred',
    summary: 'A caller with a complaint about a bill was transferred to the manager.',
    turns: [
      {
        role: 'agent',
        text: 'You are speaking with an AI assistant. Harbor Dental, this is Pia. How can I help you?',
        start_ms: 400,
      },
      { role: 'user', text: 'You have billed me twice, and I want to talk to a person.', start_ms: 7000 },
      {
        role: 'agent',
        text: 'I am sorry about that. I will put you through to the manager now.',
        start_ms: 11_200,
        latency: [330, 580, 1020],
      },
    ],
  },
];

/** The answer’s work, as the platform measures it. */
const usageOf = ([first_token_ms, first_sentence_ms, latency_ms]: NonNullable<DemoTurn['latency']>) => ({
  model: 'rehearsal',
  input_tokens: 0,
  output_tokens: 0,
  latency_ms,
  first_token_ms,
  first_sentence_ms,
});

/** The price of the line: a minute that has begun counts. */
const lineCost = ({ duration_ms }: { readonly duration_ms: number }) => ({
  amount: (Math.ceil(duration_ms / minuteMs) * 0.0085).toFixed(4),
  currency: 'USD',
});

/** Records calls that the platform held, unless an earlier start has. Nobody has made them. */
export const recordPhoneCalls = async (
  agents: ReadonlyMap<string, string>,
  organizations: ReadonlyMap<string, string>,
): Promise<void> => {
  // Imported here, because the environment that these modules read is complete only once the platform runs.
  const [
    { findAgent },
    { insertConversation },
    { readClient },
    { commit },
    { ApiError },
    { noChatUsage },
    { newId },
  ] = await Promise.all([
    import('#lib/agents/agents.ts'),
    import('#lib/conversations/conversations.ts'),
    import('#lib/organizations/clients.ts'),
    import('#lib/store/operations/commit.ts'),
    import('#lib/contract/errors.ts'),
    import('#lib/domain/usage/fact.ts'),
    import('#lib/domain/ids.ts'),
  ]);
  for (const call of phoneCalls) {
    const agent = await findAgent({ client_id: null }, agents.get(call.agent) ?? '');
    const client = await readClient(organizations.get(call.organization) ?? '');
    if (!agent || !client) throw new Error(`The agent or the organization of ${call.call_id} does not exist`);
    const turns = call.turns.map(({ role, text, start_ms, unheard, latency }) => ({
      ...{ role, text, start_ms, end_ms: null, tool_calls: [], metadata: {} },
      ...(unheard !== undefined && { unheard: { text: unheard, reported_by: 'provider' as const } }),
      ...(latency && { usage: usageOf(latency) }),
    }));
    const start = Date.now() - call.hoursAgo * hourMs - call.duration_ms;
    const { operations } = insertConversation(
      agent,
      client,
      {
        agent_id: agent.id,
        client_id: client.id,
        channel: 'phone',
        direction: 'inbound',
        caller: { id: null, number: call.caller, name: null },
        provider: { name: 'twilio', conversation_id: call.call_id, agent_id: '+441632960100', metadata: {} },
        status: 'completed',
        start_time: new Date(start).toISOString(),
        end_time: new Date(start + call.duration_ms).toISOString(),
        end_reason: call.end_reason,
        outcome: null,
        sentiment: null,
        summary: call.summary,
        data: {},
        quality: null,
        metrics: {},
        cost: null,
        external_id: null,
        metadata: {},
        tags: [],
        turns,
      },
      { client_id: client.id },
      {
        id: newId('conv'),
        cost_by: null,
        reported: null,
        handling: 'agent',
        carrier_cost: lineCost(call),
        carrier_cost_by: client.id,
        chat_usage: { ...noChatUsage, in_call: true },
      },
    );
    try {
      await commit(operations);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'conversation_exists')) throw error;
    }
  }
};
