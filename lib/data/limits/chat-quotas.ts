import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ClientSettings } from '#lib/contract/client-settings.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { ChatSession } from '#lib/domain/chats/session.ts';
import { limitsOfUse } from '#lib/domain/organizations/quotas.ts';
import { chatMessagesKey, openChatsKey } from '../keys.ts';
import { batchGet } from '../operations/batch-get.ts';
import type { Operation } from '../operations/operation.ts';
import { dynamodb, tableName } from '../table.ts';
import { dailyLimitReached } from './request-rates.ts';

interface Members {
  /** From the top. */
  readonly members: readonly { readonly id: string; readonly settings: ClientSettings }[];
}

const dayMs = 86_400_000;
const dayOf = (time: number): number => Math.floor(time / dayMs);
/** Counts are kept for a day longer than they are read. */
const expiryOf = (day: number): number => ((day + 3) * dayMs) / 1000;

/** The organizations that limit the messages or the tokens of chats, the own one first. */
const limitsOfMessages = (members: Members['members']) => {
  const messages = limitsOfUse(members, 'chat_messages_per_day');
  const tokens = limitsOfUse(members, 'model_tokens_per_day');
  const limitOf = (limits: typeof messages, id: string) =>
    limits.find(({ client_id }) => client_id === id)?.limit;
  return members
    .map(({ id }) => ({ client_id: id, messages: limitOf(messages, id), tokens: limitOf(tokens, id) }))
    .filter((limits) => limits.messages !== undefined || limits.tokens !== undefined)
    .reverse();
};

/** Without a count there is room, unless the limit is zero. */
const isBelow = (name: string, limit: number | undefined): string[] => {
  if (limit === undefined) return [];
  const condition = `${name} < :max_${name}`;
  return [limit === 0 ? condition : `(attribute_not_exists(${name}) OR ${condition})`];
};

/**
 * Counts a message against the quotas of its organization and its ancestors, in one write for each that has one. Refuses messages
 * above a quota, and all once the tokens of the day are used up.
 */
export const countMessage = async ({ members }: Members, now = Date.now()): Promise<void> => {
  const day = dayOf(now);
  for (const { client_id, messages, tokens } of limitsOfMessages(members)) {
    try {
      await dynamodb.send(
        new UpdateCommand({
          TableName: tableName(),
          Key: chatMessagesKey(client_id, day),
          UpdateExpression: 'ADD requests :one SET expires = :expires',
          ConditionExpression: [...isBelow('requests', messages), ...isBelow('tokens', tokens)].join(' AND '),
          ExpressionAttributeValues: {
            ':one': 1,
            ':expires': expiryOf(day),
            ...(messages !== undefined && { ':max_requests': messages }),
            ...(tokens !== undefined && { ':max_tokens': tokens }),
          },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const isFull = messages !== undefined && Number(error.Item?.requests?.N ?? 0) >= messages;
      const name = isFull ? 'chat_messages_per_day' : 'model_tokens_per_day';
      const isOwn = client_id === members.at(-1)?.id;
      const seconds = Math.ceil(((day + 1) * dayMs - now) / 1000);
      throw dailyLimitReached(name, (isFull ? messages : tokens) ?? 0, isOwn, seconds);
    }
  }
};

/** Counts the tokens of an answer, for organizations that limit them: also if it fails, because the models were paid. */
export const countTokens = async ({ members }: Members, tokens: number, now = Date.now()): Promise<void> => {
  const day = dayOf(now);
  if (tokens === 0) return;
  const limits = limitsOfUse(members, 'model_tokens_per_day');
  await Promise.all(
    limits.map(({ client_id }) =>
      dynamodb.send(
        new UpdateCommand({
          TableName: tableName(),
          Key: chatMessagesKey(client_id, day),
          UpdateExpression: 'ADD tokens :tokens SET expires = :expires',
          ExpressionAttributeValues: { ':tokens': tokens, ':expires': expiryOf(day) },
        }),
      ),
    ),
  );
};

/*
 * Open chats are counted by the day on which they began. None is open for longer than a day, so the counts of two days are all that
 * are open, and a chat that vanishes without its end, by an erasure, is forgotten with its day.
 */

type CountedChat = NonNullable<ChatSession['counted']>;

/** The number of an organization's open chats that began on the day before, which can only become smaller. */
const openSinceYesterday = async (client_ids: readonly string[], day: number): Promise<number[]> => {
  const items = await batchGet(client_ids.map((id) => openChatsKey(id, day - 1)));
  return items.map((item) => Math.max(0, Number(item?.requests ?? 0)));
};

const addChat = (client_id: string, day: number, count: 1 | -1) => ({
  TableName: tableName(),
  Key: openChatsKey(client_id, day),
  UpdateExpression: 'ADD requests :count SET expires = :expires',
  ExpressionAttributeValues: { ':count': count, ':expires': expiryOf(day) },
});

/** The writes that count a chat that begins, on condition that no quota is exceeded. */
export const countOpenChat = async (
  { members }: Members,
  now = Date.now(),
): Promise<{
  readonly counted: CountedChat;
  readonly operations: Operation<ApiError<'quota_exceeded'>>[];
}> => {
  const day = dayOf(now);
  const limits = limitsOfUse(members, 'open_chats');
  const client_ids = limits.map(({ client_id }) => client_id);
  const before = await openSinceYesterday(client_ids, day);
  const operations = limits.map(({ client_id, limit }, at) => {
    const room = limit - (before[at] ?? 0);
    const whose = client_id === members.at(-1)?.id ? 'The organization' : 'An organization above';
    const update = addChat(client_id, day, 1);
    return {
      request: {
        Update: {
          ...update,
          ConditionExpression:
            room > 0 ? 'attribute_not_exists(requests) OR requests < :room' : 'requests < :room',
          ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':room': room },
        },
      },
      otherwise: () =>
        new ApiError('quota_exceeded', {
          detail: `${whose} and its descendants may have at most ${limit} open chats together`,
          extensions: { quota: 'open_chats', limit },
        }),
    };
  });
  return { counted: { day, client_ids }, operations };
};

/** The writes that count a chat as ended. */
export const uncountOpenChat = (counted: ChatSession['counted']): Operation<never>[] =>
  (counted?.client_ids ?? []).map((client_id) => ({
    request: { Update: addChat(client_id, counted?.day ?? 0, -1) },
  }));
