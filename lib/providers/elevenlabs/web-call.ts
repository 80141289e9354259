import { minuteMs } from '#lib/domain/durations.ts';
import type { WebCaller } from '#lib/domain/integrations/web-caller.ts';
import { ask } from '../http.ts';
import { addressIn } from '../joining.ts';
import { objectOf } from '../reading.ts';
import { elevenLabs } from './service.ts';

/** The conversation begins within 15 minutes (elevenlabs.io/docs, customization/authentication). */
const validMs = 15 * minuteMs;

/** The page says the variables: a signed URL carries none. */
export const webCaller =
  (apiKey: string): WebCaller =>
  async ({ agent_id, variables }) => {
    const path = `/v1/convai/conversation/get-signed-url?agent_id=${encodeURIComponent(agent_id)}`;
    const { signed_url } = objectOf(await ask(elevenLabs, apiKey, { method: 'GET', path }));
    const url = addressIn(elevenLabs, signed_url, 'wss:');
    return { call_id: null, url, token: null, variables, validMs };
  };
