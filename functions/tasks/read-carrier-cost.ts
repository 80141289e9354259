import { handleTask } from '#lib/events/handle-task.ts';
import type { CarrierCostTask } from '#lib/integrations/carrier-cost-task.ts';
import { readCarrierCost } from '#lib/phone/read-carrier-cost.ts';

/** Reads what a call has cost at its carrier. */
export const handler = handleTask('carrier_costs', ({ id, state = '{}' }) =>
  readCarrierCost(id, JSON.parse(state) as CarrierCostTask),
);
