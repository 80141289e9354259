import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { parseJson } from '#lib/domain/json.ts';
import { requestHandler } from '#lib/store/request-handler.ts';

/** Longer than a session with a tool server. */
const timeoutMs = 15_000;

/**
 * A connection that was kept may have ended while the function was frozen, and there is no second attempt.
 */
const unkept = { keepAlive: false };

/** One attempt: a call of a tool must not be made twice. */
const lambda = new LambdaClient({
  maxAttempts: 1,
  requestHandler: { ...requestHandler, requestTimeout: timeoutMs, httpAgent: unkept, httpsAgent: unkept },
});

/**
 * Asks the function that connects to tool servers, whose role can do nothing else, and waits no longer than
 * until a deadline.
 */
export const invokeToolFunction = async (
  event: unknown,
  deadline = Date.now() + timeoutMs,
): Promise<unknown> => {
  const abortSignal = AbortSignal.timeout(Math.max(1, Math.min(timeoutMs, deadline - Date.now())));
  const { Payload, FunctionError } = await lambda.send(
    new InvokeCommand({ FunctionName: process.env.TOOL_FUNCTION, Payload: JSON.stringify(event) }),
    { abortSignal },
  );
  if (FunctionError !== undefined || !Payload) throw new Error('The function for tool servers failed');
  return parseJson(Payload);
};
