import { Resolver } from 'node:dns/promises';

/** Tests on one machine have a server of their own, as its address and port. */
const resolver = (): Resolver => {
  const made = new Resolver({ timeout: 3000, tries: 2 });
  const { DNS_SERVER } = process.env;
  if (DNS_SERVER) made.setServers([DNS_SERVER]);
  return made;
};

/** Whether a domain has a TXT record with a text. Long texts arrive in parts. */
export const hasText = async (domain: string, text: string): Promise<boolean> => {
  try {
    const records = await resolver().resolveTxt(domain);
    return records.some((parts) => parts.join('') === text);
  } catch {
    return false;
  }
};
