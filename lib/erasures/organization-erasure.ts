import type { OrganizationErasure } from '#lib/contract/clients.ts';
import type { ClientRecord, Lineage } from '#lib/organizations/clients.ts';
import { beginErasing, represent } from '#lib/organizations/clients.ts';
import type { ListName } from '#lib/store/keys.ts';
import { countEntries } from '#lib/store/lists/listing.ts';
import { ownerAt } from '#lib/store/lists/shards.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { taskWrite } from '#lib/store/tasks/tasks.ts';

/*
 * An organization is erased in three steps. The request suspends it, so that nothing new begins, and creates
 * a task. The task erases the entities in the organization's lists, which include those of its descendants,
 * until the lists are empty: keys first, so that the organization can no longer send requests. A second pass,
 * after every earlier request has ended, finds what such a request added, and removes the accounts at
 * carriers, where recordings were still to be removed, and the organizations themselves. Each step can be
 * repeated after an interruption.
 */

/** The counts of an organization's content, and whether there is more than was counted. */
export interface Contents {
  readonly remaining: OrganizationErasure['remaining'];
  readonly has_more: boolean;
}

/** The maximum number of DynamoDB pages to count. Each has about 1,900 conversations. */
const maxCountedPages = 30;

export const countContents = async ({ id, path }: Pick<ClientRecord, 'id' | 'path'>): Promise<Contents> => {
  let pages = maxCountedPages;
  let has_more = false;
  const count = async (list: ListName): Promise<number> => {
    if (pages === 0) {
      has_more = true;
      return 0;
    }
    const counted = await countEntries(list === 'conversations' ? ownerAt(path) : id, list, pages);
    pages -= counted.pages;
    has_more ||= counted.hasMore;
    return counted.count;
  };
  const remaining = {
    organizations: await count('clients'),
    api_keys: await count('api_keys'),
    agents: await count('agents'),
    conversations: await count('conversations'),
  };
  return { remaining, has_more };
};

export const representErasure = (client: ClientRecord, contents: Contents): OrganizationErasure => ({
  client_id: client.id,
  status: client.erasing_since ? 'erasing' : 'dry_run',
  started_at: client.erasing_since ?? null,
  ...contents,
});

/** Begins the erasure of an organization. If it has begun already, only returns its progress. */
export const eraseOrganization = (lineage: Lineage, contents: Contents): Write<OrganizationErasure> => {
  const { client } = lineage;
  if (client.erasing_since) return { operations: [], reply: representErasure(client, contents) };
  const { operations, after } = beginErasing(lineage);
  return {
    operations: [...operations, taskWrite({ kind: 'erase_organization', id: client.id, group: client.id })],
    reply: representErasure(after, contents),
    replaces: represent(lineage),
  };
};
