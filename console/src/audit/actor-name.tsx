import { useQuery } from '@tanstack/react-query';
import type { AuditRecord } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { words } from '../words/index.ts';

const longMs = 5 * 60_000;

/** The end of an id, for those who may not read the name, and for who is no longer there. */
const short = (id: string): string => `…${id.slice(-6)}`;

const usePersonName = (id: string, enabled: boolean): string | undefined => {
  const { api, me, may } = useSession();
  const { data } = useQuery({
    queryKey: ['members', 'names'],
    queryFn: ({ signal }) => api.members.list({ query: { limit: '100' }, signal }),
    enabled: enabled && may('members:read'),
    staleTime: longMs,
  });
  if (me.person?.id === id) return me.person.name ?? me.person.email ?? undefined;
  const person = data?.data.find((member) => [member.id, member.person.id].includes(id))?.person;
  return person?.name ?? person?.email ?? undefined;
};

const useKeyName = (id: string, enabled: boolean): string | undefined => {
  const { api, me, may } = useSession();
  const { data } = useQuery({
    queryKey: ['key', id],
    queryFn: ({ signal }) => api.apiKeys.get({ params: { api_key_id: id }, signal }).catch(() => null),
    enabled: enabled && may('keys:read') && me.key?.id !== id,
    staleTime: longMs,
  });
  return me.key?.id === id ? me.key.name : data?.name;
};

interface Actor {
  readonly type: AuditRecord['actor']['type'];
  readonly id: string;
}

/** The actor with this id: an API key, or a person as a member. */
export const actorOf = (id: string): Actor => ({ type: id.startsWith('key_') ? 'api_key' : 'person', id });

/** The name of who acted: of a person, or of an API key. */
export const ActorName = ({ actor: { type, id } }: { readonly actor: Actor }) => {
  const person = usePersonName(id, type === 'person');
  const key = useKeyName(id, type === 'api_key');
  const { audit } = words;
  if (type === 'operator') return <bdi>{audit.operator(id)}</bdi>;
  if (type === 'person') return <bdi>{person ?? `${audit.person} ${short(id)}`}</bdi>;
  return <bdi>{key ?? `${audit.key} ${short(id)}`}</bdi>;
};
