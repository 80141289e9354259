/** The credential of an account: its API key, with the account's id where the provider's API needs both. */
export const credentialOf = (account_id: string | null, apiKey: string): string =>
  account_id === null ? apiKey : `${account_id}:${apiKey}`;
