import type { Recognizer } from '#lib/domain/speech/recognizer.ts';
import type { UsableRecognizer } from '#lib/integrations/integrations.ts';
import { secretContext } from '#lib/integrations/secrets.ts';
import { recognizers } from '#lib/providers/index.ts';
import { openSecret } from '#lib/store/secrets/open-secret.ts';

/** Opens an account that recognizes speech. */
export const openRecognizer = async ({ id, provider, api_key }: UsableRecognizer): Promise<Recognizer> =>
  recognizers[provider](await openSecret(api_key, secretContext(id, 'api_key')));
