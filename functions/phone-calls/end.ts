import { end } from '#lib/contract/phone-calls.ts';
import { callUrls } from '#lib/domain/integrations/call-urls.ts';
import { handleRaw } from '#lib/http/handle-raw.ts';
import { continuePhoneCall } from '#lib/phone/end-phone-call.ts';
import { signedForm } from '#lib/phone/signed-form.ts';

export const handler = handleRaw(end, async ({ params, query, bytes, headers, origin }) => {
  const { integration_id } = params;
  const { conversation_id: placed_id = null } = query;
  const attempt = Number(query.attempt ?? 1);
  const url = callUrls(origin, integration_id, placed_id, attempt).ended;
  const form = await signedForm({ integration_id, placed_id, url, bytes, headers, mayEnd: true });
  return continuePhoneCall(form, origin, attempt);
});
