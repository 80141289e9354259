import { verifyDomain as route } from '#lib/contract/connections.ts';
import { invalid } from '#lib/contract/errors.ts';
import { hasText } from '#lib/delivery/text-records.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { connections, verifyDomain } from '#lib/people/connections.ts';

export const handler = handleAuthority(route, async ({ params, body, caller, site, fail }) => {
  const connection = (await connections.find(caller, params.connection_id)) ?? fail('connection_not_found');
  const domain = connection.domains.find(({ name }) => name === body.domain);
  if (!domain) {
    const detail = 'is not one of the connection’s domains';
    throw invalid({ pointer: '/domain', code: 'not_found', detail });
  }
  const isProved = domain.verified_at !== null || (await hasText(domain.name, domain.txt));
  return isProved ? verifyDomain(connection, domain.name, site) : fail('domain_not_verified');
});
