/** The fields of a conversation that has just begun, of which nothing is known before somebody reports it. */
export const unreported = {
  end_time: null,
  end_reason: null,
  outcome: null,
  sentiment: null,
  summary: null,
  data: {},
  quality: null,
  metrics: {},
  cost: null,
} as const;
