import { get } from '#lib/contract/sign-in.ts';
import { handlePublic } from '#lib/http/handle-public.ts';
import { findByBrandDomain } from '#lib/organizations/clients.ts';

export const handler = handlePublic(get, async ({ site }) => {
  const client = await findByBrandDomain(new URL(site).hostname);
  return { branding: client?.settings.branding ?? null };
});
