import { newId } from '#lib/domain/ids.ts';
import { putHeartbeatObject } from '../bucket/put-heartbeat.ts';
import { eventKey } from '../keys.ts';
import { batchWrite } from '../operations/batch-write.ts';

/*
 * A heartbeat takes the ways by which the service hears of writes and uploads: an item that the table's stream brings to each of
 * its readers, and an object that the bucket reports. Nobody follows it. It makes the functions run, and an alarm misses them.
 */

/** Like a type of event, and none that anybody else is shown. */
export const heartbeatType = 'heartbeat';

const keptSeconds = 24 * 60 * 60;

export const sendHeartbeats = async (): Promise<void> => {
  const id = newId('evt');
  const expires = Math.floor(Date.now() / 1000) + keptSeconds;
  await batchWrite({ puts: [{ ...eventKey(id, id), id, type: heartbeatType, expires }] });
  await putHeartbeatObject();
};
