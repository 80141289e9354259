import { isDeepStrictEqual } from 'node:util';
import type { ClientSettings } from '#lib/contract/client-settings.ts';
import type { Client, ClientInput, ClientItem, ClientReplacement, list } from '#lib/contract/clients.ts';
import { invalid } from '#lib/contract/errors.ts';
import type { FiltersOf } from '#lib/contract/page.ts';
import type { Caller, Reach } from '#lib/domain/caller.ts';
import { ownerOf, platform, reaches } from '#lib/domain/caller.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import type { Depth } from '#lib/domain/organizations/depth.ts';
import { ownDepth } from '#lib/domain/organizations/depth.ts';
import { inheritSettings } from '#lib/domain/organizations/hierarchy.ts';
import { nameKeyBeginning, nameKeyOf } from '#lib/domain/text.ts';
import type { Claim } from '#lib/store/claims.ts';
import { claimItems, claimRemovals, claimWrites, externalIdClaim } from '#lib/store/claims.ts';
import { changed, entityChanges, entityWrites } from '#lib/store/entity.ts';
import { eventWrite } from '#lib/store/events/events.ts';
import { externalIdKey, keyOf, listSort } from '#lib/store/keys.ts';
import { countOne, uncountOne } from '#lib/store/limits/quotas.ts';
import { facetAsks, facetValues } from '#lib/store/lists/facet.ts';
import type { Asks, Entry, Page, PageRequest } from '#lib/store/lists/listing.ts';
import { askedBy, entryItems, entryRemovals, listEntries, ownersOf } from '#lib/store/lists/listing.ts';
import type { ListOwner } from '#lib/store/lists/shards.ts';
import { ownerAt, unspreadAt } from '#lib/store/lists/shards.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import type { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import { remove, removeVersion } from '#lib/store/operations/remove.ts';
import { pack, unpack } from '#lib/store/records.ts';
import type { Item } from '#lib/store/table.ts';
import { sumAgainTask } from '#lib/store/tasks/sum-usage.ts';
import { taskWrite } from '#lib/store/tasks/tasks.ts';
import { clientFacets } from './facets.ts';
import { knownPath, rememberPath } from './known-paths.ts';

/** A client as it is stored: with the ids of the organizations from the top down to itself. */
export interface ClientRecord extends Omit<Client, 'effective_settings' | 'test'> {
  readonly path: readonly string[];
  /** The depth of the highest organization for tests in the path; absent: there is none. */
  readonly test_from?: Depth;
  /** The time at which its erasure began. */
  readonly erasing_since?: string;
}

/** An organization with all those above it. */
export interface Lineage {
  readonly client: ClientRecord;
  /** From the top down to the client itself. */
  readonly members: readonly ClientRecord[];
}

/**
 * Whether an organization is for tests: its conversations are in no list and no bill of an organization
 * above.
 */
export const isTest = ({ test_from }: Pick<ClientRecord, 'test_from'>): boolean => test_from !== undefined;

const json = ['settings', 'billing_info', 'metadata'] as const;

/** Unique among the organizations below the same parent, or at the top. */
const externalIdOf = (client: ClientRecord) =>
  externalIdClaim(
    'client_id',
    client,
    (externalId) => externalIdKey('clients', client.parent_id ?? platform, externalId),
    {
      facet: 'client_external_id',
      path: client.path.slice(0, -1),
      place: listSort(client.created_at, client.id),
    },
  );

/** Unique on the whole platform: a browser knows nothing but the domain. */
const brandDomainOf = ({ id, settings }: ClientRecord): Claim<'domain_taken'> => ({
  key: settings.branding?.domain === undefined ? undefined : keyOf('brand_domain', settings.branding.domain),
  field: 'client_id',
  entity: id,
  code: 'domain_taken',
});

const toItem = (client: ClientRecord): Item => ({ ...pack(client, json), ...keyOf('client', client.id) });
export const clientFromItem = (item: Item): ClientRecord =>
  unpack<ClientRecord>({ external_id: null, ...item }, json);

const entryOf = (client: ClientRecord): Entry => {
  const { id, created_at, updated_at, version, name, type, parent_id, status, external_id, path } = client;
  const test = isTest(client);
  return {
    list: 'clients',
    owners: ownersOf(path),
    time: created_at,
    id,
    name_key: nameKeyOf(name),
    facets: (owner) => facetValues(clientFacets, client, owner),
    shown: {
      id,
      created_at,
      updated_at,
      version,
      name,
      type,
      parent_id,
      status,
      ...(external_id !== null && { external_id }),
      ...(test && { test }),
    },
  };
};

/** The record as it is if another organization has the domain of its branding now. */
export const withoutBrandDomain = (item: Item): Item => {
  const client = clientFromItem(item);
  const { branding: { domain: _domain, ...branding } = {}, ...settings } = client.settings;
  return toItem({
    ...client,
    settings: Object.keys(branding).length > 0 ? { ...settings, branding } : settings,
  });
};

/** The items that an organization has besides its record. */
export const clientFootprint = (item: Item): Item[] => {
  const client = clientFromItem(item);
  return [
    ...claimItems(externalIdOf(client)),
    ...claimItems(brandDomainOf(client)),
    ...entryItems(entryOf(client)),
  ];
};

/** The path of an organization that the caller reaches. */
export const findPath = async (caller: Caller, id: string): Promise<readonly string[] | undefined> => {
  const known = knownPath(id);
  // An id outside the caller's reach costs the same read as an unknown one, so that timing does not reveal
  // that it exists.
  return known && reaches(caller, known) ? known : (await findClient(caller, id))?.path;
};

/** An organization, without checking the caller, for work of the service itself. */
export const readClient = async (id: string): Promise<ClientRecord | undefined> => {
  const item = await get(keyOf('client', id));
  if (!item) return undefined;
  const client = clientFromItem(item);
  rememberPath(client.id, client.path);
  return client;
};

/** The organization that shows the console under a domain. */
export const findByBrandDomain = async (domain: string): Promise<ClientRecord | undefined> => {
  const item = await get(keyOf('brand_domain', domain));
  return item && readClient(String(item.client_id));
};

export const findClient = async (caller: Reach, id: string): Promise<ClientRecord | undefined> => {
  const client = await readClient(id);
  return client && reaches(caller, client.path) ? client : undefined;
};

const clientsFromItems = (items: readonly (Item | undefined)[]): ClientRecord[] =>
  items.flatMap((item) => (item ? [clientFromItem(item)] : []));

/** The organizations of a path, from the top. */
export const readAll = async (ids: readonly string[]): Promise<ClientRecord[]> =>
  clientsFromItems(await batchGet(ids.map((id) => keyOf('client', id))));

/** An organization with all those above it, from their items; undefined if it was erased. */
export const lineageFromItems = (id: string, items: readonly (Item | undefined)[]): Lineage | undefined => {
  const members = clientsFromItems(items);
  const client = members.at(-1);
  return client?.id === id ? { client, members } : undefined;
};

export const findLineage = async (caller: Reach, id: string): Promise<Lineage | undefined> => {
  const known = knownPath(id);
  if (known && reaches(caller, known)) {
    return lineageFromItems(id, await batchGet(known.map((id) => keyOf('client', id))));
  }
  const client = await findClient(caller, id);
  if (!client) return undefined;
  const above = client.path.slice(0, -1);
  return { client, members: [...(above.length > 0 ? await readAll(above) : []), client] };
};

/** The ids of the organizations from the top down to the caller's own; none: the caller is the platform's. */
export const pathOfCaller = async (caller: Caller): Promise<readonly string[]> =>
  caller.client_id === null ? [] : ((await findPath(caller, caller.client_id)) ?? [caller.client_id]);

/** The owner of the lists to read: the named organization, if the caller reaches it, or the caller's own. */
export const findOwner = async (caller: Caller, clientId: string | undefined): Promise<string | undefined> =>
  clientId === undefined ? ownerOf(caller) : (await findPath(caller, clientId))?.at(-1);

/** The same, for lists that may be spread over partitions. */
export const findListOwner = async (
  caller: Caller,
  clientId: string | undefined,
): Promise<ListOwner | undefined> => {
  const id = clientId ?? caller.client_id;
  const path = id === null ? [] : await findPath(caller, id);
  return path && ownerAt(path);
};

/** An organization with those above it, for work of the service itself; undefined: one of them is gone. */
export const readLineage = async (path: readonly string[]): Promise<Lineage | undefined> =>
  lineageFromItems(path.at(-1) ?? '', await batchGet(path.map((id) => keyOf('client', id))));

/** The settings that apply at the end of a path. */
export const settingsOf = async (path: readonly string[]): Promise<ClientSettings> => {
  const items = await batchGet(
    path.map((id) => keyOf('client', id)),
    { attributes: ['settings'] },
  );
  return inheritSettings(
    items.flatMap((item) =>
      item ? [unpack<Pick<ClientRecord, 'settings'>>(item, ['settings']).settings] : [],
    ),
  );
};

/** A suspended client and its descendants accept nothing new. */
export const isSuspended = ({ members }: Lineage): boolean =>
  members.some(({ status }) => status === 'suspended');

/** The same for the organization at the end of a path. The platform is never suspended. */
export const isPathSuspended = async (path: readonly string[]): Promise<boolean> => {
  const items = await batchGet(
    path.map((id) => keyOf('client', id)),
    { attributes: ['status'] },
  );
  return items.some((item) => item?.status === 'suspended');
};

export const represent = ({ client: { path: _path, test_from, ...client }, members }: Lineage): Client => ({
  ...client,
  test: test_from !== undefined,
  effective_settings: inheritSettings(members.map(({ settings }) => settings)),
});

export const insertClient = (
  parent: Lineage | null,
  { parent_id: _parentId, test, ...input }: ClientInput,
): Write<Client, 'quota_exceeded' | 'external_id_exists'> => {
  if (input.settings.branding?.domain !== undefined) {
    const detail = 'can be set once the organization exists and its record names it';
    throw invalid({ pointer: '/settings/branding/domain', code: 'fixed', detail });
  }
  const id = newId('client');
  const created_at = createdAt(id);
  const above = parent?.client.path ?? [];
  const test_from = parent?.client.test_from ?? (test ? ownDepth(above) + 1 : undefined);
  const client: ClientRecord = {
    id,
    created_at,
    updated_at: created_at,
    version: 1,
    ...input,
    parent_id: parent?.client.id ?? null,
    path: [...above, id],
    ...(test_from !== undefined && { test_from }),
  };
  return {
    operations: [
      ...countOne(parent, 'children'),
      ...entityWrites({ toItem, entryOf }, client),
      ...claimWrites(externalIdOf(client)),
      eventWrite('client.created', client),
    ],
    reply: represent({ client, members: [...(parent?.members ?? []), client] }),
  };
};

/** The fields of a client that a request may change. */
export const replaceableFields = ({
  name,
  settings,
  billing_info,
  status,
  external_id,
  metadata,
}: ClientRecord): Pick<
  ClientReplacement,
  'name' | 'settings' | 'billing_info' | 'status' | 'external_id' | 'metadata'
> => ({
  name,
  settings,
  billing_info,
  status,
  external_id,
  metadata,
});

const isSuspension = (before: ClientRecord, after: ClientRecord): boolean =>
  before.status !== 'suspended' && after.status === 'suspended';

const endsSuspension = (before: ClientRecord, after: ClientRecord): boolean =>
  before.status === 'suspended' && after.status !== 'suspended';

/** Changes a client. A replacement without an effect is answered without a write. */
export const replaceClient = (
  before: Lineage,
  { name, settings, billing_info, status = 'active', external_id = null, metadata }: ClientReplacement,
): Write<Client, 'external_id_exists' | 'domain_taken'> => {
  const fields = { name, settings, billing_info, status, external_id, metadata };
  if (isDeepStrictEqual(fields, replaceableFields(before.client))) {
    return { operations: [], reply: represent(before), replaces: represent(before) };
  }
  const client = changed(before.client, fields);
  return {
    operations: [
      ...entityChanges({ toItem, entryOf }, before.client, client),
      ...claimWrites(externalIdOf(client), externalIdOf(before.client)),
      ...claimWrites(brandDomainOf(client), brandDomainOf(before.client)),
      eventWrite(isSuspension(before.client, client) ? 'client.suspended' : 'client.updated', client),
      ...(isDeepStrictEqual(settings.rate_limit, before.client.settings.rate_limit)
        ? []
        : [taskWrite({ kind: 'limit_keys', id: client.id, group: client.id })]),
      ...(endsSuspension(before.client, client)
        ? [taskWrite({ kind: 'replay_parked', id: client.id, group: client.id })]
        : []),
      ...(settings.timezone === before.client.settings.timezone ? [] : [sumAgainTask(client.id)]),
    ],
    reply: represent({ client, members: [...before.members.slice(0, -1), client] }),
    replaces: represent(before),
  };
};

/** Suspends a client, and reports that it will be erased with all its content. */
export const beginErasing = (
  before: Lineage,
): { readonly operations: readonly Operation<Stale>[]; readonly after: ClientRecord } => {
  const erasing_since = new Date().toISOString();
  const after = changed(before.client, { status: 'suspended', erasing_since }, erasing_since);
  return {
    operations: [
      ...entityChanges({ toItem, entryOf }, before.client, after),
      eventWrite(isSuspension(before.client, after) ? 'client.suspended' : 'client.updated', after),
    ],
    after,
  };
};

/** Removes a client whose content has been removed. */
export const removeClient = (client: ClientRecord): readonly Operation<Stale>[] => [
  removeVersion(keyOf('client', client.id), client.version),
  remove(keyOf('counts', client.id)),
  remove(keyOf('opening_hours', client.id)),
  ...claimRemovals(externalIdOf(client)),
  ...claimRemovals(brandDomainOf(client)),
  ...uncountOne(client.path.slice(0, -1), 'children'),
  ...entryRemovals(entryOf(client)),
  // The event belongs to the organization above, because this one no longer exists.
  eventWrite('client.erased', { ...client, path: client.path.slice(0, -1) }),
];

export type ClientFilters = Partial<FiltersOf<typeof list.query>>;

/** A function, so that the bundles of functions that list nothing do not contain it. */
const asks = (): Asks<ClientFilters> => ({
  parent_id: (parent) => ({ facets: { parent } }),
  ...facetAsks(clientFacets),
  name: (name) => ({ name: nameKeyBeginning(name) }),
  updated_after: (time) => ({ changedFrom: time }),
});

/**
 * The organizations below the end of a path. With `parent_id`, which has to be that end, only its children:
 * other lists do not distinguish these from other descendants.
 */
export const listClients = async (
  path: readonly string[],
  filters: ClientFilters,
  paging: PageRequest,
): Promise<Page<ClientItem>> => {
  const { items, next } = await listEntries<Omit<ClientItem, 'test'> & { readonly test?: true }>({
    list: 'clients',
    owner: unspreadAt(path),
    ...askedBy(asks(), filters),
    ...paging,
  });
  return { data: items.map(({ test = false, ...item }) => ({ ...item, test })), next };
};
