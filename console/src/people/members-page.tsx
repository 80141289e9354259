import type { InvitationItem, MemberItem, Role } from 'voice-agent-platform-client';
import { formatTime } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { cx } from '../kit/cx.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { List } from '../kit/list.tsx';
import { useForm } from '../kit/use-form.ts';
import { PageHead } from '../shell/page-head.tsx';
import { useOrg } from '../shell/use-org.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { RoleField } from './role-field.tsx';

const nameOf = ({ person }: MemberItem): string => person.name ?? person.email ?? person.id;

const ChangeRole = ({ item, onClose }: { readonly item: MemberItem; readonly onClose: () => void }) => {
  const { api } = useSession();
  const form = useForm({
    initial: { role: item.role ?? ('listener' as Role) },
    send: (body) => api.members.update({ params: { member_id: item.id }, body }),
    refresh: [['members']],
    onSent: onClose,
  });
  return (
    <FormDialog form={form} title={`Role of ${nameOf(item)}`} action="Change" onClose={onClose}>
      <RoleField label="Role" {...form.bind('role')} />
    </FormDialog>
  );
};

const RemoveMember = ({ item }: { readonly item: MemberItem }) => {
  const { api } = useSession();
  return (
    <ConfirmButton
      small
      aria-label={`Remove ${nameOf(item)}`}
      ask={{
        title: `Remove ${nameOf(item)}?`,
        text: <p>The access ends within ten seconds, and API keys that this person created are revoked.</p>,
        action: 'Remove',
        danger: true,
        send: () => api.members.remove({ params: { member_id: item.id }, query: { revoke_keys: 'true' } }),
        refresh: [['members'], ['keys']],
      }}
    >
      Remove
    </ConfirmButton>
  );
};

const RevokeInvitation = ({ item }: { readonly item: InvitationItem }) => {
  const { api } = useSession();
  return (
    <ConfirmButton
      small
      aria-label={`Revoke the invitation of ${item.email}`}
      ask={{
        title: `Revoke the invitation of ${item.email}?`,
        text: <p>The link no longer works.</p>,
        action: 'Revoke',
        danger: true,
        send: () => api.invitations.revoke({ params: { invitation_id: item.id } }),
        refresh: [['invitations']],
      }}
    >
      Revoke
    </ConfirmButton>
  );
};

/** The people of an organization and its descendants, and those who have been invited. */
export const MembersPage = () => {
  const { api, may } = useSession();
  const org = useOrg();
  const query = org ? { client_id: org } : {};
  const members = useList(['members', org], (page, signal) =>
    api.members.list({ query: { ...page, ...query }, signal }),
  );
  const invitations = useList(['invitations', org], (page, signal) =>
    api.invitations.list({ query: { ...page, ...query }, signal }),
  );
  const organizationOf = ({ client_id }: { readonly client_id: string | null }) =>
    client_id ? <OrganizationName id={client_id} /> : 'Platform';
  return (
    <>
      <PageHead title="Members" />
      <div className={kit.stack}>
        {may('members:write') && (
          <div className={kit.row}>
            <DialogButton
              look="primary"
              dialog={(onClose) => <InviteDialog clientId={org} onClose={onClose} />}
            >
              Invite a person
            </DialogButton>
          </div>
        )}
        <List
          list={members}
          empty={{
            title: 'There are no members',
            text: 'Connect your company under Sign-in, and invite people.',
          }}
          label="Members"
          columns={[
            { title: 'Name', cell: nameOf },
            { title: 'E-mail', cell: ({ person }) => person.email ?? '–' },
            { title: 'Organization', cell: organizationOf },
            { title: 'Role', cell: ({ role, scopes }) => role ?? `${scopes.length} scopes` },
            { title: 'Last sign-in', cell: ({ person }) => formatTime(person.signed_in_at) },
            {
              title: 'Actions',
              kind: 'actions',
              cell: (item) =>
                may('members:write') && (
                  <span className={cx(kit.row, kit.end)}>
                    <DialogButton
                      small
                      aria-label={`Change role of ${nameOf(item)}`}
                      dialog={(onClose) => <ChangeRole item={item} onClose={onClose} />}
                    >
                      Change role
                    </DialogButton>
                    <RemoveMember item={item} />
                  </span>
                ),
            },
          ]}
        />
        <h2>Invitations</h2>
        <List
          list={invitations}
          empty={{ title: 'Nobody is invited', text: 'An invitation is a link that you send to a person.' }}
          label="Invitations"
          columns={[
            { title: 'E-mail', cell: ({ email }) => email },
            { title: 'Organization', cell: organizationOf },
            { title: 'Role', cell: ({ role, scopes }) => role ?? `${scopes.length} scopes` },
            { title: 'Valid until', cell: ({ expires_at }) => formatTime(expires_at) },
            {
              title: 'Actions',
              kind: 'actions',
              cell: (item) => may('members:write') && <RevokeInvitation item={item} />,
            },
          ]}
        />
      </div>
    </>
  );
};
