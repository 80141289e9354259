import { deepgramServer } from './deepgram.ts';
import { elevenLabsServer } from './elevenlabs.ts';
import { retellServer } from './retell.ts';
import { startProviderServers as start } from './server.ts';
import { telnyxServer } from './telnyx.ts';
import { twilioServer } from './twilio.ts';
import { vapiServer } from './vapi.ts';

export type { Collections, Json, Plan } from './server.ts';

const servers = [
  elevenLabsServer,
  vapiServer,
  retellServer,
  telnyxServer,
  twilioServer,
  deepgramServer,
] as const;

/** The APIs of all providers, under `/<provider>` of one origin. */
export const startProviderServers = () => start(servers);

/** The setting by which a platform asks these servers in place of the providers. */
export const providerUrls = (origin: string): string =>
  JSON.stringify(Object.fromEntries(servers.map(({ provider }) => [provider, `${origin}/${provider}`])));
