import { isDeepStrictEqual } from 'node:util';
import type { Plan, PlanInput, PlanItem, PlanReplacement } from '#lib/contract/plans.ts';
import { noMessages } from '#lib/domain/billing/subscription.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { reaches } from '#lib/domain/caller.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import { planKey } from '#lib/store/keys.ts';
import type { Entry, Page, PageRequest } from '#lib/store/lists/listing.ts';
import { entryItems, entryRemovals, entryWrites, listEntries, ownersOf } from '#lib/store/lists/listing.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { put, putOver } from '#lib/store/operations/put.ts';
import { removeVersion } from '#lib/store/operations/remove.ts';
import { pack, unpack } from '#lib/store/records.ts';
import type { Item } from '#lib/store/table.ts';

/**
 * A plan as it is stored: with the ids of its organization and that organization's ancestors, from the top
 * down.
 */
export interface PlanRecord extends Plan {
  readonly path: readonly string[];
}

const json = ['metadata'] as const;

const toItem = (plan: PlanRecord): Item => ({ ...pack(plan, json), ...planKey(plan.id) });
const asStored = (item: Item): PlanRecord => unpack<PlanRecord>(item, json);
const planFromItem = (item: Item): PlanRecord => ({ ...noMessages, ...asStored(item) });

const entryOf = ({ path, metadata: _metadata, ...shown }: PlanRecord): Entry => ({
  list: 'plans',
  owners: ownersOf(path),
  time: shown.created_at,
  id: shown.id,
  shown,
});

/** The items that a plan has besides its record. */
export const planFootprint = (item: Item): Item[] => entryItems(entryOf(asStored(item)));

export const represent = ({ path: _path, ...plan }: PlanRecord): Plan => plan;

/** A plan, without checking whether the caller may see it. */
export const readPlan = async (id: string): Promise<PlanRecord | undefined> => {
  const item = await get(planKey(id));
  return item && planFromItem(item);
};

export const findPlan = async (caller: Caller, id: string): Promise<PlanRecord | undefined> => {
  const plan = await readPlan(id);
  return plan && reaches(caller, plan.path) ? plan : undefined;
};

/**
 * A plan that an organization can subscribe to. A plan serves the descendants of its organization. A caller
 * outside that organization must not learn that it exists.
 */
export const findPlanFor = async (
  caller: Caller,
  client: { readonly path: readonly string[] },
  id: string,
): Promise<PlanRecord | undefined> => {
  const plan = await findPlan(caller, id);
  const serves = plan && (plan.client_id === null || client.path.slice(0, -1).includes(plan.client_id));
  return serves ? plan : undefined;
};

export const insertPlan = (
  path: readonly string[],
  { client_id: _clientId, ...input }: PlanInput,
): Write<Plan> => {
  const id = newId('plan');
  const created_at = createdAt(id);
  const plan: PlanRecord = {
    id,
    created_at,
    updated_at: created_at,
    version: 1,
    client_id: path.at(-1) ?? null,
    ...input,
    path,
  };
  return { operations: [put(toItem(plan)), ...entryWrites(entryOf(plan))], reply: represent(plan) };
};

/** The fields that a replacement sets. */
export const replaceableFields = (plan: PlanReplacement) => {
  const { name, currency, base_fee, included_minutes, minute_rate, included_messages, message_rate } = plan;
  const { rounding_seconds, at_limit, metadata } = plan;
  const prices = { base_fee, included_minutes, minute_rate, included_messages, message_rate };
  return { name, currency, ...prices, rounding_seconds, at_limit, metadata };
};

/** Changes a plan. A replacement without an effect is answered without a write. */
export const replacePlan = (before: PlanRecord, input: PlanReplacement): Write<Plan> => {
  const fields = replaceableFields(input);
  const replaces = represent(before);
  if (isDeepStrictEqual(fields, replaceableFields(before))) {
    return { operations: [], reply: replaces, replaces };
  }
  const plan: PlanRecord = {
    ...before,
    ...fields,
    version: before.version + 1,
    updated_at: new Date().toISOString(),
  };
  return {
    operations: [putOver(toItem(plan), before.version), ...entryWrites(entryOf(plan), entryOf(before))],
    reply: represent(plan),
    replaces,
  };
};

export const removePlan = (plan: PlanRecord): Write<undefined> => ({
  operations: [removeVersion(planKey(plan.id), plan.version), ...entryRemovals(entryOf(plan))],
  reply: undefined,
  replaces: represent(plan),
  about: plan,
});

export const listPlans = async (owner: string, paging: PageRequest): Promise<Page<PlanItem>> => {
  const { items, next } = await listEntries<PlanItem>({ list: 'plans', owner, ...paging });
  return { data: items.map((item) => ({ ...noMessages, ...item })), next };
};
