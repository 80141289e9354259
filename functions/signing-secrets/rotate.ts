import { findAgent } from '#lib/agents/agents.ts';
import { rotate } from '#lib/contract/signing-secrets.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { rotateSigningSecret } from '#lib/tools/rotate-signing-secret.ts';

export const handler = handleAuthority(rotate, async ({ params, body, caller, fail }) => {
  const agent = (await findAgent(caller, params.agent_id)) ?? fail('agent_not_found');
  return { ...(await rotateSigningSecret(agent.id, body.overlap_seconds)), about: agent };
});
