import { useQuery } from '@tanstack/react-query';
import { useOrganization } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import kit from '../kit/kit.module.css';
import { LoadMore } from '../kit/load-more.tsx';
import { Empty, Loading, Problem, Waiting } from '../kit/notices.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { useOrg } from '../shell/use-org.ts';
import { words } from '../words/index.ts';
import { CreateDialog } from './create-dialog.tsx';
import { Node, useChildren } from './tree.tsx';

/** The top of the hierarchy, for a key of the platform: resellers, and clients of nobody. */
const Top = () => {
  const { api } = useSession();
  const resellers = useList(['clients', 'resellers'], (page, signal) =>
    api.clients.list({ query: { ...page, type: 'reseller' }, signal }),
  );
  const clients = useList(['clients', 'top'], (page, signal) =>
    api.clients.list({ query: { ...page, type: 'client' }, signal }),
  );
  const items = [...resellers.items, ...clients.items.filter(({ parent_id }) => parent_id === null)];
  const error = resellers.query.error ?? clients.query.error;
  if (error) return <Problem error={error} />;
  if (resellers.query.isPending || clients.query.isPending) return <Loading />;
  if (items.length === 0) {
    return (
      <Empty title={words.organizations.empty.title}>
        <p>{words.organizations.empty.text}</p>
      </Empty>
    );
  }
  return (
    <div className={kit.card}>
      <ul>
        {items.map((item) => (
          <Node key={item.id} item={item} opened={items.length === 1} />
        ))}
      </ul>
      <LoadMore query={resellers.query} />
      <LoadMore query={clients.query} />
    </div>
  );
};

const Below = ({ id }: { readonly id: string }) => {
  const { api } = useSession();
  const found = useQuery({
    queryKey: ['client', id],
    queryFn: ({ signal }) => api.clients.get({ params: { client_id: id }, signal }),
  });
  // The organizations below are requested together with the organization.
  useChildren(id);
  if (found.error || !found.data) return <Waiting query={found} />;
  return (
    <ul className={kit.card}>
      <Node key={found.data.id} item={found.data} opened />
    </ul>
  );
};

export const OrganizationsPage = () => {
  const { me, may } = useSession();
  const org = useOrg() ?? me.client?.id;
  const parent = useOrganization(org);
  return (
    <>
      <PageHead title={words.shell.organizations}>
        {may('clients:write') && (
          <DialogButton
            look="primary"
            dialog={(onClose) => <CreateDialog parent={parent} onClose={onClose} />}
          >
            {words.organizations.create}
          </DialogButton>
        )}
      </PageHead>
      {org ? <Below key={org} id={org} /> : <Top />}
    </>
  );
};
