import { useState } from 'react';
import type { InvitationItem, MemberItem, Role } from 'voice-agent-platform-client';
import { formatTime } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { List } from '../kit/list.tsx';
import { useForm } from '../kit/use-form.ts';
import { PageHead } from '../shell/page-head.tsx';
import { useOrg, useOrgList } from '../shell/use-org.ts';
import { words } from '../words/index.ts';
import { InviteDialog } from './invite-dialog.tsx';
import type { LeftKeys } from './keys-left.tsx';
import { KeysLeft } from './keys-left.tsx';
import { RoleField } from './role-field.tsx';

const roleOf = ({ role, scopes }: Pick<MemberItem, 'role' | 'scopes'>): string =>
  role ? words.people.roles[role].label : words.people.scopes(scopes.length);

const nameOf = ({ person }: MemberItem): string => person.name ?? person.email ?? person.id;

interface OfMember {
  readonly item: MemberItem;
  readonly onLeft: (left: LeftKeys) => void;
}

const ChangeRole = ({ item, onLeft, onClose }: OfMember & { readonly onClose: () => void }) => {
  const { api } = useSession();
  const form = useForm({
    initial: { role: item.role ?? ('listener' as Role) },
    send: (body) => api.members.update({ params: { member_id: item.id }, body }),
    refresh: [['members']],
    onSent: ({ exceeding_api_keys: ids }) => {
      onClose();
      if (ids.length > 0) {
        onLeft({
          title: words.people.exceedingKeys(nameOf(item)),
          text: words.people.exceedingKeysText,
          ids,
        });
      }
    },
  });
  return (
    <FormDialog
      form={form}
      title={words.people.roleOf(nameOf(item))}
      action={words.people.change}
      onClose={onClose}
    >
      <RoleField label={words.people.role} {...form.bind('role')} />
      <p>{words.people.keysStay}</p>
      {item.source === 'connection' && <p>{words.people.roleIsSetAgain}</p>}
    </FormDialog>
  );
};

const RemoveMember = ({ item, onLeft }: OfMember) => {
  const { api } = useSession();
  return (
    <ConfirmButton
      small
      aria-label={words.people.removeOf(nameOf(item))}
      ask={{
        title: words.people.removeTitle(nameOf(item)),
        text: (
          <>
            <p>{words.people.removeText}</p>
            <p>{item.source === 'connection' ? words.people.joinsAgain : words.people.mayJoinAgain}</p>
          </>
        ),
        action: words.kit.remove,
        danger: true,
        send: () => api.members.remove({ params: { member_id: item.id }, query: { revoke_keys: 'true' } }),
        refresh: [['members'], ['keys']],
        onSent: ({ rotated_api_keys }) => {
          const ids = rotated_api_keys.map(({ id }) => id);
          if (ids.length > 0) {
            onLeft({
              title: words.people.rotatedKeys(nameOf(item)),
              text: words.people.rotatedKeysText,
              ids,
            });
          }
        },
      }}
    >
      {words.kit.remove}
    </ConfirmButton>
  );
};

const RevokeInvitation = ({ item }: { readonly item: InvitationItem }) => {
  const { api } = useSession();
  return (
    <ConfirmButton
      small
      aria-label={words.people.revokeOf(item.email)}
      ask={{
        title: words.people.revokeTitle(item.email),
        text: <p>{words.people.revokeText}</p>,
        action: words.people.revoke,
        danger: true,
        send: () => api.invitations.revoke({ params: { invitation_id: item.id } }),
        refresh: [['invitations']],
      }}
    >
      {words.people.revoke}
    </ConfirmButton>
  );
};

/** The people of an organization and its descendants, and those who have been invited. */
export const MembersPage = () => {
  const { api, may } = useSession();
  const org = useOrg();
  // Outside the rows, because that of a removed member disappears.
  const [left, setLeft] = useState<LeftKeys>();
  const members = useOrgList('members', (query, signal) => api.members.list({ query, signal }));
  const invitations = useOrgList('invitations', (query, signal) => api.invitations.list({ query, signal }));
  return (
    <>
      <PageHead title={words.people.members}>
        {may('members:write') && (
          <DialogButton
            look="primary"
            dialog={(onClose) => <InviteDialog clientId={org} onClose={onClose} />}
          >
            {words.people.invite}
          </DialogButton>
        )}
      </PageHead>
      <List
        list={members}
        empty={{
          title: words.people.noMembers,
          text: words.people.noMembersText,
        }}
        label={words.people.members}
        columns={[
          { title: words.people.name, cell: nameOf },
          { title: words.people.email, cell: ({ person }) => person.email ?? '–' },
          { title: words.people.organization, cell: ({ client_id }) => <OrganizationName id={client_id} /> },
          { title: words.people.role, cell: roleOf },
          { title: words.people.lastSignIn, cell: ({ person }) => formatTime(person.signed_in_at) },
        ]}
        rowActions={(item) =>
          may('members:write') && (
            <>
              <DialogButton
                small
                aria-label={words.people.changeRoleOf(nameOf(item))}
                dialog={(onClose) => <ChangeRole item={item} onLeft={setLeft} onClose={onClose} />}
              >
                {words.people.changeRole}
              </DialogButton>
              <RemoveMember item={item} onLeft={setLeft} />
            </>
          )
        }
      />
      {left && <KeysLeft left={left} onClose={() => setLeft(undefined)} />}
      <h2>{words.people.invitations}</h2>
      <List
        list={invitations}
        empty={{ title: words.people.noInvitations, text: words.people.noInvitationsText }}
        label={words.people.invitations}
        columns={[
          { title: words.people.email, cell: ({ email }) => email },
          { title: words.people.organization, cell: ({ client_id }) => <OrganizationName id={client_id} /> },
          { title: words.people.role, cell: roleOf },
          { title: words.people.validUntil, cell: ({ expires_at }) => formatTime(expires_at) },
        ]}
        rowActions={(item) => may('members:write') && <RevokeInvitation item={item} />}
      />
    </>
  );
};
