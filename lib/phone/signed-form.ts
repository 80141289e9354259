import { ApiError } from '#lib/contract/errors.ts';
import type { CarrierName } from '#lib/contract/integrations.ts';
import { isCarrier } from '#lib/contract/integrations.ts';
import type { IntegrationRecord } from '#lib/integrations/integration-record.ts';
import { recipientOf } from '#lib/integrations/recipient.ts';
import type { PostedForm } from '#lib/providers/index.ts';
import { carriers } from '#lib/providers/index.ts';
import type { ConversationOfCall } from './conversation-of-call.ts';
import { conversationOfCall } from './conversation-of-call.ts';

/** A form that a carrier has posted about a call, and the account that it is for. */
export interface SignedForm extends ConversationOfCall {
  readonly integration: IntegrationRecord & { readonly provider: CarrierName };
  /** The keys of the account for proofs. */
  readonly proof_keys: readonly string[];
  readonly fields: URLSearchParams;
  readonly call_id: string;
  /** The conversation of an outbound call, as the address names it; null: somebody has called. */
  readonly placed_id: string | null;
}

interface FormRequest extends Omit<PostedForm, 'fields'> {
  readonly integration_id: string;
  readonly placed_id?: string | null;
  /** The form may be of the end of a call, which counts although its account was disabled meanwhile. */
  readonly mayEnd?: true;
}

type CarrierIntegration = SignedForm['integration'];

const isOfCarrier = (integration: IntegrationRecord): integration is CarrierIntegration =>
  isCarrier(integration.provider);

/** The longest id of a call, as at its socket. Those of carriers have some dozens of characters. */
const maxCallId = 256;

/** Reads a form that its carrier has signed, or refuses it. */
export const signedForm = async ({
  integration_id,
  placed_id = null,
  mayEnd,
  url,
  bytes,
  headers,
}: FormRequest): Promise<SignedForm> => {
  const recipient = await recipientOf(integration_id);
  const { integration, proof_keys = [] } = recipient ?? {};
  if (!recipient || !integration || !isOfCarrier(integration)) throw new ApiError('integration_not_found');
  const fields = new URLSearchParams(bytes.toString());
  if (!carriers[integration.provider].isSigned(recipient, { url, bytes, fields, headers })) {
    throw new ApiError('signature_invalid');
  }
  const isDisabled = integration.status === 'disabled';
  if (isDisabled && !mayEnd) throw new ApiError('integration_disabled');
  const call_id = fields.get('CallSid') ?? '';
  // The token of Twilio signs for subaccounts as well, and an address can be set in any of them.
  const isOther = integration.account_id != null && fields.get('AccountSid') !== integration.account_id;
  if (call_id === '' || call_id.length > maxCallId || isOther) throw new ApiError('signature_invalid');
  const known = await conversationOfCall(integration, call_id, placed_id);
  if (isDisabled && !known.conversation) throw new ApiError('integration_disabled');
  return { integration, proof_keys, fields, call_id, placed_id, ...known };
};
