import { Link, useNavigate } from '@tanstack/react-router';
import type { WidgetItem } from 'voice-agent-platform-client';
import { faultAt } from '../api/faults.ts';
import { AgentName, OrganizationName, useDirectory } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { AgentPicker } from '../integrations/agent-picker.tsx';
import { Badge } from '../kit/badge.tsx';
import { TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { ListPage } from '../kit/list-page.tsx';
import { useForm } from '../kit/use-form.ts';
import { useOwner } from '../shell/owner-field.tsx';
import { useOrgList } from '../shell/use-org.ts';
import { widgetWords } from '../words/widgets.ts';

const CreateWidgetDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { api } = useSession();
  const navigate = useNavigate();
  const owner = useOwner();
  const widgets = widgetWords();
  const form = useForm({
    initial: { name: '', agent_id: '' },
    send: (body) => api.widgets.create({ body: { ...body, ...(owner.owner && { client_id: owner.owner }) } }),
    refresh: [['widgets']],
    onSent: ({ id }) => navigate({ to: '/widgets/$widgetId', params: { widgetId: id } }),
  });
  return (
    <FormDialog
      form={form}
      title={widgets.create}
      action={widgets.createAction}
      disabled={form.values.agent_id === ''}
      owner={{
        ...owner,
        onChange: (next) => {
          owner.onChange(next);
          // Another organization may be served by other agents.
          form.change({ agent_id: '' });
        },
      }}
      onClose={onClose}
    >
      <TextField label={widgets.access.label} required maxLength={200} {...form.bind('name')} />
      <AgentPicker
        label={widgets.agent}
        clientId={owner.owner ?? undefined}
        offered="serving"
        disabled={!owner.owner}
        fault={faultAt(form.error, '/agent_id')}
        agentId={form.values.agent_id}
        onChoose={(agent_id) => form.change({ agent_id })}
      />
    </FormDialog>
  );
};

export const WidgetsPage = () => {
  const { api, may } = useSession();
  const widgets = widgetWords();
  const list = useOrgList('widgets', (query, signal) => api.widgets.list({ query, signal }));
  useDirectory('agent');
  return (
    <ListPage<WidgetItem>
      title={widgets.title}
      create={
        may('agents:write') && {
          label: widgets.create,
          dialog: (onClose) => <CreateWidgetDialog onClose={onClose} />,
        }
      }
      list={list}
      empty={widgets.empty}
      label={widgets.title}
      columns={[
        {
          title: widgets.columns.name,
          kind: 'heading',
          cell: ({ id, name }) => (
            <Link to="/widgets/$widgetId" params={{ widgetId: id }}>
              <bdi>{name}</bdi>
            </Link>
          ),
        },
        { title: widgets.columns.agent, cell: ({ agent_id }) => <AgentName id={agent_id} /> },
        {
          title: widgets.columns.status,
          cell: ({ status }) =>
            status === 'paused' ? (
              <Badge tone="warn">{widgets.statuses.paused}</Badge>
            ) : (
              widgets.statuses.active
            ),
        },
        {
          title: widgets.columns.pages,
          kind: 'small',
          cell: ({ origins }) => <bdi>{origins.join(', ') || widgets.noPages}</bdi>,
        },
        {
          title: widgets.columns.organization,
          cell: ({ client_id }) => <OrganizationName id={client_id} />,
        },
      ]}
    />
  );
};
