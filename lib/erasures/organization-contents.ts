import { finishRemoval } from '#lib/agents/agent-removal.ts';
import { beginRemoval, readWholeAgent } from '#lib/agents/agents.ts';
import { analyzers } from '#lib/analysis/analyzer-record.ts';
import { finishAnalyzerRemoval } from '#lib/analysis/analyzer-removal.ts';
import { removalOf } from '#lib/analysis/analyzers.ts';
import { analysisRuns } from '#lib/analysis/runs.ts';
import { eraseAccount } from '#lib/billing/erase-account.ts';
import { plans } from '#lib/billing/plans.ts';
import type { scopesOfErasure } from '#lib/contract/clients.ts';
import { isCarrier } from '#lib/contract/integrations.ts';
import { minuteMs } from '#lib/domain/durations.ts';
import { eraseExport } from '#lib/exports/remove-files.ts';
import { removeImports } from '#lib/imports/imports.ts';
import { integrationRemovals, integrations } from '#lib/integrations/integrations.ts';
import { removeEvents } from '#lib/integrations/provider-events.ts';
import { apiKeys, removeApiKey } from '#lib/keys/api-keys.ts';
import { readClient, removeClient } from '#lib/organizations/clients.ts';
import { connectionRemovals, connections } from '#lib/people/connections.ts';
import { invitationRemovals, invitations } from '#lib/people/invitations.ts';
import { memberRemovals, members } from '#lib/people/members.ts';
import { readPerson } from '#lib/people/people.ts';
import { removeIndex } from '#lib/search/build.ts';
import { removalTasks } from '#lib/search/erased-documents.ts';
import type { Entities, EntityRecord, OwnedEntity } from '#lib/store/entity.ts';
import { entityRemovals } from '#lib/store/entity.ts';
import { removeJob } from '#lib/store/jobs.ts';
import type { ListName } from '#lib/store/keys.ts';
import { idIn, keyIn, keyOf } from '#lib/store/keys.ts';
import type { Owner } from '#lib/store/lists/listing.ts';
import { countEntries } from '#lib/store/lists/listing.ts';
import { ownerAt } from '#lib/store/lists/shards.ts';
import type { TimeLeft } from '#lib/store/lists/sweep.ts';
import { isComplete, sweepList } from '#lib/store/lists/sweep.ts';
import { batchWrite } from '#lib/store/operations/batch-write.ts';
import { commit } from '#lib/store/operations/commit.ts';
import type { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import type { OfKind } from '#lib/store/table.ts';
import { eraseRun } from '#lib/test-suites/runs.ts';
import { scenarioRemovals, scenarios } from '#lib/test-suites/scenarios.ts';
import { suites } from '#lib/test-suites/suites.ts';
import { toolServers } from '#lib/tools/tool-servers.ts';
import { removeUsage } from '#lib/usage/rebuild.ts';
import { readWebhookWithHealth, removeWebhook } from '#lib/webhooks/webhooks.ts';
import { widgets } from '#lib/widgets/widgets.ts';
import { beginErasure, finishErasure } from './conversation-erasure.ts';

/**
 * Commits the operations that are needed now, and decides again after a race. Returns false if there are
 * none.
 */
const commitLatest = (decide: () => Promise<readonly Operation<Stale>[] | undefined>): Promise<boolean> =>
  retryStale(async () => {
    const operations = await decide();
    if (!operations) return false;
    await commit(operations);
    return true;
  });

/** Erases one entity: reads it, and removes it as it is. Returns false if there is none. */
const erasing =
  <R>(
    read: (id: string) => Promise<R | undefined>,
    removals: (record: R) => readonly Operation<Stale>[] | Promise<readonly Operation<Stale>[]>,
  ) =>
  (id: string): Promise<boolean> =>
    commitLatest(async () => {
      const record = await read(id);
      return record && removals(record);
    });

const erasingEntity = <R extends EntityRecord<OwnedEntity>, T>(all: Entities<R, T>) =>
  erasing(all.read, (record) => entityRemovals(all, record));

/** Erases an entity whose erasure ends with work that may also be left from an earlier attempt. */
const erasingInSteps =
  (begin: (id: string) => Promise<boolean>, finish: (id: string) => Promise<unknown>) =>
  async (id: string): Promise<boolean> => {
    const begun = await begin(id);
    await finish(id);
    return begun;
  };

const eraseIntegration = erasing(integrations.read, integrationRemovals);

/** Whether recordings of calls may still have to be removed at the carrier, which takes its account. */
const removesRecordings = async (id: string): Promise<boolean> => {
  const integration = await integrations.read(id);
  return integration !== undefined && isCarrier(integration.provider);
};

/**
 * The lists that an organization owns, in the order of their erasure, with the function that erases one
 * entity.
 */
const owned = {
  // These come first, so that nothing new arrives.
  widgets: erasingEntity(widgets),
  api_keys: erasing(
    (id) => get(keyOf('api_key', id)),
    (item) => removeApiKey(apiKeys.fromItem(item)),
  ),
  invitations: erasing(invitations.read, invitationRemovals),
  members: erasing(members.read, async (member) =>
    memberRemovals(member, await readPerson(member.person_id)),
  ),
  connections: erasing(connections.read, connectionRemovals),
  webhooks: erasing(
    readWebhookWithHealth,
    async (webhook) => (await removeWebhook(webhook)).operations as readonly Operation<Stale>[],
  ),
  integrations: async (id, isSecond) => {
    if (!isSecond && (await removesRecordings(id))) return true;
    await removeEvents(id);
    await removeImports(id);
    return eraseIntegration(id);
  },
  // Before the conversations, so that no task analyzes them again.
  test_runs: eraseRun,
  test_suites: erasingEntity(suites),
  scenarios: erasing(scenarios.read, scenarioRemovals),
  analysis_runs: (id) => removeJob(analysisRuns, id),
  analyzers: erasingInSteps(erasing(analyzers.read, removalOf), finishAnalyzerRemoval),
  tool_servers: erasingEntity(toolServers),
  // Copies are erased before their originals.
  exports: eraseExport,
  conversations: erasingInSteps(
    erasing((id) => get(keyOf('conversation', id)), beginErasure),
    finishErasure,
  ),
  agents: erasingInSteps(erasing(readWholeAgent, beginRemoval), finishRemoval),
  plans: erasingEntity(plans),
} satisfies Record<
  Exclude<
    ListName,
    | 'audit_records'
    | 'recognizers'
    | 'clients'
    | 'versions'
    | 'documents'
    | 'messages'
    | 'integration_events'
    | 'imports'
    | 'analyzer_versions'
    | 'analyses'
    | 'reviews'
    | 'erasures'
  >,
  (id: string, isSecond: boolean) => Promise<boolean>
>;

type OwnedList = keyof typeof owned;
/** The request requires a scope for each list. A list without one does not compile. */
const ownedLists: readonly (keyof typeof scopesOfErasure)[] = Object.keys(owned) as OwnedList[];

/**
 * Erases the entities of a list. If an entity no longer exists, its entry is removed, so that the list
 * becomes empty.
 */
const eraseList = async (
  owner: Owner,
  list: OwnedList,
  isSecond: boolean,
  timeLeft: TimeLeft,
): Promise<boolean> => {
  const swept = await sweepList(
    { list, owner },
    async (entry) => {
      if (!(await owned[list](idIn(entry.sk), isSecond))) await batchWrite({ removals: [keyIn(entry)] });
      return true;
    },
    timeLeft,
  );
  return isComplete(swept, timeLeft);
};

/** Removes an organization's data outside of lists, and then its record. */
const removeOne = async (id: string): Promise<boolean> => {
  await removeUsage(id);
  await eraseAccount(id);
  await removeIndex(id);
  // An index builder may still be writing. A later run removes its segments.
  await batchWrite({
    puts: removalTasks([id]).filter((task) => task.id === id),
    removals: [keyOf('export_gate', id)],
  });
  return commitLatest(async () => {
    const client = await readClient(id);
    return client && removeClient(client);
  });
};

/** Removes the descendants from the deepest up, so that none is ever without its ancestors. */
const removeDescendants = async (id: string, timeLeft: TimeLeft): Promise<boolean> => {
  const entries: (OfKind & { readonly id: string; readonly parent_id: string })[] = [];
  await sweepList(
    { list: 'clients', owner: id },
    async (entry) => {
      entries.push(entry as unknown as (typeof entries)[number]);
      return true;
    },
    timeLeft,
  );
  // The youngest first, because descendants are younger than their ancestors.
  for (const entry of entries.reverse()) {
    if (!timeLeft()) return false;
    if (entry.id === id || (await removeOne(entry.id))) continue;
    await batchWrite({ removals: [keyIn(entry)] });
  }
  return timeLeft();
};

/**
 * Erases everything that an organization and its descendants own, in the first pass without the accounts at
 * carriers. Returns false if time ran out.
 */
export const eraseContents = async (id: string, isSecond: boolean, timeLeft: TimeLeft): Promise<boolean> => {
  const path = (await readClient(id))?.path ?? [id];
  for (const list of ownedLists) {
    const owner = list === 'conversations' ? ownerAt(path) : id;
    if (!(await eraseList(owner, list, isSecond, timeLeft))) return false;
  }
  return timeLeft();
};

/**
 * Longer than any request that began before the suspension may take, including the time for which functions
 * cache keys.
 */
const secondLookMs = minuteMs;

/** Long enough to remove recordings at a carrier also if it fails at first. */
const carriersMs = 15 * minuteMs;

/**
 * The time at which everything that began before the suspension has ended, and what the first pass has left
 * to tasks.
 */
export const secondLookAt = async (id: string): Promise<Date> => {
  const since = (await readClient(id))?.erasing_since;
  const { count } = await countEntries(id, 'integrations', 1);
  const untilRemoved = Date.now() + (count > 0 ? carriersMs : 0);
  return new Date(Math.max(untilRemoved, (since ? Date.parse(since) : 0) + secondLookMs));
};

/**
 * Removes an organization and its descendants, whose content has been removed. Returns false if time ran out.
 */
export const removeOrganizations = async (id: string, timeLeft: TimeLeft): Promise<boolean> => {
  if (!(await removeDescendants(id, timeLeft))) return false;
  await removeOne(id);
  return true;
};
