import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { Event, EventType } from '#lib/data/events/events.ts';
import { metricsLog } from '#lib/data/metrics.ts';

const logFailed = metricsLog('events_failed');

const eventOf = ({ dynamodb }: DynamoDBRecord): Event =>
  unmarshall(dynamodb?.NewImage as Record<string, AttributeValue>) as Event;

/**
 * Turns what follows certain events into a Lambda handler of the table's stream, one event after the other. An event
 * that fails is given back to the stream, which brings it again; whoever follows it must not mind seeing it twice.
 */
export const handleEvents =
  (types: readonly EventType[], follow: (event: Event) => Promise<void>) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const failed = new Set<string>();
    for (const record of Records) {
      try {
        const event = eventOf(record);
        if (types.includes(event.type)) await follow(event);
      } catch (error) {
        logFailed('error', {
          message: 'An event could not be followed',
          events_failed: 1,
          event: record.dynamodb?.Keys?.sk?.S,
          error: String(error),
        });
        failed.add(record.dynamodb?.SequenceNumber ?? '');
      }
    }
    return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) };
  };
