import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Conversation } from '#lib/contract/conversations.ts';
import { dayMs, hourMs } from '#lib/domain/durations.ts';
import type { ModelTerms } from './support/billing-model.ts';
import { BillingModel, plusDays } from './support/billing-model.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { randomOf } from './support/random.ts';
import type { Organization, Users } from './support/users.ts';
import { usersOf } from './support/users.ts';
import { clockOf, startOfDate } from './support/zone-clock.ts';

/*
 * Five months of a random business on a clock of its own, against a plain model: every line of every
 * statement after every step. Calls are counted late, more than once and at the same time. Costs and
 * durations change after statements have become final.
 */

let platform: OwnPlatform;
let users: Users;
let counting: typeof import('#lib/billing/counting.ts');
let billing: typeof import('#lib/billing/statements.ts');
let erasure: typeof import('#lib/erasures/conversation-erasure.ts');

beforeAll(async () => {
  platform = await startOwnPlatform({ following: false });
  users = usersOf(platform.description);
  // Only now: the environment that these modules read is complete.
  counting = await import('#lib/billing/counting.ts');
  billing = await import('#lib/billing/statements.ts');
  erasure = await import('#lib/erasures/conversation-erasure.ts');
});
afterAll(async () => {
  vi.useRealTimers();
  await platform.close();
});

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const random = randomOf(seed);
const below = (count: number): number => Math.floor(random() * count);
const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;

/** All but Kathmandu change their clocks in spring or autumn. Lord Howe moves them by half an hour. */
const zones = ['Europe/Berlin', 'Australia/Lord_Howe', 'America/St_Johns', 'Asia/Kathmandu'];
/** Their smallest units have two, no and three decimals. */
const currencies = ['EUR', 'JPY', 'KWD'];

const decimal = (most: number): string => `${below(most)}.${below(10_000)}`;
const newTerms = (currency: string) => ({
  name: pick(['Starter', 'Growth', 'Scale']),
  currency,
  base_fee: decimal(100),
  included_minutes: below(60),
  minute_rate: decimal(2),
  included_messages: below(3) * 2,
  message_rate: below(2) === 0 ? '0' : decimal(1),
  rounding_seconds: pick([1, 6, 30, 60]),
});
const newCost = () =>
  random() < 0.7 ? { amount: decimal(3), currency: pick([...currencies, 'EUR', 'EUR']) } : null;

interface Known {
  readonly conversation: Conversation;
  readonly path: readonly string[];
  /** Undefined: the platform does not hold it. */
  readonly messages: number | undefined;
}

interface Billed {
  readonly org: Organization;
  readonly path: readonly string[];
  readonly currency: string;
  /** A key of an organization above. */
  readonly above: Organization['api'];
  readonly model: BillingModel;
  plan: ModelTerms;
}

test(`statements are exact to the smallest unit at all times (SEED=${seed})`, async () => {
  /** The amounts counted for each conversation, with the organizations that it belongs to. */
  const counted = new Map<string, Known>();
  const callsOf = (id: string) =>
    [...counted.values()]
      .filter(({ path }) => path.includes(id))
      .map(({ conversation: { channel, start_time, duration_ms, cost }, messages }) => ({
        channel,
        start: Date.parse(start_time),
        duration_ms: duration_ms ?? 0,
        cost,
        messages,
      }));

  const billed: Billed[] = [];
  const add = async (
    parent: Billed | undefined,
    type: 'reseller' | 'client' | 'subcompany',
  ): Promise<void> => {
    const org = await users.organization(parent?.org, type, { settings: { timezone: pick(zones) } });
    const { id } = org.client;
    const above = parent?.org.api ?? users.operator;
    const currency = pick(currencies);
    const terms = newTerms(currency);
    const { id: plan_id } = await above.plans.create({ body: terms });
    const model = new BillingModel(() => callsOf(id));
    const path = [...(parent?.path ?? []), id];
    billed.push({ org, path, currency, above, model, plan: { plan_id, ...terms } });
  };
  await add(undefined, 'reseller');
  await add(billed[0], 'client');
  await add(billed[0], 'client');
  await add(billed[1], 'subcompany');
  const agents = await Promise.all(
    billed.map(({ org }) =>
      users.operator.agents.create({ body: { name: 'Agent', client_id: org.client.id } }),
    ),
  );

  // Ids contain the time and never go back, so the clock must be ahead of the real one.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(new Date().getUTCFullYear() + 1, 0, 10, 9) });
  const known = new Map<string, Known>();
  const erased = new Set<string>();
  const { conversations: api } = users.operator;

  /** The starts of periods. Time zones matter for calls around these times. */
  const edges: number[] = [];
  const newStart = (): number => {
    const now = Date.now();
    const edge = random() < 0.4 ? pick([now, ...edges.filter((each) => each < now)].slice(-12)) : undefined;
    if (edge === undefined) return now - Math.floor(random() ** 2 * 45 * dayMs);
    return Math.min(now, edge - 14 * hourMs + below(28 * 60) * 60_000);
  };
  const newCall = () => {
    const at = below(billed.length);
    const { org, path } = billed[at] as Billed;
    const isActive = random() < 0.1;
    const body = {
      agent_id: agents[at]?.id ?? '',
      client_id: org.client.id,
      channel: pick(['phone', 'phone', 'web', 'chat'] as const),
      status: isActive ? ('active' as const) : ('completed' as const),
      start_time: new Date(newStart()).toISOString(),
      ...(!isActive && { duration_ms: below(1_200_000), cost: newCost() }),
    };
    return { body, path };
  };
  const recordCalls = async (calls: readonly ReturnType<typeof newCall>[]): Promise<void> => {
    const made = await Promise.all(calls.map(({ body }) => api.create({ body })));
    for (const [at, conversation] of made.entries()) {
      known.set(conversation.id, { conversation, path: calls[at]?.path ?? [], messages: undefined });
    }
  };
  /** A chat with up to three messages, on a channel that would be billed by the minute if others held it. */
  const chat = async (): Promise<void> => {
    const at = below(billed.length);
    const { org, path } = billed[at] as Billed;
    const messages = below(4);
    const { id } = await org.api.chats.create({
      params: { agent_id: agents[at]?.id ?? '' },
      body: { channel: pick(['web', 'chat'] as const) },
    });
    const params = { conversation_id: id };
    for (let sent = 0; sent < messages; sent += 1) {
      await org.api.chats.send({ params, body: { text: 'Hello' } });
    }
    await org.api.chats.end({ params });
    known.set(id, { conversation: await api.get({ params }), path, messages });
  };
  const noteCounted = (ids: readonly string[]): void => {
    for (const id of ids) {
      const each = known.get(id);
      if (each && each.conversation.status !== 'active') counted.set(id, each);
    }
  };
  const change = async (): Promise<void> => {
    const id = pick([...known.keys()].filter((each) => !erased.has(each)));
    const params = { conversation_id: id };
    if (random() < 0.1) {
      erased.add(id);
      await api.erase({ params });
      if (random() < 0.5) return;
      await erasure.finishErasure(id);
      // An erasure counts what was not counted yet.
      noteCounted([id]);
      return;
    }
    const body = {
      status: 'completed',
      cost: newCost(),
      ...(random() < 0.7 && { duration_ms: below(1_200_000) }),
    } as const;
    const before = known.get(id) as Known;
    known.set(id, { ...before, conversation: await api.update({ params, body }) });
  };
  const count = async (ids: readonly string[]): Promise<void> => {
    await Promise.all([counting.countConversations(ids), counting.countConversations(ids.toReversed())]);
    noteCounted(ids);
  };
  const someIds = () => Array.from({ length: 10 }, () => pick([...known.keys()]));

  const subscribe = async (one: Billed): Promise<boolean> => {
    const params = { client_id: one.org.client.id };
    const { effective_settings } = await one.above.clients.get({ params });
    const zone = effective_settings.timezone ?? 'UTC';
    const start_date = plusDays(clockOf(zone, Date.now()).date, below(50) - 40);
    const answer = await one.above.subscriptions
      .replace({ params, body: { plan_id: one.plan.plan_id, start_date } })
      .catch((error: unknown) => error as { readonly code: string });
    edges.push(startOfDate(zone, start_date), startOfDate(zone, `${start_date.slice(0, 7)}-01`));
    const isSubscribed = one.model.subscribe(one.plan, zone, start_date, Date.now());
    expect('code' in answer ? answer.code : 'subscribed').toBe(isSubscribed ? 'subscribed' : 'period_final');
    return isSubscribed;
  };
  /** The occasional actions of an organization above. */
  const actions: Readonly<Record<string, (one: Billed) => Promise<unknown>>> = {
    subscribe,
    // The days of the two subscriptions overlap, or there are hours between them.
    moveAndSubscribe: async (one) => {
      const params = { client_id: one.org.client.id };
      await users.operator.clients.update({ params, body: { settings: { timezone: pick(zones) } } });
      await subscribe(one);
    },
    changePlan: async (one) => {
      const { plan_id } = one.plan;
      const terms = newTerms(one.currency);
      await one.above.plans.replace({ params: { plan_id }, body: terms });
      one.plan = { plan_id, ...terms };
    },
    unsubscribe: async ({ org, above, model }) => {
      if (model.last(Date.now())?.end !== null) return;
      await above.subscriptions.remove({ params: { client_id: org.client.id } });
      model.unsubscribe(Date.now());
    },
    buy: async ({ org, above, model }) => {
      if (!model.last(Date.now())) return;
      const body = { minutes: 1 + below(40), price: decimal(20) };
      await above.subscriptions.addPack({ params: { client_id: org.client.id }, body });
      model.buy(body.minutes, body.price, Date.now());
    },
    settle: async ({ org, above, model }) => {
      const params = { client_id: org.client.id };
      const { data } = await above.statements.list({ params });
      const final = data.find(({ status }) => status === 'final');
      if (!final) return;
      const status = pick(['paid', 'paid', 'void'] as const);
      await above.statements.update({ params: { ...params, statement_id: final.id }, body: { status } });
      model.close(final.period_start, status);
    },
  };
  const oftenDone = ['subscribe', 'moveAndSubscribe', 'changePlan', 'unsubscribe', 'buy', 'buy', 'settle'];

  let compared = 0;
  const compare = async ({ org, above, model }: Billed): Promise<void> => {
    const params = { client_id: org.client.id };
    const wanted = model.statements(Date.now());
    const shownTo = async (api: Organization['api']) => {
      const { data } = await api.statements.list({ params, query: { limit: '100' } });
      return data.map(({ status, period_start, period_end, timezone, lines, total, costs, margin }) => ({
        ...{ status, period_start, period_end, timezone, lines, total, costs, margin },
      }));
    };
    expect(await shownTo(users.operator)).toEqual(wanted);
    if (above !== users.operator) {
      // All costs are those of the platform, which does not show them.
      const hidden = wanted.map((statement) => ({ ...statement, costs: [], margin: statement.total }));
      expect(await shownTo(above)).toEqual(hidden);
    }
    const subscription = await above.subscriptions.get({ params }).catch(() => undefined);
    const current = model.current(Date.now());
    if (current) expect(subscription?.current_period).toMatchObject(current);
    else expect(subscription?.current_period ?? null).toBeNull();
    compared += wanted.reduce((sum, { lines }) => sum + lines.length, 0);
  };

  // Some seeds have few statements for a long time.
  for (let step = 0; step < 10 || (compared <= 300 && step < 40); step += 1) {
    await recordCalls(Array.from({ length: 8 }, newCall));
    for (let at = 0; at < 2; at += 1) await chat();
    for (let at = 0; at < 3; at += 1) await change();
    if (step === 1) for (const one of billed) while (!(await subscribe(one)));
    for (const one of billed) if (random() < 0.5) await actions[pick(oftenDone)]?.(one);
    await count(someIds());
    for (const { org, model } of billed) {
      if (random() < 0.4) continue;
      // A task can run twice at once.
      const finalize = () => billing.finalizeStatements(org.client.id, () => true, Date.now());
      await Promise.all([finalize(), finalize()]);
      model.finalize(Date.now());
    }
    await count(someIds());
    if (step % 3 === 0) await count([...known.keys()]);
    for (const one of billed) await compare(one);
    vi.setSystemTime(Date.now() + (1 + below(27)) * dayMs + below(24) * hourMs);
  }
  expect(compared).toBeGreaterThan(300);
});
