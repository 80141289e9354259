import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { Event } from '#lib/data/events.ts';
import { changesWords } from '#lib/data/events.ts';
import { park } from '#lib/data/parked-events.ts';
import { indexConversation } from '#lib/data/search-index.ts';

const eventOf = ({ dynamodb }: DynamoDBRecord): Event =>
  unmarshall(dynamodb?.NewImage as Record<string, AttributeValue>) as Event;

const attempts = 3;

/** Indexes the conversation that the event tells of; what fails again and again is put aside, with the reason. */
const follow = async (event: Event): Promise<void> => {
  if (!changesWords(event)) return;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await indexConversation(event.entity);
    } catch (error) {
      if (attempt < attempts) continue;
      console.error({
        message: 'An event was parked',
        event: event.id,
        entity: event.entity,
        error: String(error),
      });
      return park(event, error);
    }
  }
};

/**
 * Keeps the search index, driven by the event that each write appends. A record is given back to the stream only if it
 * could not even be parked, so that one bad event never holds up the others.
 */
export const handler = async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const failed = new Set<string>();
  for (const record of Records) {
    try {
      await follow(eventOf(record));
    } catch (error) {
      console.error({ message: 'An event could not be parked', error: String(error) });
      failed.add(record.dynamodb?.SequenceNumber ?? '');
    }
  }
  return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) };
};
