import { handleSchedule } from '#lib/events/handle-schedule.ts';
import { sendHeartbeats } from '#lib/store/events/heartbeat.ts';

/** Makes the stream and the bucket report something, so that it is noticed when they no longer do. */
export const handler = handleSchedule(async () => {
  await sendHeartbeats();
  return { done: 1, failed: 0 };
});
