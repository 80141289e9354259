import type { CarrierName } from '#lib/contract/integrations.ts';
import { spokenLanguages } from '#lib/domain/agents/spoken-languages.ts';
import { callUrls } from '#lib/domain/integrations/call-urls.ts';
import { mappingFromItem } from '#lib/integrations/integration-record.ts';
import type { RelayCall } from '#lib/providers/index.ts';
import { carriers } from '#lib/providers/index.ts';
import { socketUrl } from '#lib/sockets/socket-url.ts';
import { keyOf } from '#lib/store/keys.ts';
import { hasRoomForCall } from '#lib/store/limits/call-room.ts';
import { get } from '#lib/store/operations/get.ts';
import { proofOf } from './proof.ts';
import { proofParameter } from './receive-message.ts';
import type { SignedForm } from './signed-form.ts';
import { findAnswering, isNumber } from './start-phone-call.ts';

/** The vendors whose voices carriers speak with, by the names that agents use in `voice.provider`. */
const voiceVendors: Readonly<Record<string, 'Google' | 'Amazon' | 'ElevenLabs'>> = {
  elevenlabs: 'ElevenLabs',
  '11labs': 'ElevenLabs',
  polly: 'Amazon',
  amazon: 'Amazon',
  amazon_polly: 'Amazon',
  google: 'Google',
};

/** The voice in the terms of the carrier; null: its usual one. */
const voiceOf = (carrier: CarrierName, provider: string, id: string | null): RelayCall['voice'] => {
  if (id === null) return null;
  // The names of voices at Telnyx begin with their vendor.
  if (carrier === 'telnyx') return provider === 'telnyx' ? { id } : null;
  const vendor = voiceVendors[provider];
  return vendor ? { provider: vendor, id } : null;
};

/** The agent of a number, or of the conversation of an outbound call. */
const agentOf = async ({
  integration,
  fields,
  placed_id,
  conversation,
}: SignedForm): Promise<string | undefined> => {
  if (placed_id !== null) return conversation?.status === 'active' ? conversation.agent_id : undefined;
  const mappings = mappingFromItem(await get(keyOf('agent_mapping', integration.id)));
  return mappings.find(({ provider_agent_id }) => provider_agent_id === fields.get('To'))?.agent_id;
};

/**
 * The instructions for a call that somebody should answer. Nothing is stored before it is connected.
 * `speaks`: the language that its agent has changed to before the connection was lost.
 */
export const answerPhoneCall = async (
  form: SignedForm,
  origin: string,
  { attempt, speaks }: { readonly attempt: number; readonly speaks?: string | undefined } = { attempt: 1 },
): Promise<string> => {
  const { integration, proof_keys, call_id, placed_id } = form;
  const { documents, isSignedSocket, languageOf } = carriers[integration.provider];
  // A call that was placed, or that connects again, has its line, and was answered: it cannot be rejected.
  const isArriving = placed_id === null && attempt === 1;
  const refused = (reason: 'busy' | 'rejected') =>
    isArriving ? documents.reject(reason) : documents.hangUp();
  const agent_id = await agentOf(form);
  if (agent_id === undefined) return refused('rejected');
  const answering = await findAnswering(integration, agent_id, { isNew: isArriving });
  if (!answering) return refused('busy');
  const from = form.fields.get('From');
  const caller = { integration_id: integration.id, number: isNumber(from) ? from : null };
  if (isArriving && !(await hasRoomForCall(answering.lineage, caller, Date.now()))) return refused('busy');
  const { agent } = answering;
  const vendor = agent.voice?.provider?.toLowerCase() ?? '';
  const languages = spokenLanguages(agent).map(({ language, voice_id }) => ({
    code: languageOf(language),
    voice: voiceOf(integration.provider, vendor, voice_id),
  }));
  // The agent may have been published without the language since.
  const changed =
    speaks === undefined
      ? undefined
      : (languages.find(({ code }) => code === speaks) ?? { code: speaks, voice: null });
  const call = { integration_id: integration.id, agent_id, call_id, conversation_id: placed_id, origin };
  const proof = proofOf(call, proof_keys[0] ?? '');
  return documents.relay({
    // A carrier that signs no handshake brings the proof with it.
    socket_url: isSignedSocket ? socketUrl() : `${socketUrl()}?${new URLSearchParams({ proof, call_id })}`,
    action_url: callUrls(origin, integration.id, placed_id, attempt).ended,
    language: changed?.code ?? (agent.language && languageOf(agent.language)),
    voice: changed ? changed.voice : voiceOf(integration.provider, vendor, agent.voice_id),
    languages: changed && !languages.includes(changed) ? [...languages, changed] : languages,
    parameters: isSignedSocket ? { [proofParameter]: proof } : {},
  });
};
