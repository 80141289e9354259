import { Link } from '@tanstack/react-router';
import { formatTime } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { ListPage } from '../kit/list-page.tsx';
import { useOrg } from '../shell/use-org.ts';

/** The OpenID providers through which people of an organization and its descendants sign in. */
export const ConnectionsPage = () => {
  const { api, may } = useSession();
  const org = useOrg();
  const list = useList(['connections', org], (page, signal) =>
    api.connections.list({ query: { ...page, ...(org && { client_id: org }) }, signal }),
  );
  return (
    <ListPage
      title="Sign-in"
      actions={
        may('connections:write') && (
          <Link to="/connections/new" className={cx(kit.button, kit.primary)}>
            Connect a company
          </Link>
        )
      }
      list={list}
      empty={{
        title: 'No company is connected',
        text: 'Connect Entra ID, Google Workspace, Okta, Keycloak or another OpenID Connect provider: people sign in there, with the account that they have.',
      }}
      label="Connections"
      columns={[
        {
          title: 'Name',
          kind: 'heading',
          cell: ({ id, name }) => (
            <Link to="/connections/$connectionId" params={{ connectionId: id }}>
              {name}
            </Link>
          ),
        },
        { title: 'Issuer', kind: 'mono', cell: ({ issuer }) => issuer },
        {
          title: 'Organization',
          cell: ({ client_id }) => (client_id ? <OrganizationName id={client_id} /> : 'Platform'),
        },
        { title: 'Required', cell: ({ enforced }) => (enforced ? 'Yes' : 'No') },
        { title: 'Connected', cell: ({ created_at }) => formatTime(created_at) },
      ]}
    />
  );
};
