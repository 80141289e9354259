import { sealHours } from '#lib/audit/seal-hours.ts';
import { handleSchedule } from '#lib/events/handle-schedule.ts';

/** Seals the audit records of the hours that are over. */
export const handler = handleSchedule(sealHours);
