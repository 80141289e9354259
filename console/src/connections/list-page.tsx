import { Link } from '@tanstack/react-router';
import { formatTime } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { ListPage } from '../kit/list-page.tsx';
import { useOrgList } from '../shell/use-org.ts';
import { connectionWords } from '../words/connections.ts';

/** The OpenID providers through which people of an organization and its descendants sign in. */
export const ConnectionsPage = () => {
  const { api, may } = useSession();
  const text = connectionWords();
  const list = useOrgList('connections', (query, signal) => api.connections.list({ query, signal }));
  return (
    <ListPage
      title={text.title}
      actions={
        may('connections:write') && (
          <Link to="/connections/new" className={cx(kit.button, kit.primary)}>
            {text.connect}
          </Link>
        )
      }
      list={list}
      empty={{
        title: text.none,
        text: text.noneText,
      }}
      label={text.all}
      columns={[
        {
          title: text.name,
          kind: 'heading',
          cell: ({ id, name }) => (
            <Link to="/connections/$connectionId" params={{ connectionId: id }}>
              {name}
            </Link>
          ),
        },
        { title: text.issuer, kind: 'mono', cell: ({ issuer }) => issuer },
        {
          title: text.organization,
          cell: ({ client_id }) => <OrganizationName id={client_id} />,
        },
        { title: text.required, cell: ({ enforced }) => (enforced ? text.yes : text.no) },
        { title: text.connected, cell: ({ created_at }) => formatTime(created_at) },
      ]}
    />
  );
};
