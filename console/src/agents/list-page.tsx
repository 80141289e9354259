import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { formatDate, languageName } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { nameOfProvider } from '../integrations/providers.ts';
import { cx } from '../kit/cx.ts';
import { TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { ListPage } from '../kit/list-page.tsx';
import { useForm } from '../kit/use-form.ts';
import { useOwner } from '../shell/owner-field.tsx';
import { useOrg } from '../shell/use-org.ts';
import { words } from '../words/index.ts';

const route = getRouteApi('/agents');

const CreateAgent = ({ onClose }: { readonly onClose: () => void }) => {
  const { api } = useSession();
  const { list } = words.agents;
  const owner = useOwner();
  const navigate = useNavigate();
  const form = useForm({
    initial: { name: '' },
    send: ({ name }) => api.agents.create({ body: { name, ...(owner.owner && { client_id: owner.owner }) } }),
    refresh: [['agents']],
    onSent: ({ id }) => navigate({ to: '/agents/$agentId', params: { agentId: id } }),
  });
  return (
    <FormDialog form={form} title={list.create} action={list.createAction} owner={owner} onClose={onClose}>
      <TextField label={words.agents.fields.name} required maxLength={200} {...form.bind('name')} />
    </FormDialog>
  );
};

export const AgentsPage = () => {
  const { api, may } = useSession();
  const org = useOrg();
  const { name = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const { list: texts, fields } = words.agents;
  const list = useList(['agents', org, name], (page, signal) =>
    api.agents.list({ query: { ...page, ...(org && { client_id: org }), ...(name && { name }) }, signal }),
  );
  return (
    <ListPage
      title={texts.title}
      actions={
        <TextField
          label={words.shell.nameBegins}
          labelHidden
          type="search"
          placeholder={words.shell.nameBegins}
          defaultValue={name}
          onChange={({ target }) =>
            void navigate({ search: (now) => ({ ...now, name: target.value || undefined }), replace: true })
          }
        />
      }
      create={
        may('agents:write') && {
          label: texts.create,
          dialog: (onClose) => <CreateAgent onClose={onClose} />,
        }
      }
      list={list}
      empty={{
        title: name ? texts.noSuchName : texts.empty,
        text: texts.emptyText,
      }}
      label={texts.title}
      columns={[
        {
          title: fields.name,
          kind: 'heading',
          cell: ({ id, name, description }) => (
            <>
              <Link to="/agents/$agentId" params={{ agentId: id }}>
                {name}
              </Link>
              <div className={cx(kit.small, kit.muted)}>{description}</div>
            </>
          ),
        },
        { title: words.shell.organization, cell: ({ client_id }) => <OrganizationName id={client_id} /> },
        {
          title: fields.language,
          cell: ({ language }) => (language ? languageName(language) : words.kit.none),
        },
        {
          title: fields.provider_name,
          cell: ({ provider }) => (provider ? nameOfProvider(provider.name) : words.kit.none),
        },
        { title: texts.version, kind: 'number', cell: ({ version }) => version },
        { title: texts.changed, cell: ({ updated_at }) => formatDate(updated_at) },
      ]}
    />
  );
};
