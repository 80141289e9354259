import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { chatLimits } from '#lib/contract/chats.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { dayMs, minuteMs } from '#lib/domain/durations.ts';
import { defaultUse, limitsOfUse } from '#lib/domain/organizations/quotas.ts';
import { noteCounted } from '../cause.ts';
import { keyOf } from '../keys.ts';
import { batchGet } from '../operations/batch-get.ts';
import type { Operation } from '../operations/operation.ts';
import { update, updateIf } from '../operations/update.ts';
import { addition } from './addition.ts';
import type { LineageMembers } from './call-room.ts';
import { dailyLimitReached, noteDaily, waitingPerMinute } from './request-rates.ts';
import { countsOfChats, expiryOf, reserveIn, settleIn } from './reservations.ts';

const dayOf = (time: number): number => Math.floor(time / dayMs);

/** The organizations that limit the messages or the tokens of chats, the own one first. */
const limitsOfMessages = (members: LineageMembers['members']) => {
  const messages = limitsOfUse(members, 'chat_messages_per_day');
  const tokens = limitsOfUse(members, 'model_tokens_per_day');
  const limitOf = (limits: typeof messages, id: string) =>
    limits.find(({ client_id }) => client_id === id)?.limit;
  return members
    .map(({ id }, level) => ({
      client_id: id,
      path: members.slice(0, level + 1).map((member) => member.id),
      messages: limitOf(messages, id),
      tokens: limitOf(tokens, id),
    }))
    .filter((limits) => limits.messages !== undefined || limits.tokens !== undefined)
    .reverse();
};

/** Without a count there is room, unless the limit is zero. */
const isBelow = (name: string, limit: number | undefined): string[] => {
  if (limit === undefined) return [];
  const condition = `${name} < :max_${name}`;
  return [limit === 0 ? condition : `(attribute_not_exists(${name}) OR ${condition})`];
};

const secondsUntil = (end: number, now: number): number => Math.ceil((end - now) / 1000);

const minuteOf = (time: number): number => Math.floor((time % dayMs) / minuteMs);

/** The count of one minute of the day, beside that of the day. */
const inMinute = (minute: number): string => `m${minute}`;

/** The minutes before the present one whose counts are removed, so that the item stays small. */
const earlierMinutes = 30;

const earlier = (minute: number): string[] =>
  Array.from({ length: Math.min(minute, earlierMinutes) }, (_, at) => inMinute(minute - 1 - at));

/**
 * The messages of a minute: as many as other requests that wait for a model, and more where the day may have
 * more than by default.
 */
const perMinute = (messages: number): number =>
  Math.ceil(waitingPerMinute() * Math.max(1, messages / defaultUse.chat_messages_per_day));

/** Takes a message back that is not sent. Its minute keeps it, so that a flood is still refused there. */
const uncountMessage = async (client_id: string, day: number): Promise<void> => {
  const key = keyOf('chat_messages', client_id, day);
  await update(key, addition({ key, add: { requests: -1 }, expires: expiryOf(day) }));
};

/** A count of a sender, which is not shared with others. */
export interface OwnCount {
  /** The id of the chat, of the call, or of the integration. */
  readonly id: string;
  /** The day of the count, in days since 1970. */
  readonly day: number;
  readonly perMinute: number;
  /** The sender, in the refusal. */
  readonly who: string;
}

const daysOf = ({ start_time }: ChatStart): number => dayOf(Date.parse(start_time));

interface ChatStart {
  readonly id: string;
  readonly start_time: string;
}

/** As many messages as a person can write, and several times as many as most do. */
const messagesOfUser = 20;

/** The count of the user of a chat, whom nobody knows. It keeps messages that fail. */
export const countOfUser = (chat: ChatStart): OwnCount => ({
  id: chat.id,
  day: daysOf(chat),
  perMinute: messagesOfUser,
  who: 'The user of the chat',
});

/** A provider was seen to ask six times for one turn. */
const requestsOfCall = 120;

/** The count of a call in progress, or of all calls of an integration that do not say which they are. */
export const countOfCall = (id: string, isOne: boolean, now = Date.now()): OwnCount => ({
  id,
  day: dayOf(now),
  perMinute: isOne ? requestsOfCall : waitingPerMinute(),
  who: 'The call',
});

/** Counts a message in the count of its sender, or refuses it there. */
const countOwn = async ({ id, day, perMinute: most, who }: OwnCount, now: number): Promise<void> => {
  const minute = minuteOf(now);
  const name = inMinute(minute);
  const removed = earlier(minute);
  const isCounted = await updateIf(keyOf('chat_messages', id, day), {
    UpdateExpression: [
      `ADD ${name} :one SET expires = :expires`,
      ...(removed.length > 0 ? [`REMOVE ${removed.join(', ')}`] : []),
    ].join(' '),
    ConditionExpression: `attribute_not_exists(${name}) OR ${name} < :most`,
    ExpressionAttributeValues: { ':one': 1, ':most': most, ':expires': expiryOf(day) },
  });
  if (isCounted) return;
  throw new ApiError('rate_limited', {
    detail: `${who} may send at most ${most} messages a minute`,
    headers: { 'retry-after': String(secondsUntil(Math.floor(now / minuteMs) * minuteMs + minuteMs, now)) },
  });
};

/** A message that is counted. */
export interface CountedMessage {
  /** It continues the answer to a message that was counted, and is none. */
  readonly continues: boolean;
  /** The count of its sender, which is counted first; absent: a key sends it. */
  readonly own?: OwnCount | undefined;
  /** Whether it belongs to a call in progress, which must not fall silent when others send too much. */
  readonly isInCall?: boolean;
}

/** Takes back what was counted, once. It never fails. */
export type TakeBack = () => Promise<void>;

/**
 * Counts a message against the quotas of its organization and its ancestors, in one write for each that has
 * one. Refuses messages above a quota, all once the tokens of the day are used up, and a flood: it would
 * occupy the functions that all share. What continues the answer to a message, such as the result of a tool,
 * is none. It asks a model as well, so only the number of messages lets it pass. Returns the function that
 * takes the message back.
 */
export const countMessage = async (
  { members }: LineageMembers,
  { continues, own, isInCall = false }: CountedMessage,
  now = Date.now(),
): Promise<TakeBack> => {
  if (own) await countOwn(own, now);
  const day = dayOf(now);
  const minute = minuteOf(now);
  const name = inMinute(minute);
  const removed = earlier(minute);
  const tomorrow = secondsUntil((day + 1) * dayMs, now);
  const next = secondsUntil(day * dayMs + (minute + 1) * minuteMs, now);
  const counted: string[] = [];
  // Those that fail keep the message until the day ends.
  const takeBack = async () => {
    await Promise.allSettled(counted.splice(0).map((client_id) => uncountMessage(client_id, day)));
  };
  for (const { client_id, path, messages, tokens } of limitsOfMessages(members)) {
    const most = messages === undefined || isInCall ? undefined : perMinute(messages);
    const noteMinute = (limit: number, remaining: number, exceeded = false) =>
      noteCounted({
        name: 'chat_messages_per_minute',
        limit,
        windowSeconds: minuteMs / 1000,
        remaining,
        resetSeconds: next,
        path,
        exceeded,
      });
    const conditions = [
      ...(continues ? [] : isBelow('requests', messages)),
      ...isBelow('tokens', tokens),
      ...isBelow(name, most),
    ];
    try {
      const Attributes = await update(keyOf('chat_messages', client_id, day), {
        UpdateExpression: [
          `ADD requests :messages${isInCall ? '' : `, ${name} :one`} SET expires = :expires`,
          ...(removed.length > 0 ? [`REMOVE ${removed.join(', ')}`] : []),
        ].join(' '),
        ...(conditions.length > 0 && { ConditionExpression: conditions.join(' AND ') }),
        ExpressionAttributeValues: {
          ...(!isInCall && { ':one': 1 }),
          ':messages': continues ? 0 : 1,
          ':expires': expiryOf(day),
          ...(messages !== undefined && {
            ...(!continues && { ':max_requests': messages }),
            ...(most !== undefined && { [`:max_${name}`]: most }),
          }),
          ...(tokens !== undefined && { ':max_tokens': tokens }),
        },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      if (!continues) counted.push(client_id);
      const left = (limit: number, attribute: string) => limit - Number(Attributes?.[attribute] ?? 0);
      if (messages !== undefined) {
        noteDaily('chat_messages_per_day', { limit: messages, path }, left(messages, 'requests'), tomorrow);
      }
      if (most !== undefined) noteMinute(most, left(most, name));
      if (tokens !== undefined) {
        noteDaily('model_tokens_per_day', { limit: tokens, path }, left(tokens, 'tokens'), tomorrow);
      }
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      await takeBack();
      const used = (attribute: string) => Number(error.Item?.[attribute]?.N ?? 0);
      const isOwn = client_id === members.at(-1)?.id;
      if (!continues && messages !== undefined && used('requests') >= messages) {
        throw dailyLimitReached('chat_messages_per_day', { limit: messages, path }, isOwn, tomorrow);
      }
      if (tokens !== undefined && used('tokens') >= tokens) {
        throw dailyLimitReached('model_tokens_per_day', { limit: tokens, path }, isOwn, tomorrow);
      }
      const whose = isOwn ? 'The organization' : 'An organization above';
      noteMinute(most ?? 0, 0, true);
      throw new ApiError('rate_limited', {
        detail: `${whose} and its descendants may send at most ${most} messages in chats a minute together`,
        headers: { 'retry-after': String(next) },
      });
    }
  }
  return takeBack;
};

/** A chat has used up its tokens, and ends without an answer. */
export class ChatExhausted extends ApiError<'conversation_ended'> {
  constructor() {
    super('conversation_ended', { detail: 'The chat has used up its tokens' });
  }
}

/** The tokens of one answer in the counts of all organizations that limit them. */
interface TokenReservation {
  /** Reserves up to so many tokens for the answer altogether, or throws because a limit is used up. */
  readonly reserve: (tokens: number) => Promise<void>;
  /** Leaves the tokens that were used. */
  readonly settle: (used: number) => Promise<void>;
}

/**
 * Reserves tokens before a model is asked, and settles them afterwards, also those of answers that fail. A
 * limit that is not used up admits a request, whose end may be above it. Further ones wait for what that one
 * leaves, so that a limit is exceeded by one request to a model at most.
 */
export const tokenReservation = (
  { members }: LineageMembers,
  chat?: ChatStart,
  /** The limit of the widget whose visitor is answered, by its id; absent: no visitor is. */
  widget?: { readonly client_id: string; readonly limit: number },
  now = Date.now(),
): TokenReservation => {
  const day = dayOf(now);
  const tomorrow = secondsUntil((day + 1) * dayMs, now);
  const ofChat = chat ? [{ client_id: chat.id, limit: chatLimits.tokens, path: undefined }] : [];
  const ofWidget = widget ? [{ ...widget, path: undefined }] : [];
  const limits = [...ofWidget, ...limitsOfUse(members, 'model_tokens_per_day')];
  const counts = [
    ...(chat ? countsOfChats(ofChat, 'tokens', daysOf(chat)) : []),
    ...countsOfChats(limits, 'tokens', day),
  ];
  let reserved = 0;
  return {
    reserve: async (tokens) => {
      const more = tokens - reserved;
      if (more <= 0) return;
      const full = await reserveIn(counts, more, 'part');
      if (full) {
        const { client_id, path, limit } = full.of;
        if (client_id === chat?.id) throw new ChatExhausted();
        if (!path) {
          throw new ApiError('rate_limited', {
            detail: `Answers to visitors of the widget may use at most ${limit} tokens on a day`,
            headers: { 'retry-after': String(tomorrow) },
          });
        }
        const isOwn = client_id === members.at(-1)?.id;
        throw dailyLimitReached('model_tokens_per_day', { limit, path }, isOwn, tomorrow);
      }
      reserved = tokens;
    },
    settle: async (used) => {
      const more = used - reserved;
      reserved = used;
      if (more === 0) return;
      for (const { count, counted } of await settleIn(counts, more)) {
        // Visitors do not learn how much is left of a widget's limit.
        if (!count.of.path) continue;
        const { path, limit } = count.of;
        noteDaily('model_tokens_per_day', { limit, path }, limit - Number(counted.tokens ?? 0), tomorrow);
      }
    },
  };
};

/*
 * Open chats are counted by the day on which they began. None is open for longer than a day, so the counts of
 * two days are all that are open.
 */

/** The number of an organization's open chats that began on the day before, which can only become smaller. */
const openSinceYesterday = async (client_ids: readonly string[], day: number): Promise<number[]> => {
  const items = await batchGet(client_ids.map((id) => keyOf('open_chats', id, day - 1)));
  return items.map((item) => Math.max(0, Number(item?.requests ?? 0)));
};

const addChat = (client_id: string, day: number, count: 1 | -1, room?: { readonly requests: number }) =>
  addition({
    key: keyOf('open_chats', client_id, day),
    add: { requests: count },
    room,
    expires: expiryOf(day),
  });

/** The count of open chats that a chat is part of. */
export interface OpenChat {
  readonly day: number;
  readonly client_ids: readonly string[];
}

/** The writes that count a chat that begins, on condition that no quota is exceeded. */
export const countOpenChat = async (
  { members }: LineageMembers,
  now = Date.now(),
  /** The limit of the widget of the chat, by its id; absent: it has none. */
  widget?: { readonly client_id: string; readonly limit: number },
): Promise<{
  readonly open_in: OpenChat;
  readonly operations: Operation<ApiError<'quota_exceeded'>>[];
}> => {
  const day = dayOf(now);
  const limits = [...limitsOfUse(members, 'open_chats'), ...(widget ? [widget] : [])];
  const client_ids = limits.map(({ client_id }) => client_id);
  const before = await openSinceYesterday(client_ids, day);
  const operations = limits.map(({ client_id, limit }, at) => {
    const room = { requests: limit - (before[at] ?? 0) - 1 };
    const whose = client_id === members.at(-1)?.id ? 'The organization' : 'An organization above';
    const who = client_id === widget?.client_id ? 'The widget' : `${whose} and its descendants`;
    return {
      request: { Update: addChat(client_id, day, 1, room) },
      otherwise: () =>
        new ApiError('quota_exceeded', {
          detail: `${who} may have at most ${limit} open chats together`,
          extensions: { quota: 'open_chats', limit },
        }),
    };
  });
  return { open_in: { day, client_ids }, operations };
};

/**
 * The writes that count a chat as ended. They belong into the transaction that removes `open_in` from the
 * record, so that a chat is counted as ended once.
 */
export const uncountOpenChat = (open_in: OpenChat | null): Operation<never>[] =>
  (open_in?.client_ids ?? []).map((client_id) => ({
    request: { Update: addChat(client_id, open_in?.day ?? 0, -1) },
  }));
