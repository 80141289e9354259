import type { LimitAction, Plan } from 'voice-agent-platform-client';

/** The settings of a plan as people enter them. */
export const noPlan = {
  name: '',
  currency: 'EUR',
  base_fee: '0',
  included_minutes: '0',
  minute_rate: '',
  included_messages: '0',
  message_rate: '0',
  rounding_seconds: '60',
  at_limit: 'charge' as LimitAction,
};

export type PlanDraft = typeof noPlan;

export const draftOf = (plan: Plan): PlanDraft => ({
  name: plan.name,
  currency: plan.currency,
  base_fee: plan.base_fee,
  included_minutes: String(plan.included_minutes),
  minute_rate: plan.minute_rate,
  included_messages: String(plan.included_messages),
  message_rate: plan.message_rate,
  rounding_seconds: String(plan.rounding_seconds),
  at_limit: plan.at_limit,
});

export const bodyOf = (draft: PlanDraft) => ({
  ...draft,
  included_minutes: Number(draft.included_minutes),
  included_messages: Number(draft.included_messages),
  rounding_seconds: Number(draft.rounding_seconds),
});
