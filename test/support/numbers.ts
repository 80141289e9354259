import { newLineAccount } from '#lib/local/phone-line.ts';
import type { Organization } from '../fixtures.ts';
import { organization, providerAccount } from '../fixtures.ts';
import type { Json } from './provider-servers/index.ts';

/** The sid that Twilio has for a number in these tests. */
export const sidOf = (number: string): string => `PN${number.slice(1)}`;

/** A request that is sent more than once has a key. */
interface Repeat {
  readonly idempotencyKey?: string;
}

/** An organization with an account at Twilio that has these numbers. */
export const accountWith = async (
  numbers: Readonly<Record<string, Json>>,
  { owner, line = newLineAccount() }: { owner?: Organization; line?: ReturnType<typeof newLineAccount> } = {},
) => {
  const org = owner ?? (await organization());
  const account = providerAccount(line.auth_token);
  const stored = Object.entries(numbers).map(([number, fields]) => [
    sidOf(number),
    { sid: sidOf(number), phone_number: number, ...fields },
  ]);
  await account.plan({ collections: { numbers: Object.fromEntries(stored) } });
  const integration = await org.api.integrations.create({
    body: { provider: 'twilio', name: 'Phone', account_id: line.account_id, api_key: line.auth_token },
  });
  const params = { integration_id: integration.id };
  return {
    org,
    line,
    account,
    integration,
    list: async () => (await org.api.numbers.list({ params })).data,
    connect: (number: string, agent_id: string, more: Repeat = {}) =>
      org.api.numbers.connect({ params: { ...params, number }, body: { agent_id }, ...more }),
    disconnect: (number: string, more: Repeat = {}) =>
      org.api.numbers.disconnect({ params: { ...params, number }, ...more }),
    /** The number as Twilio has it. */
    atTwilio: async (number: string): Promise<Json> =>
      (await account.look()).collections.numbers?.[sidOf(number)] ?? {},
  };
};
