import { ownerOf } from '#lib/domain/caller.ts';
import { startProgram } from '#lib/upkeep/program.ts';

const values = startProgram(
  'create-owner',
  'Invites the first owner of the platform, who reaches everything, and prints the link once.',
  {
    email: {
      type: 'string',
      default: '',
      value: 'address',
      help: 'e-mail address that the provider reports',
    },
    connection: {
      type: 'string',
      default: '',
      value: 'id',
      help: 'connection of the platform (the only one)',
    },
    url: {
      type: 'string',
      default: '',
      value: 'URL',
      help: 'address of the console, such as https://calls.example.com',
    },
  },
);

const giveUp = (sentence: string): never => {
  console.error(sentence);
  process.exit(1);
};

if (!values.email.includes('@')) giveUp('--email must be an e-mail address.');
if (!URL.canParse(values.url)) giveUp('--url must be the address of the console.');

// Only now: the table's client takes its settings from the environment.
const { connections } = await import('#lib/people/connections.ts');
const { connectionsOf } = await import('#lib/people/inviting.ts');
const { insertInvitation } = await import('#lib/people/invitations.ts');
const { commitByOperator } = await import('#lib/audit/commit-by-operator.ts');

const found = values.connection
  ? [await connections.read(values.connection)]
  : await connectionsOf(ownerOf({ client_id: null }));
const [connection, ...others] = found.flatMap((one) => (one?.client_id === null ? one : []));
if (!connection) {
  giveUp('The platform has no such connection. Create one with a platform key: POST /v1/connections.');
} else if (others.length > 0) {
  const each = [connection, ...others].map(({ id, name, issuer }) => `  ${id}  ${name}, ${issuer}`);
  giveUp(`The platform has several connections. Choose one with --connection:\n${each.join('\n')}`);
} else {
  const invitation = insertInvitation(
    null,
    {
      ...{ role: 'owner', chosen: null, member_expires_at: null },
      ...{ connection_id: connection.id, email: values.email },
    },
    new URL(values.url).origin,
  );
  const changed = ['connection_id', 'email', 'role'];
  const { url } = await commitByOperator('create-owner', invitation, {
    action: 'invitation.created',
    changed,
  });
  console.log(url);
  console.error(
    `Whoever signs in at ${connection.issuer} with that e-mail address and this link reaches everything. It is valid for seven days.`,
  );
}
