import { expect, test } from 'vitest';
import { roleNames } from '#lib/contract/roles.ts';
import { scopes } from '#lib/contract/route.ts';
import { scopesOfRole } from '#lib/domain/authority/roles.ts';

test('the docs have the scopes of each role', async () => {
  const rows = [...scopes].sort().map((scope) => {
    const has = roleNames.map((role) => (scopesOfRole(role).includes(scope) ? '✓' : ''));
    return `| \`${scope}\` | ${has.join(' | ')} |`;
  });
  const page = `# Roles and scopes

A member of an organization has a role, or scopes that were chosen one by one. An API key has scopes. Both reach
their organization and everything below it, and nobody gives, changes or takes more than they have: so an
\`admin\` makes no \`owner\`. This page is generated from
[\`roles.ts\`](../lib/domain/authority/roles.ts): \`npx vitest run test/lib/domain/authority -u\`.

| scope | ${roleNames.join(' | ')} |
| --- | ${roleNames.map(() => '---').join(' | ')} |
${rows.join('\n')}

The scope that a request needs is in the [API reference](conventions.md). A role grows with the API: a new
scope needs no change of members.
`;
  await expect(page).toMatchFileSnapshot('../../../../docs/roles.md');
});
