import { record } from '#lib/contract/phone-calls.ts';
import { callUrls } from '#lib/domain/integrations/call-urls.ts';
import { handleRaw } from '#lib/http/handle-raw.ts';
import { reportRecording } from '#lib/phone/end-phone-call.ts';
import { signedForm } from '#lib/phone/signed-form.ts';

export const handler = handleRaw(record, async ({ params, bytes, headers, origin }) => {
  const { integration_id } = params;
  const url = callUrls(origin, integration_id).recording;
  const form = await signedForm({ integration_id, url, bytes, headers });
  await reportRecording(form);
  return {};
});
