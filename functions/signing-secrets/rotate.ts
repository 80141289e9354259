import { rotate } from '#lib/contract/signing-secrets.ts';
import { findAgent } from '#lib/data/agents/agents.ts';
import { rotateSigningSecret } from '#lib/data/tools/rotate-signing-secret.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';

export const handler = handleAuthority(rotate, async ({ params, body, caller, fail }) => {
  const agent = await findAgent(caller, params.agent_id);
  if (!agent) return fail('agent_not_found');
  return { ...(await rotateSigningSecret(agent.id, body.overlap_seconds)), about: agent };
});
