import type { AuditRecord } from 'voice-agent-platform-client';
import { short, useKnownNames } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { words } from '../words/index.ts';

interface Actor {
  readonly type: AuditRecord['actor']['type'];
  readonly id: string;
}

/** The actor with this id: an API key, or a person as a member. */
export const actorOf = (id: string): Actor => ({ type: id.startsWith('key_') ? 'api_key' : 'person', id });

/** The name of who acted: of a person, or of an API key. */
export const ActorName = ({ actor: { type, id } }: { readonly actor: Actor }) => {
  const { me } = useSession();
  const own = [me.key, me.person].find((mine) => mine?.id === id);
  const nameOf = useKnownNames(type === 'person' ? 'person' : 'key', own || type === 'operator' ? [] : [id]);
  const name = own ? (own.name ?? me.person?.email) : nameOf(id);
  const { audit } = words;
  if (type === 'operator') return <bdi>{audit.operator(id)}</bdi>;
  return <bdi>{name ?? `${type === 'person' ? audit.person : audit.key} ${short(id)}`}</bdi>;
};
