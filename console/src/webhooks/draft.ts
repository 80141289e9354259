import type { EventSelector, EventType } from 'voice-agent-platform-client';

/** `*` does not include it. */
export const byName: EventType = 'audit.recorded';

/** The settings of a webhook that people enter. */
export interface WebhookValues {
  readonly url: string;
  readonly description: string;
  readonly all: boolean;
  readonly events: readonly EventType[];
  readonly payload: 'full' | 'thin';
  readonly per_second: string;
}

export const noWebhook: WebhookValues = {
  url: '',
  description: '',
  all: true,
  events: [],
  payload: 'full',
  per_second: '',
};

/** With all events, only those count that `*` does not include. */
const selectorsOf = ({ all, events }: WebhookValues): EventSelector[] =>
  all ? ['*', ...events.filter((type) => type === byName)] : [...events];

/** Whether nothing is chosen, so that nothing can be saved. */
export const isEmpty = (values: WebhookValues): boolean => selectorsOf(values).length === 0;

export const bodyOf = (values: WebhookValues) => ({
  url: values.url || null,
  description: values.description || null,
  events: selectorsOf(values),
  payload: values.payload,
  per_second: values.per_second ? Number(values.per_second) : null,
});
