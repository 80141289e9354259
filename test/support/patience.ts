/**
 * Milliseconds for which functions wait for servers of others: so many that a stand-in on a slow machine
 * still answers in time. Tests of servers that never answer set less, or wait.
 */
export const patience = { OIDC_TIMEOUT_MS: '20000', PROVIDER_TIMEOUT_MS: '60000' } as const;

/** Tests also pass on a machine that is so many times slower. */
export const slowness = 10;
