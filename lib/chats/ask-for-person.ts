import type { Caller } from '#lib/domain/caller.ts';
import { currentCause } from '#lib/store/cause.ts';
import { countHandover } from '#lib/widgets/count-use.ts';
import { speakingFor } from './agents.ts';
import type { Chat } from './claim.ts';
import { stateOf } from './end-chat.ts';
import { requestHandover } from './handovers.ts';
import { openWidgetOf } from './widget-of.ts';

/** Asks for a person in a chat, for its user or a program. A visitor of a widget does so a few times. */
export const askForPerson = async (caller: Caller, chat: Chat, reason: string | null) => {
  const widget = openWidgetOf(caller);
  const { agent } = await speakingFor(chat);
  const { operations, conversation } = requestHandover(chat, agent, reason);
  const counted =
    widget && operations.length > 0 ? [await countHandover(widget, currentCause()?.address ?? '')] : [];
  return { operations: [...operations, ...counted], reply: stateOf(conversation) };
};
