import type { Analysis } from 'voice-agent-platform-client';

/** The decisions of a review beside its verdicts: sent again, because a review replaces the last one. */
export const othersIn = ({ fields, review }: Analysis) =>
  review && {
    outcome: review.outcome,
    sentiment: review.sentiment,
    successful: review.successful,
    // A later analysis may no longer have a field.
    fields: review.fields.filter(({ name }) => fields.some((field) => field.name === name)),
  };
