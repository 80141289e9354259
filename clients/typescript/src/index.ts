import { callsOf } from './core.ts';
import type { Client } from './generated.ts';
import { routes } from './generated.ts';
import type { ClientOptions } from './options.ts';

export type { Call, ListCall, WithResponse } from './calls.ts';
export * from './generated.ts';
export type { CallOptions, ClientOptions } from './options.ts';
export type { ProblemFault } from './problem.ts';
export { ApiProblem } from './problem.ts';
export type { DownloadOptions, Recording, UploadOptions } from './recordings.ts';
export { downloadRecording, uploadRecording } from './recordings.ts';
export type { VerifyOptions } from './webhooks.ts';
export { verifyWebhook, WebhookError } from './webhooks.ts';

/** The default number of retries after a temporary failure. */
const maxRetries = 2;

/** A client of the API: `client.agents.create({ body: { name: 'Reception' } })`. */
export const createClient = (options: ClientOptions): Client =>
  callsOf(routes, { maxRetries, ...options }) as Client;
