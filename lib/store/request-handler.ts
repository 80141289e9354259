const { CALL_TIMEOUT_MS } = process.env;

/**
 * Timeouts after which a call to AWS is aborted and retried. DynamoDB and S3 answer in milliseconds or not at
 * all. (`requestTimeout` alone only warns.) On one machine, one process runs all functions, and calls wait
 * for a socket and the CPU. A retry would only add load, so `CALL_TIMEOUT_MS` sets a longer timeout there.
 */
export const requestHandler = {
  connectionTimeout: Number(CALL_TIMEOUT_MS) || 1000,
  requestTimeout: Number(CALL_TIMEOUT_MS) || 3000,
  throwOnRequestTimeout: true,
};
