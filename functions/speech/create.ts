import { findAgent } from '#lib/agents/agents.ts';
import { create } from '#lib/contract/speech.ts';
import { accountFor, deployedAccount } from '#lib/deployments/account.ts';
import { speechFileOf } from '#lib/domain/speech/speech.ts';
import { handle } from '#lib/http/handle.ts';
import { findLineage, isSuspended } from '#lib/organizations/clients.ts';
import { refuseStopped } from '#lib/organizations/stopped.ts';
import { forCaller } from '#lib/providers/api-error.ts';
import { chooseSpeaker, speakingProviders } from '#lib/speech/choose.ts';
import { keepSpeech } from '#lib/speech/kept-speech.ts';
import { signDownload } from '#lib/store/bucket/download-link.ts';
import { countAgentTest } from '#lib/store/limits/request-rates.ts';

export const handler = handle(create, async ({ params, body, caller, fail }) => {
  const agent = (await findAgent(caller, params.agent_id)) ?? fail('agent_not_found');
  const lineage = await findLineage(caller, agent.client_id);
  if (!lineage || isSuspended(lineage)) return fail('client_suspended');
  const { text, integration_id } = body;
  const account =
    integration_id === null
      ? await deployedAccount(caller, agent, speakingProviders)
      : await accountFor(caller, agent, integration_id);

  const speaker = chooseSpeaker(agent, account);
  const voice = await forCaller(speaker.voiceOf(agent));
  const file = speechFileOf(agent.id, speaker, voice, body);
  await keepSpeech(file, async () => {
    await refuseStopped(lineage.client.path, 'chats_stopped');
    await countAgentTest(lineage);
    return forCaller(speaker.speak(text, voice, file.format));
  });
  const { content_type } = file;
  const link = await signDownload(file.key, content_type, file.name);
  return {
    ...link,
    content_type,
    characters: text.length,
    voice: { provider: speaker.provider, voice_id: voice.id },
  };
});
