import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { faultAt } from '../api/faults.ts';
import { formatTime } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { Dialog } from '../kit/dialog.tsx';
import { TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { LoadMore } from '../kit/load-more.tsx';
import { Empty, Loading, Problem } from '../kit/notices.tsx';
import { OwnerField, useOwner } from '../shell/owner-field.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { useOrg } from '../shell/use-org.ts';

const route = getRouteApi('/agents');

const CreateAgent = ({ onClose }: { readonly onClose: () => void }) => {
  const { api } = useSession();
  const [owner, setOwner] = useOwner();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => api.agents.create({ body: { name, ...(owner && { client_id: owner }) } }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['agents'] });
      await navigate({
        to: '/agents/$agentId',
        params: { agentId: id },
        search: (now) => ({ org: now.org }),
      });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog open onClose={onClose} title="New agent">
      <form className={kit.stack} onSubmit={submit}>
        <TextField
          label="Name"
          required
          maxLength={200}
          value={name}
          fault={faultAt(create.error, '/name')}
          onChange={({ target }) => setName(target.value)}
        />
        <OwnerField owner={owner} onChange={setOwner} />
        {create.error && <Problem error={create.error} />}
        <div className={cx(kit.row, kit.end)}>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={!owner} busy={create.isPending}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
};

export const AgentsPage = () => {
  const { api, may } = useSession();
  const org = useOrg();
  const { name = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [creating, setCreating] = useState(false);
  const { items, query } = useList(['agents', org, name], (page, signal) =>
    api.agents.list({ query: { ...page, ...(org && { client_id: org }), ...(name && { name }) }, signal }),
  );
  return (
    <>
      <PageHead title="Agents">
        <TextField
          label="Name begins with"
          labelHidden
          type="search"
          placeholder="Name begins with …"
          defaultValue={name}
          onChange={({ target }) =>
            void navigate({ search: (now) => ({ ...now, name: target.value || undefined }), replace: true })
          }
        />
        {may('agents:write') && (
          <Button look="primary" onClick={() => setCreating(true)}>
            New agent
          </Button>
        )}
      </PageHead>
      {query.error && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading />}
      {query.isSuccess && items.length === 0 && (
        <Empty title={name ? 'No agent has such a name' : 'There are no agents yet'}>
          <p>An agent holds conversations: it has a prompt, a voice, tools and documents that it knows.</p>
        </Empty>
      )}
      {items.length > 0 && (
        <section className={kit.frame} aria-label="Agents">
          <table className={kit.table}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Organization</th>
                <th scope="col">Language</th>
                <th scope="col">Provider</th>
                <th scope="col">Version</th>
                <th scope="col">Changed</th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={item.id}>
                  <td>
                    <Link
                      to="/agents/$agentId"
                      params={{ agentId: item.id }}
                      search={(now) => ({ org: now.org })}
                    >
                      {item.name}
                    </Link>
                    <div className={cx(kit.small, kit.muted)}>{item.description}</div>
                  </td>
                  <td>
                    <OrganizationName id={item.client_id} />
                  </td>
                  <td>{item.language ?? '–'}</td>
                  <td>{item.provider?.name ?? '–'}</td>
                  <td className={kit.number}>{item.version}</td>
                  <td>{formatTime(item.updated_at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <LoadMore query={query} />
      {creating && <CreateAgent onClose={() => setCreating(false)} />}
    </>
  );
};
