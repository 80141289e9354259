import type { AccountState, Collections, Plan } from './server.ts';

/**
 * The account at every provider that an API key opens, at servers of this origin: it is filled and looked at.
 */
export const accountAt = (origin: string) => (apiKey: string) => {
  const url = `${origin}/_accounts/${apiKey}`;
  const answered = async (response: Response) => (await response.json()) as AccountState;
  return {
    apiKey,
    look: async (): Promise<AccountState> => answered(await fetch(url)),
    plan: async (plan: {
      collections?: Collections;
      plans?: readonly Plan[];
      /** Cuts off the requests that are not answered. */
      release?: boolean;
    }): Promise<AccountState> => answered(await fetch(url, { method: 'POST', body: JSON.stringify(plan) })),
  };
};

export type ProviderAccounts = ReturnType<typeof accountAt>;
