import type { CallRecorder, CarrierRecording } from '#lib/domain/integrations/call-recorder.ts';
import { ProviderError } from '../errors.ts';
import { ask, baseUrlOf } from '../http.ts';
import { openAt } from '../open-at.ts';
import { listOf, objectOf, textOf } from '../reading.ts';
import { accountPath, service } from './api.ts';
import { formOf } from './form.ts';

/** The recordings that were begun by the API, as those of the platform are. Others are not the platform's. */
const ownSource = 'StartCallRecordingAPI';

const states: Readonly<Record<string, CarrierRecording['state']>> = {
  'in-progress': 'recording',
  paused: 'recording',
  completed: 'finished',
  absent: 'absent',
};

/** Records calls by Twilio's REST API (twilio.com/docs/voice/api/recording). */
export const callRecorder = (credential: string): CallRecorder => {
  const account = accountPath(credential);
  const ofCall = (callId: string) => `${account}/Calls/${callId}/Recordings`;
  return {
    begin: async (callId, callback) => {
      const form = formOf({
        RecordingChannels: 'dual',
        RecordingStatusCallback: callback,
        RecordingStatusCallbackEvent: 'completed absent',
      });
      await ask(service, credential, { method: 'POST', path: `${ofCall(callId)}.json`, form });
    },
    find: async (callId) => {
      const answer = objectOf(
        await ask(service, credential, { method: 'GET', path: `${ofCall(callId)}.json` }),
      );
      return listOf(answer.recordings)
        .map(objectOf)
        .flatMap(({ sid, status, source }): CarrierRecording[] => {
          const id = textOf(sid, 40);
          if (id === undefined || source !== ownSource) return [];
          return [{ id, state: states[textOf(status, 20) ?? ''] ?? 'processing' }];
        });
    },
    stop: async (callId, id) => {
      const form = formOf({ Status: 'stopped' });
      await ask(service, credential, { method: 'POST', path: `${ofCall(callId)}/${id}.json`, form });
    },
    remove: async (id) => {
      const removing = ask(service, credential, {
        method: 'DELETE',
        path: `${account}/Recordings/${id}.json`,
      });
      await removing.catch((error: unknown) => {
        if (!(error instanceof ProviderError) || error.failure !== 'not_found') throw error;
      });
    },
    open: (id, timeoutMs) =>
      openAt(
        {
          url: `${baseUrlOf(service)}${account}/Recordings/${id}.mp3?RequestedChannels=2`,
          headers: service.authorization(credential),
        },
        [new URL(baseUrlOf(service)).hostname, '*.twilio.com'],
        timeoutMs,
      ),
  };
};
