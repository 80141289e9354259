import { describe, expect, test } from 'vitest';
import { ConversationInput } from '#lib/contract/conversations.ts';
import type { CallReport } from '#lib/domain/integrations/call-report.ts';
import { webhooks } from '#lib/providers/index.ts';
import type { Verification } from '#lib/providers/webhook.ts';
import type { Expected, SignatureVector } from '../../support/provider-fixtures.ts';
import {
  haveProviderFixtures,
  payloadFiles,
  providerOf,
  readExpected,
  readFixture,
  readVectors,
} from '../../support/provider-fixtures.ts';

const modes: Readonly<Record<string, Verification>> = {
  'hmac-default': 'hmac',
  'legacy-secret': 'secret_header',
  bearer: 'bearer',
};

const verify = (
  { provider, file, body, headers, secret, mode, ...times }: SignatureVector,
  more: object = {},
) =>
  webhooks[provider].verify(
    { headers, body: file === null ? Buffer.from(body ?? '') : readFixture(file), ...more },
    {
      secrets: ['another secret', secret],
      verification: mode ? (modes[mode] ?? null) : null,
      now: times.now_unix_ms ?? (times.now_unix ?? 0) * 1000,
    },
  );

const reportOf = (file: string): CallReport | null =>
  webhooks[providerOf(file)].reportOf(JSON.parse(readFixture(file).toString()) as Record<string, unknown>);

/** A report in the words of the proposal. */
const summaryOf = ({ conversation_id, agent_id, facts }: CallReport): Expected => {
  const { start_time, end_time, turns = [], metrics, cost } = facts;
  const credits = metrics?.cost_credits;
  return {
    provider_conversation_id: conversation_id,
    ...(agent_id && { provider_agent_id: agent_id }),
    start_time: start_time ?? null,
    ...(end_time && { end_time }),
    ...(start_time && end_time && { duration_ms: Date.parse(end_time) - Date.parse(start_time) }),
    ...(facts.status && { status: facts.status }),
    end_reason_raw: facts.end_reason ?? '',
    caller: facts.caller?.number ?? null,
    agent_number: facts.provider_metadata?.agent_number as string,
    direction: facts.direction ?? null,
    ...(facts.channel && { channel: facts.channel === 'web' ? 'web_call' : facts.channel }),
    success: facts.outcome ?? null,
    sentiment: facts.sentiment ?? null,
    ...(credits !== undefined && { cost: { amount: credits, unit: 'credits' } }),
    ...(cost && { cost: { amount: Number(cost.amount), unit: cost.currency } }),
    turns: turns.length,
    spoken_turns: turns.filter(({ text }) => text !== '').length,
    tool_calls: turns.flatMap(({ tool_calls }) => tool_calls).length,
  };
};

/** Of a call that never connected the proposal leaves the start open; a conversation has one. */
const ownChoices = (file: string): (keyof Expected)[] =>
  file.includes('call_initiation_failure') ? ['start_time'] : [];

describe.skipIf(!haveProviderFixtures)('the providers’ payloads (skipped without ../shared)', () => {
  const vectors = haveProviderFixtures ? readVectors() : [];

  test.for(vectors.map((vector, at) => ({ at, vector, name: vector.case ?? vector.file ?? 'body' })))(
    'signature $at is judged right: $vector.provider, $name',
    ({ vector }) => {
      expect(verify(vector)).toBe(vector.valid);
    },
  );

  test.for(vectors.filter(({ valid, file }) => valid && file !== null).map((vector, at) => ({ at, vector })))(
    'signature $at is good for nothing else: $vector.provider, $vector.mode',
    ({ vector }) => {
      const body = readFixture(vector.file ?? '');
      const tampered = Buffer.concat([body, Buffer.from(' ')]);
      const isSecretItself = vector.mode === 'legacy-secret' || vector.mode === 'bearer';
      // A request that carries the secret itself has no signature.
      expect(verify(vector, { body: tampered })).toBe(isSecretItself);
      expect(verify({ ...vector, secret: `${vector.secret}x` })).toBe(false);
      expect(verify(vector, { headers: {} })).toBe(false);
      const day = 24 * 60 * 60;
      for (const off of [-day, day]) {
        expect(verify({ ...vector, now_unix: (vector.now_unix ?? 0) + off })).toBe(isSecretItself);
      }
    },
  );

  test.for(vectors.filter(({ provider }) => provider === 'vapi').map((vector, at) => ({ at, vector })))(
    'a Vapi credential stands in for no other: $vector.mode ($at)',
    ({ vector }) => {
      const others = Object.keys(modes).filter((mode) => mode !== vector.mode);
      for (const mode of others) {
        expect(verify({ ...vector, mode: mode as 'bearer' })).toBe(false);
      }
    },
  );

  test.for(haveProviderFixtures ? payloadFiles() : [])('%s is understood', (file) => {
    const expected = readExpected()[file];
    expect(expected).toBeDefined();
    const report = reportOf(file);
    if (expected?.error) {
      expect(report).toBeNull();
      return;
    }
    expect(report).not.toBeNull();
    const summary = summaryOf(report as CallReport);
    const told = Object.entries(expected ?? {}).filter(
      ([name]) => name in summary && !ownChoices(file).includes(name as keyof Expected),
    );
    expect(told.length).toBeGreaterThan(0);
    for (const [name, value] of told) {
      expect({ [name]: value }).toMatchObject({ [name]: summary[name as keyof Expected] });
    }
  });

  test.for(haveProviderFixtures ? payloadFiles() : [])(
    '%s is within the bounds of a conversation',
    (file) => {
      const report = reportOf(file);
      if (!report) return;
      const { provider_metadata, start_time, end_time, ...facts } = report.facts;
      const body = {
        agent_id: 'agent_01kag3x5ntfyxs4v4yh2m8q9ab',
        ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)),
        ...(start_time && { start_time }),
        provider: { name: providerOf(file), metadata: JSON.parse(JSON.stringify(provider_metadata ?? {})) },
      };
      expect(ConversationInput.safeParse(body).error?.issues).toBeUndefined();
    },
  );
});
