import { shortened } from '#lib/domain/text.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import type { IntegrationRecord } from './integration-record.ts';
import type { FailingSince } from './integrations.ts';
import { changeHealth, integrations } from './integrations.ts';

/**
 * Records that a provider refused the API key of an integration, or accepted it again. `used` is the
 * integration as it was when the key was read: the result of a key that was replaced since does not count.
 */
export const noteHealth = async (used: IntegrationRecord, failing: FailingSince): Promise<void> => {
  if (failing === null && used.status !== 'failing') return;
  const detail = failing === null ? null : shortened(failing, 500);
  await retryStale(async () => {
    const latest = await integrations.read(used.id);
    if (!latest || latest.status === 'disabled' || latest.api_key !== used.api_key) return;
    if (latest.status_detail !== detail) await commit(changeHealth(latest, detail));
  });
};

/**
 * Waits for requests with an integration's API key, and records whether the provider accepted it. `refusalOf`
 * is the provider's sentence if an error means that it did not.
 */
export const notingHealth = async <T>(
  integration: IntegrationRecord,
  refusalOf: (error: unknown) => string | undefined,
  asked: Promise<T>,
): Promise<T> => {
  try {
    const answer = await asked;
    // Whatever the provider did is done. The next request records what is not recorded now.
    await noteHealth(integration, null).catch(() => {});
    return answer;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal !== undefined) await noteHealth(integration, refusal).catch(() => {});
    throw error;
  }
};
