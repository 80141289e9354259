import { daySeconds } from '#lib/domain/durations.ts';
import { newId } from '#lib/domain/ids.ts';
import { putHeartbeatObject } from '../bucket/put-heartbeat.ts';
import { eventKey } from '../keys.ts';
import { batchWrite } from '../operations/batch-write.ts';

/*
 * A heartbeat takes the same paths as writes and uploads: an item, which the table's stream delivers to each
 * of its readers, and an object, which the bucket reports. Its only effect is to invoke the functions. An
 * alarm fires when they are not invoked.
 */

/** Like the type of an event, but the API never shows it. */
export const heartbeatType = 'heartbeat';

const keptSeconds = daySeconds;

export const sendHeartbeats = async (): Promise<void> => {
  const id = newId('evt');
  const expires = Math.floor(Date.now() / 1000) + keptSeconds;
  await batchWrite({ puts: [{ ...eventKey(id, id), id, type: heartbeatType, expires }] });
  await putHeartbeatObject();
};
