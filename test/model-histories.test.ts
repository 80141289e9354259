import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import type { Organization } from './fixtures.ts';
import { operator, platform, usersOf } from './fixtures.ts';
import { endedConversation } from './support/analysis.ts';
import { billedOrganization, monthFromNow } from './support/billing.ts';
import { everyCase } from './support/cases.ts';
import { preparedDeployment } from './support/deployments.ts';
import { eventually } from './support/eventually.ts';
import type { Answer } from './support/model-server.ts';
import { planAnswers } from './support/model-server.ts';
import { randomOf } from './support/random.ts';

/*
 * Random histories over the routes that ask a model. The oracle is written from the documents: what the model
 * has answered is what usage has, its price is the cost, and what was answered in chats, and for keys as a
 * custom LLM, is what the plan bills. What the token of a deployment asks for belongs to a call, which has
 * minutes: it is used and paid, and neither billed as a message nor stopped by the limit of messages.
 */

/** The answers of a model to one request, which of them it charges for, and what is billed for them. */
interface Exchange {
  readonly answers: readonly Answer[];
  readonly paid: number;
  readonly messages: number;
}

const text: Answer = { text: 'Yes.' };
const call: Answer = { calls: [{ name: 'ask_user', arguments: {} }] };
const tooManyCalls: Answer = {
  calls: Array.from({ length: 17 }, () => ({ name: 'ask_user', arguments: {} })),
};
const refusal: Answer = { status: 400, body: '{}' };

const answered: Exchange = { answers: [text], paid: 1, messages: 1 };
const withTool: Exchange = { answers: [call, text], paid: 2, messages: 1 };
const wrong: Exchange = { answers: [tooManyCalls], paid: 1, messages: 0 };
const refused: Exchange = { answers: [refusal], paid: 0, messages: 0 };
const nothing: Exchange = { answers: [], paid: 0, messages: 0 };

interface Step {
  readonly does:
    | 'say'
    | 'say by stream'
    | 'say again'
    | 'complete'
    | 'complete by stream'
    | 'answer a call'
    | 'answer a call by stream'
    | 'test'
    | 'preview'
    | 'begin';
  readonly exchange: Exchange;
}

const inAll = ['say', 'say by stream', 'complete', 'complete by stream'] as const;
const inCalls = ['answer a call', 'answer a call by stream'] as const;
const isOfCall = (does: Step['does']): boolean => (inCalls as readonly string[]).includes(does);

/** The steps of a history: any of them, or those that a plan counts. */
const stepsOf = (seed: number, count: number, isCounted: boolean): Step[] => {
  const random = randomOf(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const uncounted = ['say again', 'test', 'preview', 'begin'] as const;
  return Array.from({ length: count }, () => {
    const does = pick(isCounted ? [...inAll, ...inCalls] : [...inAll, ...inCalls, ...uncounted]);
    // Answers of judges are planned apart.
    if (does === 'say again' || does === 'begin' || does === 'preview') return { does, exchange: nothing };
    const inChats = does.startsWith('say') ? [answered, withTool] : [];
    const exchange = pick([answered, wrong, refused, ...inChats]);
    const isMessage = does.startsWith('say') || does.startsWith('complete');
    return { does, exchange: isMessage ? exchange : { ...exchange, messages: 0 } };
  });
};

/** The same steps under a plan that stops with so many messages: the model is asked for none after them. */
const untilLimit = (steps: readonly Step[], limit: number): Step[] => {
  let used = 0;
  return steps.map((step) => {
    const exchange = used < limit || isOfCall(step.does) ? step.exchange : nothing;
    used += exchange.messages;
    return { ...step, exchange };
  });
};

interface Setting {
  readonly organization: Organization;
  readonly agent_id: string;
  /** The headers that the provider sends at which the agent is deployed. */
  readonly providerHeaders: Readonly<Record<string, string>>;
  /** A word of the analyzers, whose answers are planned apart because a judge may be asked twice. */
  readonly judged: string;
}

interface Reply {
  readonly status: number;
  readonly text: string;
}

/** The whole answer in a chat, however it came. */
const wholeIn = ({
  text: reply,
}: Reply): { id?: string; message?: string | null; tool_calls?: { id: string }[] } =>
  JSON.parse(reply.startsWith('event:') ? (/event: done\ndata: (.*)\n/.exec(reply)?.[1] ?? '{}') : reply);

const said = [{ role: 'user' as const, content: 'Hello' }];

/** Takes steps one after the other, in chats that it begins and ends. */
const historyOf = ({ organization, agent_id, providerHeaders, judged }: Setting) => {
  const { api, key } = organization;
  let chat: string | undefined;
  let last: { readonly path: string; readonly proof: string } | undefined;

  const post = async (path: string, body: object, proof?: string): Promise<Reply> => {
    const response = await fetch(`${platform.base_url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(proof && { 'idempotency-key': proof }),
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };

  const end = async (): Promise<void> => {
    if (chat) await api.chats.end({ params: { conversation_id: chat } });
    chat = undefined;
    last = undefined;
  };

  const say = async (live: '' | '/live'): Promise<void> => {
    chat ??= wholeIn(await post(`/v1/agents/${agent_id}/chats`, {})).id;
    if (!chat) return;
    const message = { path: `/v1${live}/conversations/${chat}/messages`, proof: randomUUID() };
    const reply = await post(message.path, { text: 'Hello' }, message.proof);
    const { message: answer, tool_calls = [] } = wholeIn(reply);
    // A failed request is sent again, and has then another answer.
    last = answer ? message : undefined;
    if (tool_calls.length === 0) return;
    const results = tool_calls.map(({ id }) => ({ id, result: 'Yes' }));
    await post(`/v1/conversations/${chat}/tool-results`, { results });
  };

  const complete = (more: object) =>
    post(`/v1/live/agents/${agent_id}/chat/completions`, { messages: said, ...more });

  const answerCall = (more: object) =>
    fetch(`${platform.base_url}/v1/live/agents/${agent_id}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...providerHeaders },
      body: JSON.stringify({ messages: said, call: { id: randomUUID() }, ...more }),
    }).then((response) => response.text());

  const preview = async (): Promise<void> => {
    const { id: conversation_id } = await endedConversation(organization);
    const criteria = [{ name: 'helped', kind: 'judge' as const, instruction: `Has it helped (${judged})?` }];
    const analyzer = { name: randomUUID(), enabled: false, criteria, model: { id: 'test-model' } };
    const { id } = await api.analyzers.create({ body: analyzer });
    await post(`/v1/analyzers/${id}/preview`, { conversation_id });
  };

  const take: Readonly<Record<Step['does'], () => Promise<unknown>>> = {
    begin: end,
    say: () => say(''),
    'say by stream': () => say('/live'),
    'say again': async () => last && post(last.path, { text: 'Hello' }, last.proof),
    complete: () => complete({}),
    'complete by stream': () => complete({ stream: true }),
    'answer a call': () => answerCall({}),
    'answer a call by stream': () => answerCall({ stream: true }),
    test: () => post(`/v1/agents/${agent_id}/test`, { messages: said }),
    preview,
  };
  return { take: ({ does }: Step) => take[does](), end };
};

const limit = 4;
const cases = Array.from({ length: everyCase ? 60 : 8 }, (_, seed) => ({
  seed,
  plan: seed % 2 === 0 ? 'bills' : 'stops',
}));

test.for(cases)(
  'what the model answers is used, paid and billed: history $seed, a plan that $plan',
  async ({ seed, plan }) => {
    const stops = plan === 'stops';
    const terms = { included_messages: stops ? limit : 1, message_rate: '0.05' };
    const billed = await billedOrganization(usersOf(platform), {
      ...terms,
      ...(stops && { at_limit: 'stop' }),
    });
    const { reseller, client: organization, params, plan_id } = billed;
    await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(0) } });
    const settings = { analysis: { enabled: true } };
    await operator.clients.update({ params, body: { settings } });

    const drawn = stepsOf(seed, 14, stops);
    const steps = stops ? untilLimit(drawn, limit) : drawn;
    const exchanges = steps.map(({ exchange }) => exchange);
    const [marker, judged] = [randomUUID(), randomUUID()];
    const answers = exchanges.flatMap((exchange) => exchange.answers);
    const asked = await planAnswers(inject('modelServer'), marker, [...answers, { text: 'Too many.' }]);
    const askedToJudge = await planAnswers(inject('modelServer'), judged, [text]);
    const prepared = await preparedDeployment(
      'vapi',
      { prompt: `You are Pia (${marker}).`, model: { id: 'test-model' }, tools: [{ name: 'ask_user' }] },
      { ...usersOf(platform), organization: async () => organization },
    );
    await prepared.deploy({ runs_on: 'platform' });
    const [deployed] = (await prepared.agents()) as { model: { headers: Record<string, string> } }[];
    const providerHeaders = deployed?.model.headers ?? {};
    const agent_id = prepared.agent.id;
    const { take, end } = historyOf({ organization, agent_id, providerHeaders, judged });
    for (const step of steps) await take(step);
    await end();

    const story = JSON.stringify(steps.map(({ does, exchange }) => [does, exchange.messages, exchange.paid]));
    expect((await asked()).length, story).toBe(answers.length);
    const sum = (of: (exchange: Exchange) => number) => exchanges.reduce((all, one) => all + of(one), 0);
    const paid = sum((exchange) => exchange.paid) + (await askedToJudge()).length;
    const messages = sum((exchange) => exchange.messages);
    await eventually(async () => {
      const [row] = (await operator.usage.get({ params, query: { interval: 'total' } })).rows;
      const costs = [...(row?.costs ?? []), ...(row?.analysis.costs ?? [])];
      const tokens = (name: 'input' | 'output') =>
        (row?.tokens[name] ?? 0) + (row?.analysis.tokens[name] ?? 0);
      const { current_period } = await organization.api.subscriptions.get({ params });
      const { data } = await organization.api.statements.list({ params });
      const lines = data[0]?.lines.filter(({ unit }) => unit === 'message') ?? [];
      expect(
        {
          messages: row?.messages ?? 0,
          input: tokens('input'),
          output: tokens('output'),
          cost: costs.reduce((all, { amount }) => all + Math.round(Number(amount) * 1_000_000), 0),
          used: current_period?.messages_used,
          billed: lines.reduce((all, { quantity }) => all + Number(quantity), 0),
        },
        story,
      ).toEqual({
        messages,
        input: 11 * paid,
        output: 7 * paid,
        cost: 78 * paid,
        used: messages,
        billed: messages,
      });
    });
  },
);
