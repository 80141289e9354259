import type { Connection } from '#lib/contract/connections.ts';
import type { RoleName } from '#lib/contract/roles.ts';
import type { Client } from '#lib/local/client.ts';
import { Browser } from './browsing.ts';
import type { Behavior, Issuer } from './issuer.ts';
import { startIssuers } from './issuer.ts';
import type { Organization, Users } from './users.ts';

type ConnectionBody = Partial<Parameters<Client['connections']['create']>[0]['body']>;

export interface SignedIn {
  readonly browser: Browser;
  /** The API as this person, in the organization to which the person was invited. */
  readonly api: Client;
  readonly memberId: string;
  readonly email: string;
}

let issuers: ReturnType<typeof startIssuers> | undefined;

/** People who sign in on a platform. */
export const peopleOf = (baseUrl: string, { operator }: Pick<Users, 'operator'>) => {
  const newIssuer = async (behavior?: Behavior): Promise<Issuer> => {
    issuers ??= startIssuers();
    return (await issuers).issuer(behavior);
  };

  /** A connection of an organization, or of the platform, to an issuer of its own. */
  const connect = async (
    clientId: string | null,
    { behavior, ...body }: ConnectionBody & { readonly behavior?: Behavior } = {},
  ): Promise<{ readonly issuer: Issuer; readonly connection: Connection }> => {
    const issuer = await newIssuer(behavior);
    const connection = await operator.connections.create({
      body: {
        name: 'Company',
        issuer: issuer.issuer,
        oidc_client_id: 'platform',
        client_secret: 'a-secret-of-the-client',
        ...(clientId !== null && { client_id: clientId }),
        ...body,
      },
    });
    return { issuer, connection };
  };

  /** Invites a new person to an organization, and lets the person sign in and accept. */
  const invite = async (
    { issuer, connection }: { readonly issuer: Issuer; readonly connection: Connection },
    clientId: string | null,
    grant: Pick<
      Parameters<Client['invitations']['create']>[0]['body'],
      'role' | 'scopes' | 'member_expires_at'
    >,
    by: Client = operator,
  ): Promise<SignedIn> => {
    const sub = crypto.randomUUID();
    const email = `${sub}@example.com`;
    const invitation = await by.invitations.create({
      body: {
        email,
        connection_id: connection.id,
        ...(clientId !== null && { client_id: clientId }),
        ...grant,
      },
    });
    const browser = new Browser(baseUrl);
    issuer.person = { sub, email, name: 'Pia' };
    await browser.signIn({ connection_id: connection.id });
    const member = await browser.api('none').invitations.accept({
      params: { invitation_id: invitation.id },
      body: { token: invitation.token },
    });
    return { browser, api: browser.api(clientId ?? 'platform'), memberId: member.id, email };
  };

  /** A person with a role in an organization, through a connection of that organization. */
  const personIn = async ({ client }: Organization, role: RoleName): Promise<SignedIn> =>
    invite(await connect(client.id), client.id, { role });

  return { newIssuer, connect, invite, personIn };
};
