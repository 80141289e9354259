import { eventData } from '#lib/contract/event-data.ts';
import type { EventType } from '#lib/contract/events.ts';
import type { Shape } from '#lib/contract/projection.ts';
import { shapeOf } from '#lib/contract/projection.ts';

/*
 * The fields of the data of each type. Bundling a function evaluates this file and keeps its exports, so that
 * no function that sends events creates the schemas of all entities in its cold start.
 */

const shapes = Object.entries(eventData).map(([type, schema]) => [type, shapeOf(schema)] as const);

export const eventShapes = Object.fromEntries(shapes) as Readonly<Record<EventType, Shape>>;
