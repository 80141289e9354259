import { stateOf } from '#lib/chats/end-chat.ts';
import type { CallControl } from '#lib/contract/calls.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { accountCallOf, controlsOf } from '#lib/conversations/controls.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import { refuseNumber } from '#lib/domain/organizations/call-prefixes.ts';
import { integrations } from '#lib/integrations/integrations.ts';
import { readProviderAccount } from '#lib/integrations/recording-task.ts';
import { isSuspended, readLineage } from '#lib/organizations/clients.ts';
import { apiErrorOf, forCaller } from '#lib/providers/api-error.ts';
import { ProviderError } from '#lib/providers/errors.ts';
import { controllers } from '#lib/providers/index.ts';
import { forgetAnswer } from '#lib/store/forget-answer.ts';
import { countPlacedCall } from '#lib/store/limits/request-rates.ts';
import { NotCarriedOut } from '#lib/store/not-carried-out.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { orderOf } from './control-order.ts';

/** The call of an account, and what controls it, or the reason why nobody can. */
const controlledCall = async (conversation: ConversationRecord, { action }: CallControl) => {
  const call = accountCallOf(conversation);
  const integration = call && (await integrations.read(call.integration_id));
  if (!call || !integration) throw new ApiError('not_a_live_call');
  if (isOver(conversation)) throw new ApiError('conversation_ended');
  const controller = controllers[integration.provider];
  if (!controller || !controlsOf(conversation).includes(action)) throw new ApiError('provider_not_supported');
  if (integration.status === 'disabled') throw new ApiError('integration_disabled');
  const account = await readProviderAccount(integration.id);
  if (!account?.apiKey) throw new ApiError('integration_without_key');
  return { controller: controller(account.apiKey), call_id: call.call_id };
};

/**
 * Intervenes in a call that a provider holds, which reports what follows. It learns of the order after the
 * request was recorded, so a request that is sent again says nothing twice. An order that surely did not
 * arrive can be given again.
 */
export const controlProviderCall = async (
  conversation: ConversationRecord,
  control: CallControl,
): Promise<Write<ReturnType<typeof stateOf>, 'rate_limited'>> => {
  const { controller, call_id } = await controlledCall(conversation, control);
  const order = orderOf(control);
  const lineage = await readLineage(conversation.path);
  if (!lineage || isSuspended(lineage)) throw new ApiError('client_suspended');
  const isTransfer = order.action === 'transfer';
  if (isTransfer) refuseNumber(lineage, order.to);
  const send = await forCaller(controller.reach(call_id));
  const counted = isTransfer ? countPlacedCall(lineage) : undefined;
  const takeBack = (error: unknown): never => {
    if (!(error instanceof ProviderError) || error.failure === 'unclear') throw error;
    throw new NotCarriedOut(apiErrorOf(error), async (scope) => {
      if (scope) await forgetAnswer(scope);
      await counted?.takeBack();
    });
  };
  return {
    operations: counted?.operations ?? [],
    reply: stateOf(conversation),
    about: conversation,
    afterwards: async () => {
      await counted?.afterwards();
      await forCaller(send(order).catch(takeBack));
    },
  };
};
