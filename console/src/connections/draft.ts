import type { Connection, ConnectionPatch } from 'voice-agent-platform-client';

/** The settings of a connection as people enter them. A secret that is left empty is unchanged. */
export const draftOf = ({ session_hours, recheck_minutes, ...connection }: Connection) => {
  const { name, oidc_client_id, join, max_role, enforced } = connection;
  return {
    ...{ name, oidc_client_id, join, max_role, enforced, client_secret: '' },
    session_hours: String(session_hours),
    recheck_minutes: recheck_minutes === null ? '' : String(recheck_minutes),
  };
};

type ConnectionDraft = ReturnType<typeof draftOf>;

/** The fields in which two drafts differ. */
export const patchOf = (before: ConnectionDraft, after: ConnectionDraft): ConnectionPatch => {
  const { session_hours, recheck_minutes, client_secret, ...others } = after;
  const all = {
    ...others,
    ...(client_secret && { client_secret }),
    session_hours: Number(session_hours),
    recheck_minutes: recheck_minutes ? Number(recheck_minutes) : null,
  };
  return Object.fromEntries(
    Object.entries(all).filter(
      ([name]) => after[name as keyof ConnectionDraft] !== before[name as keyof ConnectionDraft],
    ),
  );
};
