import { recordRead } from '#lib/audit/record-read.ts';
import { get, scopesOfExpansion } from '#lib/contract/conversations.ts';
import { controlsOf } from '#lib/conversations/controls.ts';
import { represent } from '#lib/conversations/conversations.ts';
import { costsOfShownTo } from '#lib/conversations/known-costs.ts';
import { namesOf } from '#lib/conversations/names.ts';
import { requireScopes } from '#lib/http/authorize.ts';
import { handle } from '#lib/http/handle.ts';
import { endPage } from '#lib/http/page.ts';
import { unsettledTurnsOf } from '#lib/phone/live-words.ts';
import { findExpanded } from '#lib/recordings/expanded.ts';

/** The route at which the turns that follow are read, with the cursor of this answer. */
const transcript = { key: 'GET /v1/conversations/{conversation_id}/transcript' } as const;

/** The actions of the routes that return these parts alone. */
const recordingOpened = { audit: 'recording.opened' };
const transcriptRead = { audit: 'transcript.read' };

export const handler = handle(get, async ({ params, query: { expand = [] }, caller, fail }) => {
  requireScopes(
    caller,
    expand.map((part) => scopesOfExpansion[part]),
  );
  // Before the transcript, so that turns which are stored meanwhile are in the answer, and once.
  const waiting = expand.includes('unsettled') ? await unsettledTurnsOf(params.conversation_id) : undefined;
  const found =
    (await findExpanded(caller, params.conversation_id, expand)) ?? fail('conversation_not_found');
  const { conversation, transcript: page, recording } = found;
  const isRead = page !== undefined || waiting !== undefined;
  const reads = [get, ...(recording ? [recordingOpened] : []), ...(isRead ? [transcriptRead] : [])];
  await Promise.all(reads.map((read) => recordRead(read, caller, conversation)));
  const [costsFrom, named] = await Promise.all([
    costsOfShownTo(caller, conversation),
    expand.includes('names') ? namesOf([conversation]) : undefined,
  ]);
  const controls = [...controlsOf(conversation)];
  const unsettled_turns = waiting?.filter(({ index }) => index >= conversation.turns);
  const shown = {
    ...represent(conversation, costsFrom),
    ...named?.(conversation),
    ...(controls.length > 0 && { controls }),
    ...(unsettled_turns && { unsettled_turns }),
  };
  if (!page) return { ...shown, recording };
  const end = await endPage(transcript, { caller, params, query: {} }, page.next);
  return { ...shown, recording, transcript: { ...shown.transcript, data: page.turns, ...end } };
});
