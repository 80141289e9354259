import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { formatTime } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { cx } from '../kit/cx.ts';
import { TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { ListPage } from '../kit/list-page.tsx';
import { useForm } from '../kit/use-form.ts';
import { useOwner } from '../shell/owner-field.tsx';
import { useOrg } from '../shell/use-org.ts';

const route = getRouteApi('/agents');

const CreateAgent = ({ onClose }: { readonly onClose: () => void }) => {
  const { api } = useSession();
  const owner = useOwner();
  const navigate = useNavigate();
  const form = useForm({
    initial: { name: '' },
    send: ({ name }) => api.agents.create({ body: { name, ...(owner.owner && { client_id: owner.owner }) } }),
    refresh: [['agents']],
    onSent: ({ id }) => navigate({ to: '/agents/$agentId', params: { agentId: id } }),
  });
  return (
    <FormDialog form={form} title="New agent" action="Create" owner={owner} onClose={onClose}>
      <TextField label="Name" required maxLength={200} {...form.bind('name')} />
    </FormDialog>
  );
};

export const AgentsPage = () => {
  const { api, may } = useSession();
  const org = useOrg();
  const { name = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useList(['agents', org, name], (page, signal) =>
    api.agents.list({ query: { ...page, ...(org && { client_id: org }), ...(name && { name }) }, signal }),
  );
  return (
    <ListPage
      title="Agents"
      actions={
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
      }
      create={
        may('agents:write') && {
          label: 'New agent',
          dialog: (onClose) => <CreateAgent onClose={onClose} />,
        }
      }
      list={list}
      empty={{
        title: name ? 'No agent has such a name' : 'There are no agents yet',
        text: 'An agent holds conversations: it has a prompt, a voice, tools and documents that it knows.',
      }}
      label="Agents"
      columns={[
        {
          title: 'Name',
          cell: ({ id, name, description }) => (
            <>
              <Link to="/agents/$agentId" params={{ agentId: id }}>
                {name}
              </Link>
              <div className={cx(kit.small, kit.muted)}>{description}</div>
            </>
          ),
        },
        { title: 'Organization', cell: ({ client_id }) => <OrganizationName id={client_id} /> },
        { title: 'Language', cell: ({ language }) => language ?? '–' },
        { title: 'Provider', cell: ({ provider }) => provider?.name ?? '–' },
        { title: 'Version', kind: 'number', cell: ({ version }) => version },
        { title: 'Changed', cell: ({ updated_at }) => formatTime(updated_at) },
      ]}
    />
  );
};
