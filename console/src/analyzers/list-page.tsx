import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { AnalyzerItem } from 'voice-agent-platform-client';
import { formatDate } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { Badge } from '../kit/badge.tsx';
import { cx } from '../kit/cx.ts';
import { SelectField, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { ListPage } from '../kit/list-page.tsx';
import { useForm } from '../kit/use-form.ts';
import { useOwner } from '../shell/owner-field.tsx';
import { useOrg } from '../shell/use-org.ts';
import { words } from '../words/index.ts';

const route = getRouteApi('/analyzers');

/** A new analyzer begins switched off, so that nothing is judged before its criteria are there. */
const CreateDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { api } = useSession();
  const owner = useOwner();
  const navigate = useNavigate();
  const { analyzers } = words;
  const form = useForm({
    initial: { name: '' },
    send: ({ name }) =>
      api.analyzers.create({
        body: { name, enabled: false, ...(owner.owner && { client_id: owner.owner }) },
      }),
    refresh: [['analyzers']],
    onSent: ({ id }) => navigate({ to: '/analyzers/$analyzerId', params: { analyzerId: id } }),
  });
  return (
    <FormDialog
      form={form}
      title={analyzers.create}
      action={analyzers.createAction}
      owner={{ ...owner, platform: analyzers.platform }}
      onClose={onClose}
    >
      <TextField label={analyzers.editor.name} required maxLength={200} {...form.bind('name')} />
    </FormDialog>
  );
};

const below = ({ mandatory, shared }: AnalyzerItem): string => {
  const { analyzers } = words;
  return [mandatory ? analyzers.mandatory : analyzers.optional, !shared && analyzers.hidden]
    .filter(Boolean)
    .join(', ');
};

export const AnalyzersPage = () => {
  const { api, me, may } = useSession();
  const org = useOrg();
  const { show } = route.useSearch();
  const navigate = route.useNavigate();
  const { analyzers } = words;
  // The platform stands above everybody, so nothing is inherited there.
  const isWithin = org !== undefined || me.client !== null;
  const inherited = isWithin && show !== 'below';
  const list = useList(['analyzers', org, inherited], ({ limit, cursor }, signal) =>
    api.analyzers.list({
      query: {
        limit: String(limit),
        ...(cursor && { cursor }),
        ...(org && { client_id: org }),
        ...(inherited && { inherited: 'true' as const }),
      },
      signal,
    }),
  );
  return (
    <ListPage<AnalyzerItem>
      title={analyzers.title}
      create={
        may('analysis:write') && {
          label: analyzers.create,
          dialog: (onClose) => <CreateDialog onClose={onClose} />,
        }
      }
      filters={
        isWithin && (
          <div className={kit.filters}>
            <SelectField
              label={analyzers.show}
              value={inherited ? '' : 'below'}
              options={[
                { value: '', label: analyzers.shows.inherited },
                { value: 'below', label: analyzers.shows.below },
              ]}
              onChange={({ target }) =>
                void navigate({ search: (now) => ({ ...now, show: target.value || undefined }) })
              }
            />
          </div>
        )
      }
      list={list}
      empty={analyzers.empty}
      label={analyzers.title}
      columns={[
        {
          title: analyzers.columns.name,
          kind: 'heading',
          cell: ({ id, name, description }) => (
            <>
              <Link to="/analyzers/$analyzerId" params={{ analyzerId: id }}>
                <bdi>{name}</bdi>
              </Link>
              {description && <div className={cx(kit.small, kit.muted)}>{description}</div>}
            </>
          ),
        },
        {
          title: analyzers.columns.state,
          cell: ({ enabled }) => (enabled ? analyzers.on : <Badge tone="warn">{analyzers.off}</Badge>),
        },
        {
          title: analyzers.columns.owner,
          cell: ({ client_id }) => (client_id ? <OrganizationName id={client_id} /> : analyzers.everybody),
        },
        { title: analyzers.columns.below, cell: below },
        {
          title: analyzers.columns.updated,
          cell: ({ updated_at }) => <span className={cx(kit.figures)}>{formatDate(updated_at)}</span>,
        },
      ]}
    />
  );
};
