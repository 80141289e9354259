import { minuteMs } from '#lib/domain/durations.ts';
import type { CallIds } from './calls.ts';

/** The stored data of a task that reads what a call has cost at its carrier. */
export interface CarrierCostTask extends CallIds {
  /** The looks since the end of the call that found no price. */
  readonly looks: number;
}

/** The pause between looks while the call goes on: most prices are there at the first look after its end. */
export const lookAgainMs = 10 * minuteMs;

/** The task that reads the cost of a call which begins now. */
export const carrierCostTask = (id: string, ids: CallIds) => ({
  kind: 'carrier_costs' as const,
  id,
  group: ids.integration_id,
  due: new Date(Date.now() + lookAgainMs).toISOString(),
  state: JSON.stringify({ ...ids, looks: 0 } satisfies CarrierCostTask),
});
