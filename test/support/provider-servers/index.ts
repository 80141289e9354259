import { deepgramServer } from './deepgram.ts';
import { elevenLabsServer } from './elevenlabs.ts';
import { retellServer } from './retell.ts';
import { startProviderServers as start } from './server.ts';
import { telnyxServer } from './telnyx.ts';
import { twilioServer } from './twilio.ts';
import { vapiServer } from './vapi.ts';

export type { Collections, Json, Plan } from './server.ts';

/** The APIs of all providers, under `/<provider>` of one origin. */
export const startProviderServers = () =>
  start([elevenLabsServer, vapiServer, retellServer, telnyxServer, twilioServer, deepgramServer]);
