import type { Fault } from '#lib/contract/errors.ts';
import { invalid } from '#lib/contract/errors.ts';
import type { AgentMapping, IntegrationInput } from '#lib/contract/integrations.ts';
import { isCarrier, isRecognizer } from '#lib/contract/integrations.ts';
import { keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';

/**
 * Refuses mappings to agents outside of the organization and its descendants, each with its place. Existing
 * mappings are not checked again, so that an agent that was removed later does not block other changes.
 */
export const checkMappings = async (
  clientId: string,
  agents: readonly AgentMapping[],
  before: readonly AgentMapping[] = [],
  pointerAt = (at: number): string => `/agents/${at}/agent_id`,
): Promise<void> => {
  const known = new Set(before.map(({ agent_id }) => agent_id));
  const ids = [...new Set(agents.map(({ agent_id }) => agent_id))].filter((id) => !known.has(id));
  const found = await batchGet(ids.map((id) => keyOf('agent', id)));
  found.forEach((agent, index) => {
    const path = (agent?.path ?? []) as readonly string[];
    const id = ids[index];
    if (id !== undefined && path.includes(clientId)) known.add(id);
  });
  const faults = agents.flatMap(({ agent_id }, at): Fault[] =>
    known.has(agent_id)
      ? []
      : [
          {
            pointer: pointerAt(at),
            code: 'not_found',
            detail: 'must be an agent of the organization or of one of its descendants',
          },
        ],
  );
  if (faults.length > 0) throw invalid(...faults);
};

/**
 * An account at Twilio is found by its id, and its auth token signs, or a shared key. That at Telnyx has a
 * key for its API, and another one that signs. That at Deepgram sends nothing that could be signed. No other
 * has an id.
 */
export const checkAccount = ({
  provider,
  account_id,
  api_key,
  webhook_secret,
}: Pick<IntegrationInput, 'provider' | 'account_id' | 'api_key' | 'webhook_secret'>): void => {
  const faults: Fault[] = [];
  const missing = (pointer: string) =>
    faults.push({ pointer, code: 'required', detail: `is required for ${provider}` });
  const none = (pointer: string) =>
    faults.push({ pointer, code: 'not_applicable', detail: `must be null for ${provider}` });
  if ((isCarrier(provider) || isRecognizer(provider)) && api_key === null) missing('/api_key');
  if (isRecognizer(provider) && webhook_secret !== null) none('/webhook_secret');
  if (provider === 'twilio') {
    if (account_id === null) missing('/account_id');
  } else if (account_id !== null) none('/account_id');
  if (faults.length > 0) throw invalid(...faults);
};

/** Refuses mappings of an account that has no agents and no numbers. */
export const refuseMappings = (
  { provider }: Pick<IntegrationInput, 'provider'>,
  agents: readonly AgentMapping[],
): void => {
  if (!isRecognizer(provider) || agents.length === 0) return;
  const detail = `must be empty for ${provider}`;
  throw invalid({ pointer: '/agents', code: 'not_applicable', detail });
};

/** Vapi's customers choose how its webhooks are verified; the others have one way each. */
export const verificationOf = ({
  provider,
  verification,
}: Pick<IntegrationInput, 'provider' | 'verification'>): IntegrationInput['verification'] => {
  if (provider === 'vapi') return verification ?? 'secret_header';
  if (verification === null) return null;
  const detail = 'must be null: only Vapi has several ways';
  throw invalid({ pointer: '/verification', code: 'not_applicable', detail });
};
