import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import type { ConversationInput } from '#lib/contract/conversations.ts';
import type { CallReport } from '#lib/domain/integrations/call-report.ts';
import { reportOfConversation } from '#lib/providers/elevenlabs/call.ts';
import { reportOfCall as reportOfRetell } from '#lib/providers/retell/call.ts';
import { reportOfCall as reportOfVapi } from '#lib/providers/vapi/call.ts';
import { newAgent, organization } from './fixtures.ts';
import { elevenLabsCall, retellCall, vapiCall } from './support/provider-calls.ts';

/*
 * The scripts of the guide to migrating take every call that a provider's API returns, and record what an
 * import of the platform records.
 */

type Call = Readonly<Record<string, unknown>>;

const ids = { conversation_id: 'any', agent_id: 'agent_1' };
const last = <T>(list: readonly T[]): T => list.at(-1) as T;

const { data } = elevenLabsCall(ids).events[0] as { data: { metadata: object; analysis: object } };
const { call: retell } = last(retellCall(ids).events) as { call: { transcript_with_tool_calls: object[] } };
const { message } = last(vapiCall(ids).events) as {
  message: { call: object; timestamp: number; type: string };
};
const { call, timestamp: _sent, type: _type, ...report } = message;
const vapi = { ...call, ...report };
const webCall = { type: 'webCall', customer: undefined };
const unanswered = { startedAt: undefined, analysis: undefined, artifact: {} };
const { transcript_with_tool_calls: said } = retell;

const calls: Readonly<Record<string, Readonly<Record<string, Call>>>> = {
  elevenlabs: {
    'of the fixtures': data,
    'without a verdict': { ...data, analysis: { ...data.analysis, call_successful: 'unknown' } },
    'that did not reach its goal': { ...data, analysis: { ...data.analysis, call_successful: 'failure' } },
    'that failed': { ...data, status: 'failed', analysis: null, transcript: [] },
    'on a page': { ...data, user_id: null, metadata: { ...data.metadata, phone_call: null } },
    'with a price': { ...data, metadata: { ...data.metadata, cost_fiat: 0.10579999999999999 } },
  },
  vapi: {
    'of the fixtures': vapi,
    'on a page, with a long price': { ...vapi, ...webCall, cost: 0.10579999999999999 },
    'that nobody answered': { ...vapi, ...unanswered, endedReason: 'customer-did-not-answer' },
    'on a page that nobody joined': {
      ...vapi,
      ...webCall,
      artifact: {},
      analysis: { successEvaluation: 'false' },
      endedReason: 'call.in-progress.error-assistant-did-not-receive-customer-audio',
    },
    'that broke': { ...vapi, endedReason: 'pipeline-error-openai-llm-failed' },
    'with points': { ...vapi, analysis: { successEvaluation: 'Excellent' }, cost: 10 },
  },
  retell: {
    'of the fixtures': retell,
    'with a binary price': { ...retell, call_cost: { combined_cost: 8.2 } },
    'with a tiny price': { ...retell, call_cost: { combined_cost: 0.00001 } },
    'without an analysis': { ...retell, call_analysis: undefined, call_cost: undefined },
    'with a turn without words': { ...retell, transcript_with_tool_calls: [{ ...said[0], words: [] }] },
    'that nobody answered': {
      ...retell,
      call_status: 'not_connected',
      disconnection_reason: 'dial_no_answer',
      start_timestamp: undefined,
      duration_ms: undefined,
      call_analysis: undefined,
      transcript_with_tool_calls: undefined,
    },
    'on a page that nobody joined': {
      ...retell,
      call_type: 'web_call',
      call_status: 'error',
      disconnection_reason: 'error_user_not_joined',
      call_analysis: { call_successful: false, user_sentiment: 'Unknown' },
      transcript_with_tool_calls: undefined,
    },
    'on a page': { ...retell, call_type: 'web_call', direction: undefined, from_number: undefined },
  },
};

const importers: Readonly<Record<string, (sent: Call) => CallReport | null>> = {
  elevenlabs: (sent) => reportOfConversation(sent, 0),
  vapi: (sent) => reportOfVapi({ call: sent, message: {} }, { stage: 'analyzed', at: 0 }),
  retell: (sent) => reportOfRetell(sent, 'analyzed'),
};

/** The body that the script of the guide makes of a call. */
const bodyOf = async (provider: string, agentId: string, sent: Call): Promise<ConversationInput> => {
  const script = join(root, `docs/guides/samples/migrating/${provider}.mjs`);
  const child = spawn(process.execPath, [script, agentId], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(sent));
  return JSON.parse(await text(child.stdout)) as ConversationInput;
};

const cases = Object.entries(calls).flatMap(([provider, sent]) =>
  Object.keys(sent).map((name) => ({ provider, name })),
);

const shared = organization().then(async (org) => ({ org, agent: await newAgent(org) }));

test.for(cases)(
  'a call at $provider $name is recorded as an import records it',
  async ({ provider, name }) => {
    const { org, agent } = await shared;
    const id = `${provider} ${name}`.replaceAll(/\W/g, '_');
    const sent = {
      ...calls[provider]?.[name],
      [{ elevenlabs: 'conversation_id', vapi: 'id', retell: 'call_id' }[provider] ?? '']: id,
    };
    const body = await bodyOf(provider, agent.id, sent);
    const made = await org.api.conversations.create({ body });
    const { facts = {} } = importers[provider]?.(JSON.parse(JSON.stringify(sent))) ?? {};
    const { channel, direction, caller, status, start_time, end_time, end_reason, summary } = facts;
    const { sentiment, quality, cost, turns } = facts;
    expect(made).toMatchObject({
      channel,
      direction: direction ?? null,
      status,
      start_time,
      end_time,
      end_reason,
      summary: summary ?? null,
      sentiment: sentiment ?? null,
      cost: cost ?? null,
      provider: { name: provider, conversation_id: id },
    });
    expect(made.caller?.number).toBe(caller?.number);
    expect(made.quality?.successful ?? null).toBe(quality?.successful ?? null);
    expect(body.turns).toMatchObject(
      (turns ?? []).map(({ role, text: words, start_ms }) => ({ role, text: words, start_ms })),
    );
  },
);
