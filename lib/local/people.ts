import type { RoleName } from '#lib/contract/roles.ts';
import { roleNames } from '#lib/contract/roles.ts';

/** The id of the platform at the local issuer. */
export const localClientId = 'platform';

export interface LocalPerson {
  readonly sub: string;
  readonly name: string;
  readonly email: string;
  readonly role: RoleName;
}

const names: Readonly<Record<RoleName, string>> = {
  owner: 'Olivia Owner',
  admin: 'Adam Admin',
  builder: 'Bea Builder',
  operator: 'Omar Operator',
  listener: 'Lena Listener',
  analyst: 'Anton Analyst',
  billing: 'Bo Billing',
  auditor: 'Ada Auditor',
};

/** Eight people, one for each role. */
export const localPeople: readonly LocalPerson[] = roleNames.map((role) => ({
  sub: role,
  name: names[role],
  email: `${role}@example.com`,
  role,
}));

/**
 * Makes the people of the local issuer members of the platform, unless an earlier start has. Returns the id
 * of their connection.
 */
export const welcomePeople = async (issuer: string): Promise<string> => {
  // Imported here, because these modules read their environment when they are loaded.
  const { insertConnection, connections, newConnectionId } = await import('#lib/people/connections.ts');
  const { listEntities } = await import('#lib/store/entity.ts');
  const { insertMember } = await import('#lib/people/members.ts');
  const { findPerson, insertPerson, newPerson } = await import('#lib/people/people.ts');
  const { commit } = await import('#lib/store/operations/commit.ts');
  const { ConnectionInput } = await import('#lib/contract/connections.ts');
  const { data } = await listEntities(connections, 'platform', { order: 'asc', limit: 100 });
  const known = data.find((connection) => connection.issuer === issuer && connection.client_id === null);
  const id = known?.id ?? newConnectionId();
  if (!known) {
    const input = ConnectionInput.parse({
      name: 'This machine',
      issuer,
      oidc_client_id: localClientId,
      // Keys of the platform invite through it without naming it.
      max_role: 'admin',
    });
    const noSecret = { client_secret: null, client_secret_hint: null };
    await commit(insertConnection(id, null, input, noSecret, '', false).operations);
  }
  for (const { sub: subject, name, email, role } of localPeople) {
    const identity = { connection_id: id, issuer, subject };
    if (await findPerson(identity)) continue;
    const person = newPerson(identity, { email, name });
    const grant = { role, chosen: null, expires_at: null, source: 'invitation', created_by: null } as const;
    await commit([...insertPerson(person), ...insertMember(null, person, grant).operations]);
  }
  return id;
};
