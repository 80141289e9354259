import { webhook as elevenlabs } from './elevenlabs/webhook.ts';
import { webhook as retell } from './retell/webhook.ts';
import { webhook as vapi } from './vapi/webhook.ts';
import type { WebhookReader } from './webhook.ts';

/*
 * The providers, behind one interface. Nothing else imports a provider's folder. Each capability is a table of its own,
 * so that a function that verifies signatures does not carry what calls the providers' APIs.
 */

export type ProviderName = 'elevenlabs' | 'vapi' | 'retell';

/** How each provider's webhooks are understood. */
export const webhooks: Readonly<Record<ProviderName, WebhookReader>> = { elevenlabs, vapi, retell };
