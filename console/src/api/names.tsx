import type { QueryClient } from '@tanstack/react-query';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { AgentItem, Client, Organization, OrganizationItem, Scope } from 'voice-agent-platform-client';
import { words } from '../words/index.ts';
import { useSession } from './session.ts';

const longMs = 5 * 60_000;

/** An organization by its id, if the key may read organizations. */
export const useOrganization = (id: string | undefined): Organization | undefined => {
  const { api, may } = useSession();
  return useQuery({
    queryKey: ['client', id],
    queryFn: ({ signal }) => api.clients.get({ params: { client_id: id ?? '' }, signal }),
    enabled: id !== undefined && may('clients:read'),
    staleTime: longMs,
  }).data;
};

interface NameRequest {
  readonly signal: AbortSignal;
}

/** As many as a page of the API has. */
const limit = 100;

interface NamedEntity {
  readonly id: string;
  readonly name: string | null;
}

type ListNamed<T> = (
  query: { readonly limit: number; readonly name?: string },
  signal: AbortSignal,
) => Promise<{ readonly data: readonly T[] }>;

/** The first ones of a list, or of those whose names begin with some letters. */
const named = <T extends NamedEntity>(key: readonly string[], list: ListNamed<T>, name = '') => ({
  queryKey: [...key, name],
  queryFn: async ({ signal }: NameRequest): Promise<readonly T[]> =>
    (await list({ limit, ...(name && { name }) }, signal)).data,
});

const plain = (text: string): string =>
  ` ${text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`;

/**
 * The ones with these words in their names. The API finds names by their beginnings, so words inside are
 * found among the first hundred names.
 */
export const useNamed = <T extends NamedEntity>(
  key: readonly string[],
  list: ListNamed<T>,
  typed: string,
  enabled = true,
): readonly T[] => {
  const first = useQuery({ ...named(key, list), enabled });
  // The names that are shown stay until those for the next letter have arrived.
  const beginning = useQuery({
    ...named(key, list, typed),
    enabled,
    placeholderData: (previous: readonly T[] | undefined) => previous,
  });
  const wanted = plain(typed);
  const isWord = wanted !== ' ' || typed === '';
  const inside = (first.data ?? []).filter(({ name }) => isWord && name && plain(name).includes(wanted));
  return [...new Map([...(beginning.data ?? []), ...inside].map((one) => [one.id, one])).values()];
};

/** The list of all organizations that the key reaches, for `useNamed`. */
export const organizationsOf = (api: Client) =>
  [
    ['clients', 'named'],
    ((query, signal) => api.clients.list({ query, signal })) as ListNamed<OrganizationItem>,
  ] as const;

/** The list of all agents, or of those of an organization and below it, for `useNamed`. */
export const agentsOf = (api: Client, org?: string) =>
  [
    ['agents', 'named', ...(org ? [org] : [])],
    ((query, signal) =>
      api.agents.list({
        query: { ...query, ...(org && { client_id: org }) },
        signal,
      })) as ListNamed<AgentItem>,
  ] as const;

/** The first organizations that the key reaches. */
export const firstOrganizations = (api: Client) => named(...organizationsOf(api));

interface Kind {
  readonly scope: Scope;
  /** The first ones that the key reaches. Most names that a page shows are among them. */
  readonly first: (api: Client) => {
    readonly queryKey: readonly string[];
    readonly queryFn: (asked: NameRequest) => Promise<readonly NamedEntity[]>;
  };
  readonly one?: (api: Client, id: string, signal: AbortSignal) => Promise<NamedEntity>;
}

const kinds = {
  client: {
    scope: 'clients:read',
    first: firstOrganizations,
    one: (api, client_id, signal) => api.clients.get({ params: { client_id }, signal }),
  },
  agent: {
    scope: 'agents:read',
    first: (api) => named(...agentsOf(api)),
    one: (api, agent_id, signal) => api.agents.get({ params: { agent_id }, signal }),
  },
  key: {
    scope: 'keys:read',
    first: (api) => ({
      queryKey: ['keys', 'named'],
      queryFn: async ({ signal }) => (await api.apiKeys.list({ query: { limit }, signal })).data,
    }),
    one: (api, api_key_id, signal) => api.apiKeys.get({ params: { api_key_id }, signal }),
  },
  person: {
    scope: 'members:read',
    first: (api) => ({
      queryKey: ['members', 'named'],
      queryFn: async ({ signal }) => {
        const { data } = await api.members.list({ query: { limit: String(limit) }, signal });
        return data.flatMap(({ id, person }) =>
          [id, person.id].map((known) => ({ id: known, name: person.name ?? person.email })),
        );
      },
    }),
  },
} as const satisfies Record<string, Kind>;

type KindName = keyof typeof kinds;

const kindOf = (name: KindName): Kind => kinds[name];

/**
 * Begins to read the first of these kinds, so that the names of what a page lists are there together with the
 * list. Organizations are read by every page.
 */
export const useDirectory = (...names: readonly KindName[]): void => {
  const { api, may } = useSession();
  useQueries({
    queries: names.map((name) => ({
      ...kindOf(name).first(api),
      enabled: may(kindOf(name).scope),
    })),
  });
};

/** The end of an id, where the name cannot be read. */
export const short = (id: string): string => `…${id.slice(-6)}`;

/** Names by their ids, as soon as they were read and as far as the key may read them. */
export const useKnownNames = (
  of: KindName | undefined,
  ids: readonly string[],
): ((id: string) => string | undefined) => {
  const { api, may } = useSession();
  const kind = of && kindOf(of);
  const unique = [...new Set(kind && may(kind.scope) ? ids : [])];
  const found = useQueries({
    queries: unique.map((id) => ({
      queryKey: [kind?.first(api).queryKey[0], 'name of', id],
      queryFn: async ({
        signal,
        client,
      }: NameRequest & { readonly client: QueryClient }): Promise<string | null> => {
        if (!kind) return null;
        const listed = (await client.fetchQuery(kind.first(api))).find((one) => one.id === id);
        // A failure is cached as null: the name of something that was removed would otherwise be requested on
        // every mount.
        return (listed ?? (await kind.one?.(api, id, signal).catch(() => null)))?.name ?? null;
      },
      staleTime: longMs,
    })),
  });
  return (id) => found[unique.indexOf(id)]?.data ?? undefined;
};

/** Names by their ids. Until a name was read, and without the scope for it: the end of the id. */
export const useNames = (of: KindName | undefined, ids: readonly string[]): ((id: string) => string) => {
  const nameOf = useKnownNames(of, ids);
  return (id) => nameOf(id) ?? short(id);
};

export const AgentName = ({ id }: { readonly id: string }) => <>{useNames('agent', [id])(id)}</>;

interface OrganizationNameProps {
  /** Null for the platform. */
  readonly id: string | null;
  /** The words for the platform, where its name would not do. */
  readonly instead?: string;
}

export const OrganizationName = ({ id, instead = words.shell.thePlatform }: OrganizationNameProps) => {
  const nameOf = useNames('client', id ? [id] : []);
  return <>{id ? nameOf(id) : instead}</>;
};
