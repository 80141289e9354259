import { report } from '#lib/contract/phone-calls.ts';
import { callUrls } from '#lib/domain/integrations/call-urls.ts';
import { handleRaw } from '#lib/http/handle-raw.ts';
import { reportPhoneCall } from '#lib/phone/end-phone-call.ts';
import { signedForm } from '#lib/phone/signed-form.ts';

export const handler = handleRaw(report, async ({ params, query, bytes, headers, origin }) => {
  const { integration_id } = params;
  const { conversation_id: placed_id = null } = query;
  const url = callUrls(origin, integration_id, placed_id).status;
  const form = await signedForm({ integration_id, placed_id, url, bytes, headers, mayEnd: true });
  await reportPhoneCall(form);
  return {};
});
