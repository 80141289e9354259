import type { AgentRecord } from '#lib/agents/agent-record.ts';
import type { Money } from '#lib/contract/fields.ts';
import type { Widget } from '#lib/contract/widgets.ts';
import { replaceConversation } from '#lib/conversations/conversations.ts';
import { endLongListening } from '#lib/conversations/end-listening.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { languageQuery } from '#lib/ears/languages.ts';
import type { EarsSettings } from '#lib/ears/settings.ts';
import { earsForVisitors, earsSettings } from '#lib/ears/settings.ts';
import { presignStream, sampleRate } from '#lib/ears/transcribe.ts';
import type { UsableRecognizer } from '#lib/integrations/integrations.ts';
import { usableRecognizer } from '#lib/integrations/integrations.ts';
import { forCaller } from '#lib/providers/api-error.ts';
import { currentCause } from '#lib/store/cause.ts';
import type { TakeBack } from '#lib/store/limits/chat-quotas.ts';
import { reserveListening } from '#lib/store/limits/listening.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { countTalk, visitorOn } from '#lib/widgets/count-use.ts';
import { speakingFor } from './agents.ts';
import { findChat, refuseEnded } from './claim.ts';
import { openRecognizer } from './open-recognizer.ts';
import { streamSessionOf } from './stream-session.ts';
import { hasVoice, openWidgetOf } from './widget-of.ts';

const none = { kind: 'none', url: null, token: null, sample_rate: null, expires_at: null } as const;

/** The limits of the page of a widget: that of its visitor first, who leaves others their minutes. */
const limitsOf = async (widget: Widget, address: string, now: number) => {
  const { listening_minutes_per_visitor_day, listening_minutes_per_day } = widget.limits;
  return [
    {
      client_id: await visitorOn(widget, address, now),
      limit: listening_minutes_per_visitor_day,
      who: 'A visitor',
    },
    { client_id: widget.id, limit: listening_minutes_per_day, who: 'The pages of the widget' },
  ];
};

/** A stream at the account of the agent's organization, which pays for it there. */
const streamOf = async (own: UsableRecognizer, { language }: Pick<AgentRecord, 'language'>) => {
  const recognizer = await openRecognizer(own);
  const stream = await forCaller(recognizer.grant({ language, sample_rate: sampleRate }));
  return { kind: own.provider, ...stream };
};

const transcribeFor = async (
  region: string,
  { language }: Pick<AgentRecord, 'language'>,
  conversationId: string,
  now: number,
) => {
  const stream = await presignStream({
    region,
    chat_id: conversationId,
    session_id: streamSessionOf(conversationId),
    language: languageQuery(language),
    now: new Date(now),
  });
  return { kind: 'transcribe' as const, ...stream };
};

const regionOf = (settings: EarsSettings | undefined): string => {
  const { region = process.env.AWS_REGION ?? '' } = settings?.provider === 'transcribe' ? settings : {};
  return region;
};

const priceOf = (settings: EarsSettings | undefined): Money | null => {
  const { price } = settings?.provider === 'transcribe' ? settings : {};
  return price ? { amount: String(price.amount), currency: price.currency } : null;
};

/** The address at which the page of a chat has speech recognized, once its seconds are reserved. */
export const earsFor = async (caller: Caller, conversationId: string) => {
  const widget = openWidgetOf(caller);
  const settings = widget ? earsForVisitors() : earsSettings();
  let takeBack: TakeBack | undefined;
  return retryStale(async () => {
    const chat = await findChat(caller, conversationId);
    const now = Date.now();
    refuseEnded(chat, now);
    if (!hasVoice(caller)) return none;
    const { agent, lineage } = await speakingFor(chat);
    const own = await usableRecognizer(agent.client_id);
    if (!own && !settings) return none;
    if (!own && settings?.provider === 'local') {
      return { ...none, kind: 'local' as const, url: settings.url, sample_rate: sampleRate };
    }
    const address = currentCause()?.address ?? '';
    if (widget) takeBack ??= await countTalk(widget, address, now);
    const { release, ...reserved } = await reserveListening(
      lineage,
      now,
      chat.conversation,
      widget ? await limitsOf(widget, address, now) : [],
    );
    try {
      const region = regionOf(settings);
      const stream = own
        ? await streamOf(own, agent)
        : await transcribeFor(region, agent, conversationId, now);
      const listening = {
        since: now,
        expires_at: stream.expires_at,
        ...reserved,
        ...(own ? { price: null } : { price: priceOf(settings), region }),
      };
      const { operations } = replaceConversation(
        chat.conversation,
        { listening },
        'conversation.updated',
        endLongListening(chat.conversation, listening),
      );
      await commit(operations);
      return { ...none, ...stream, sample_rate: sampleRate };
    } catch (error) {
      await release();
      throw error;
    }
  }).catch(async (error: unknown) => {
    await takeBack?.();
    throw error;
  });
};

/**
 * Gives back the minutes of an address at whose stream the page listens no longer, except for those in which
 * it may have. A widget that was paused or removed meanwhile does not keep them.
 */
export const hangUp = (caller: Caller, conversationId: string, ended: string) =>
  retryStale(async () => {
    const { conversation } = await findChat(caller, conversationId);
    if (conversation.listening?.expires_at === ended) {
      await commit(replaceConversation(conversation, { listening: null }, 'conversation.updated').operations);
    }
    return none;
  });
