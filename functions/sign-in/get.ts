import { get } from '#lib/contract/sign-in.ts';
import { findByBrandDomain } from '#lib/data/organizations/clients.ts';
import { handlePublic } from '#lib/http/handle-public.ts';

export const handler = handlePublic(get, async ({ site }) => {
  const client = await findByBrandDomain(new URL(site).hostname);
  return { branding: client?.settings.branding ?? null };
});
