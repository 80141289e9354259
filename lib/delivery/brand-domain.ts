import type { ClientSettings } from '#lib/contract/client-settings.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { hasText } from './text-records.ts';

interface Organization {
  readonly id: string;
  readonly settings: ClientSettings;
}

/**
 * Refuses a new domain of an organization's branding without the record that names the organization. Only the
 * owner of the domain can write the record, so the text needs no secret.
 */
export const requireDomainProof = async (
  { id, settings: before }: Organization,
  { branding }: ClientSettings,
): Promise<void> => {
  const domain = branding?.domain;
  if (domain === undefined || domain === before.branding?.domain) return;
  const text = `voice-agent-platform=${id}`;
  if (await hasText(domain, text)) return;
  throw new ApiError('domain_not_verified', { detail: `Create the TXT record ${text} of ${domain}` });
};
