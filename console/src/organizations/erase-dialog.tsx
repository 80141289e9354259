import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Organization, OrganizationErasure } from 'voice-agent-platform-client';
import { formatNumber } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import { TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { Loading } from '../kit/notices.tsx';
import { useForm } from '../kit/use-form.ts';
import { words } from '../words/index.ts';

const Contents = ({ erasure: { remaining, has_more } }: { readonly erasure: OrganizationErasure }) => (
  <>
    <dl className={cx(kit.facts, kit.figures)}>
      <dt>{words.organizations.erasing.organizations}</dt>
      <dd>{formatNumber(remaining.organizations)}</dd>
      <dt>{words.organizations.erasing.keys}</dt>
      <dd>{formatNumber(remaining.api_keys)}</dd>
      <dt>{words.organizations.agents}</dt>
      <dd>{formatNumber(remaining.agents)}</dd>
      <dt>{words.organizations.erasing.conversations}</dt>
      <dd>{formatNumber(remaining.conversations)}</dd>
    </dl>
    {has_more && <p className={cx(kit.small, kit.muted)}>{words.organizations.erasing.more}</p>}
  </>
);

interface EraseDialogProps {
  readonly organization: Organization;
  readonly onClose: () => void;
}

/**
 * Erases an organization with its descendants, once a dry run has said what that is and its name was typed.
 */
export const EraseOrganizationDialog = ({ organization: { id, name }, onClose }: EraseDialogProps) => {
  const { api } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const params = { client_id: id };
  const { erasing: text } = words.organizations;
  const dryRun = useQuery({
    queryKey: ['client', id, 'erasure'],
    queryFn: ({ signal }) => api.clients.erase({ params, query: { dry_run: 'true' }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const form = useForm({
    initial: { typed: '' },
    send: () => api.clients.erase({ params }),
    refresh: [['clients']],
    onSent: async () => {
      onClose();
      await navigate({ to: '/organizations', search: { org: undefined } });
      queries.removeQueries({ queryKey: ['client', id] });
    },
  });
  return (
    <FormDialog
      form={form}
      title={text.title(name)}
      action={words.organizations.erase}
      danger
      disabled={form.values.typed !== name || !dryRun.data}
      problem={dryRun.error}
      onClose={onClose}
    >
      <p>{text.text}</p>
      {dryRun.isPending && <Loading what={text.counting} />}
      {dryRun.data && <Contents erasure={dryRun.data} />}
      <TextField label={text.confirm(name)} autoComplete="off" {...form.bind('typed')} />
    </FormDialog>
  );
};
