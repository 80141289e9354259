import type { Plan, PlanItem } from '#lib/contract/plans.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { EntityRecord } from '#lib/store/entity.ts';
import { entities } from '#lib/store/entity.ts';

export type PlanRecord = EntityRecord<Plan>;

export const plans = /* @__PURE__ */ entities<PlanRecord, PlanItem>({
  prefix: 'plan',
  list: 'plans',
  kind: 'plan',
  json: ['metadata'],
  shown: ({ path: _path, metadata: _metadata, ...shown }) => shown,
});

/**
 * A plan that an organization can subscribe to. A plan serves the descendants of its organization. A caller
 * outside that organization must not learn that it exists.
 */
export const findPlanFor = async (
  caller: Caller,
  client: { readonly path: readonly string[] },
  id: string,
): Promise<PlanRecord | undefined> => {
  const plan = await plans.find(caller, id);
  const serves = plan && (plan.client_id === null || client.path.slice(0, -1).includes(plan.client_id));
  return serves ? plan : undefined;
};
