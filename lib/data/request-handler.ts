const { CALL_TIMEOUT_MS } = process.env;

/**
 * How long a call to AWS may take before it is given up and tried again: DynamoDB and S3 answer in milliseconds or not
 * at all. (`requestTimeout` alone only warns.) On one machine, where one process is all functions at once, a call waits
 * for a socket and for the processor, and to ask again would only add to that: there `CALL_TIMEOUT_MS` says how long.
 */
export const requestHandler = {
  connectionTimeout: Number(CALL_TIMEOUT_MS) || 1000,
  requestTimeout: Number(CALL_TIMEOUT_MS) || 3000,
  throwOnRequestTimeout: true,
};
