import type { EventType } from '#lib/contract/events.ts';
import { eventExamples } from '#lib/openapi/examples/events.ts';

/*
 * The data of each example of an event, which tests of webhooks send. Bundling a function evaluates this file
 * and keeps its exports, so that the function does not contain the schemas of all entities.
 */

export const eventSamples = Object.fromEntries(
  Object.values(eventExamples).map(({ type, data }) => [type, data]),
) as unknown as Readonly<Record<EventType, Readonly<Record<string, unknown>>>>;
