import { hashSecret } from '#lib/domain/keys/api-key.ts';
import { newDeploymentToken } from '#lib/domain/keys/deployment-token.ts';
import { openSecret } from '#lib/store/secrets/open-secret.ts';
import { sealSecret } from '#lib/store/secrets/seal-secret.ts';
import type { RecordedLedger } from './deployments.ts';

const tokenContext = (deploymentId: string) => ({ entity: deploymentId, purpose: 'deployment_token' });

/**
 * The token of a deployment, the same for its whole life, so that a deployment that fails halfway takes no
 * call its agent.
 */
export const tokenFor = async (ledger: RecordedLedger): Promise<string> => {
  const { id, token } = ledger.record();
  const context = tokenContext(id);
  if (token !== null) return openSecret(token, context);
  const made = newDeploymentToken();
  await ledger.keepToken({ token: await sealSecret(made, context), token_hash: hashSecret(made) });
  return made;
};
