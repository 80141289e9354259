import type { Client } from '#lib/local/client.ts';
import type { Organization, Users } from './users.ts';

export type PlanBody = Parameters<Client['plans']['create']>[0]['body'];

export const terms = {
  name: 'Starter',
  currency: 'EUR',
  base_fee: '49',
  included_minutes: 10,
  minute_rate: '0.12',
  rounding_seconds: 60,
  at_limit: 'charge',
} as const satisfies PlanBody;

/** The first day of the month that is so many months from the current one, in UTC. */
export const monthFromNow = (months: number): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString().slice(0, 10);
};

/**
 * The first day of the month that is so many months from the earliest one whose statement is still a draft.
 * On the first day of a month, that one is the previous month, whose statement is final a day after its end.
 */
export const monthFromOpen = (months: number): string =>
  monthFromNow(months - (new Date().getUTCDate() === 1 ? 1 : 0));

/** The statements of the earliest month that is still open, and of the months before it. */
export const untilOpen = <T extends { readonly period_start: string }>(statements: readonly T[]): T[] =>
  statements.filter(({ period_start }) => period_start.slice(0, 10) <= monthFromOpen(0));

/** A reseller with a client, an agent of the client's, and a plan of the reseller's. */
export const billedOrganization = async (
  { organization, operator }: Pick<Users, 'organization' | 'operator'>,
  more: Partial<PlanBody> = {},
): Promise<{
  readonly reseller: Organization;
  readonly client: Organization;
  readonly params: { readonly client_id: string };
  readonly plan_id: string;
  /** Records a call of so many milliseconds that begins now. One that ends now may be of the last month. */
  readonly call: (
    duration_ms: number,
    body?: Partial<Parameters<Client['conversations']['create']>[0]['body']>,
  ) => ReturnType<Client['conversations']['create']>;
}> => {
  const reseller = await organization(undefined, 'reseller');
  const client = await organization(reseller, 'client');
  const { id: plan_id } = await reseller.api.plans.create({ body: { ...terms, ...more } });
  const { id: agent_id } = await operator.agents.create({
    body: { name: 'Reception', client_id: client.client.id },
  });
  return {
    reseller,
    client,
    params: { client_id: client.client.id },
    plan_id,
    call: (duration_ms, body) =>
      client.api.conversations.create({
        body: {
          ...{ agent_id, status: 'completed', duration_ms },
          start_time: new Date().toISOString(),
          ...body,
        },
      }),
  };
};
