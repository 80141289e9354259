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
      help: 'connection of the platform (the newest one)',
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
const { nearestConnection, readConnection } = await import('#lib/data/people/connections.ts');
const { insertInvitation } = await import('#lib/data/people/invitations.ts');
const { commitByOperator } = await import('#lib/data/audit/commit-by-operator.ts');

const connection = await (values.connection ? readConnection(values.connection) : nearestConnection([]));
if (!connection || connection.client_id !== null) {
  giveUp('The platform has no such connection. Create one with a platform key: POST /v1/connections.');
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
    'Whoever signs in with that e-mail address and this link reaches everything. It is valid for seven days.',
  );
}
